/** The sentences of a Markdown page: of its paragraphs, items and cells; code and headings have none. */
export function sentencesOf(markdown: string): string[] {
  const text = markdown
    .replaceAll(/^---\n[^]*?^---\n/g, '')
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/^( *)(`{3,})[^]*?^\1\2$/gm, '\n')
    .replaceAll(/!?\[((?:[^[\]]|\[[^\]]*\])*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`[^`]*`/g, 'CODE');
  return text
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.|\||#|>)\s)/)
    .filter((block) => !/^\s*#|^\s*\|[\s|:-]+$/.test(block))
    .flatMap((block) => (block.trimStart().startsWith('|') ? block.split('|') : [block]))
    .flatMap((part) => part.replaceAll(/\s+/g, ' ').split(/(?<=[.!?:])\)? (?=[A-Z*(])/))
    .map((sentence) => sentence.replace(/^[\s*>-]+/, '').trim())
    .filter((sentence) => sentence !== '');
}

/** How many words a sentence has. */
export function wordCount(sentence: string): number {
  return sentence.split(/[\s/–—]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
