import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lint, writeLintReports } from '../../src/index.ts';

const TEXT = `openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths: {}
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'face-lint-'));
  await writeFile(join(folder, 'library.yaml'), TEXT);
});
afterAll(() => rm(folder, { recursive: true }));

describe('lint', () => {
  it('finds what breaks a rule, and where', async () => {
    const ruleset = join(folder, 'rules.yaml');
    const rule = '{ given: $.info, then: { field: license, function: truthy } }';
    await writeFile(ruleset, `rules: { has-license: ${rule} }`);
    expect(await lint({ documents: [join(folder, 'library.yaml')], ruleset })).toEqual([
      {
        rule: 'has-license',
        severity: 'warn',
        message: '"info.license" property must be truthy',
        path: ['info'],
        file: join(folder, 'library.yaml'),
        line: 2,
        column: 6,
      },
    ]);
    const [found] = await lint({ document: { text: TEXT, file: 'library.yaml' }, ruleset });
    expect(found?.file).toMatch(/library\.yaml$/);
  });

  it('follows what a document calls by a name of its own, and asks nobody for it', async () => {
    const address = 'https://schemas.example/thing';
    const thing = {
      $id: address,
      type: 'object',
      properties: { size: { $ref: '#/$defs/size' }, other: { $ref: 'part' } },
      $defs: {
        size: { type: 'integer' },
        length: { $anchor: 'length', type: 'number' },
        part: { $id: 'part', type: 'boolean' },
      },
    };
    const schema = { $ref: address };
    const body = { content: { 'application/json': { schema } } };
    const responses = { 200: { description: 'It is changed', ...body } };
    const text = (schemas: object): string =>
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Things', version: '1' },
        paths: { '/thing': { put: { requestBody: body, responses } } },
        components: { schemas },
      });
    const found = (schemas: object): ReturnType<typeof lint> =>
      lint({ document: { text: text(schemas), file: 'things.json' } });
    const length = { $ref: `${address}#length` };
    expect(
      await found({ thing: { ...thing, properties: { ...thing.properties, length } } }),
    ).toEqual([]);
    const [readable] = await found({ thing: { ...thing, $id: `${address}/2` } });
    expect(readable).toMatchObject({
      rule: 'readable',
      message: expect.stringContaining('$ref "https://schemas.example/thing" leads to a URL. '),
    });
  });

  it('reads nothing that a document has no business with', async () => {
    const ruleset = join(folder, 'rules.yaml');
    await writeFile(ruleset, 'rules: {}');
    const text = `${TEXT}x-away: { $ref: 'http://127.0.0.1:9/a.yaml' }\n`;
    const away = { text, file: join(folder, 'away.yaml') };
    await expect(lint({ document: away, ruleset })).rejects.toThrow(/remote-reference/);
    await expect(lint({ documents: ['none.yaml'], ruleset })).rejects.toThrow(
      /^Failed to read .*none\.yaml: there is no such file\. Check the name\.$/,
    );
  });

  it('writes reports of what can be linted, and says what can not', async () => {
    const ruleset = join(folder, 'rules.yaml');
    await writeFile(ruleset, 'rules: {}');
    const documents = [join(folder, 'library.yaml'), join(folder, 'none.yaml')];
    const outputs = [{ format: 'stylish', file: undefined }] as const;
    const { refused, linted, outcome } = await writeLintReports({ documents, ruleset, outputs });
    expect([...refused.keys()]).toEqual([join(folder, 'none.yaml')]);
    expect({ linted, outcome }).toMatchObject({ linted: 1, outcome: { failed: false } });
  });
});
