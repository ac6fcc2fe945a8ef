import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sentencesOf, wordCount } from '../setup/sentences.ts';

const LIMIT = 30;
const read = (file: string): string =>
  readFileSync(join(import.meta.dirname, '../..', file), 'utf8');

const pages = globSync(['*.md', '{docs,bench}/**/*.md', 'examples/{,next/}*.md'], {
  cwd: join(import.meta.dirname, '../..'),
  exclude: ['**/node_modules'],
});

const tooLong = (text: string): string[] =>
  sentencesOf(text).filter((sentence) => wordCount(sentence) > LIMIT);

/** What `--help` says, as a page of paragraphs: each flag is one, and what is wrapped is put together again. */
function helpTexts(): string {
  const blocks = read('docs/cli.md').matchAll(/^```text\n([^]*?)^```$/gm);
  const text = [...blocks].map(([, block = '']) => block).join('\n\n');
  return text.replaceAll(/\n {6,}/g, ' ').replaceAll(/\n(?= *\S)/g, (end) => `${end}\n`);
}

describe('no sentence is longer than 30 words', () => {
  // One is written from changesets, the other quotes what the rules of lint say.
  it.each(pages.filter((page) => !/CHANGELOG|LINT/.test(page)))('in %s', (page) => {
    expect(tooLong(read(page))).toEqual([]);
  });

  it('in what --help says', () => {
    expect(sentencesOf(helpTexts()).length).toBeGreaterThan(150);
    expect(tooLong(helpTexts())).toEqual([]);
  });
});

describe('a sentence', () => {
  it('is what stands between two full stops, outside of code', () => {
    const page = `# Title\n\nOne \`a. b\` two. Three [four](five.md)\nsix.\n\n- Seven eight\n- Nine\n\n\`\`\`sh\nten\n\`\`\`\n\n| a | b c |\n| --- | --- |\n`;
    expect(sentencesOf(page)).toEqual([
      'One CODE two.',
      'Three four six.',
      'Seven eight',
      'Nine',
      'a',
      'b c',
    ]);
  });

  it('has as many words as people read', () => {
    expect(wordCount('A “word” – and/or two, 3.')).toBe(6);
  });
});
