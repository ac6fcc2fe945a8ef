/** Boxes with a size of which the service works out the volume, on shelves that have to be there. */
import { expect, it } from 'vitest';
import { loadDocument, verify } from '../../../src/index.ts';
import type { VerifyOptions } from '../../../src/index.ts';
import { type Fields, merged } from '../../rich/service.ts';
import { serve } from '../../serve/http-helpers.ts';

const DOCUMENT = `
openapi: 3.1.0
info: { title: Boxes, version: '1' }
paths:
  /boxes:
    post:
      operationId: createBox
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Box' } } } }
      responses: { '201': { $ref: '#/components/responses/One' }, '400': { description: bad }, '422': { description: unfit } }
  /boxes/{boxId}:
    parameters: [{ name: boxId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getBox
      responses: { '200': { $ref: '#/components/responses/One' }, '404': { description: none } }
    put:
      operationId: replaceBox
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Box' } } } }
      responses: { '200': { $ref: '#/components/responses/One' }, '400': { description: bad }, '404': { description: none }, '422': { description: unfit } }
    patch:
      operationId: changeBox
      requestBody: { required: true, content: { application/merge-patch+json: { schema: { $ref: '#/components/schemas/Change' } } } }
      responses: { '200': { $ref: '#/components/responses/One' }, '400': { description: bad }, '404': { description: none } }
components:
  responses:
    One: { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Box' } } } }
  schemas:
    Size:
      type: object
      required: [width, height]
      properties:
        width: { type: integer, minimum: 1, maximum: 9000 }
        height: { type: integer, minimum: 1, maximum: 9000 }
        volume: { type: integer, readOnly: true }
    Box:
      type: object
      required: [name, size]
      properties:
        id: { type: string, readOnly: true }
        name: { type: string, minLength: 1, maxLength: 200 }
        size: { $ref: '#/components/schemas/Size' }
        shelf: { type: string, pattern: '^[a-z]{2,20}$' }
        weight: { type: integer, minimum: 1, maximum: 9000 }
        labels: { type: object, additionalProperties: { type: string, maxLength: 200 } }
    Change:
      type: object
      properties:
        size: { type: object, properties: { width: { type: integer, minimum: 1, maximum: 9000 }, height: { type: integer, minimum: 1, maximum: 9000 } } }
        labels: { type: object, additionalProperties: { type: [string, 'null'], maxLength: 200 } }
`;
/** How a server differs from one that keeps the document. */
interface Difference {
  /** What a patch makes of a property. Default: an object is merged, at any depth. */
  readonly patch?: (was: unknown, sent: unknown) => unknown;
  /** What is kept of a size. Default: its volume is worked out. */
  readonly size?: (sent: Fields) => Fields;
}

async function told(
  { patch = merge, size = withVolume }: Difference,
  options: Partial<VerifyOptions>,
): Promise<string[]> {
  const boxes = new Map<string, Fields>();
  const reply = (method: string, id: string | undefined, body: string): [number, unknown?] => {
    const box = boxes.get(id ?? '');
    if (id !== undefined && box === undefined) return [404];
    if (method === 'GET') return [200, box];
    const sent = fieldsOf(body);
    if (sent === undefined || (method !== 'PATCH' && !isFields(sent['size']))) return [400];
    if (sent['shelf'] !== undefined) return [422];
    if (method === 'PATCH' && 'size' in sent && !isFields(sent['size'])) return [400];
    const names = ['name', 'size', 'weight', 'labels'].filter((name) => sent[name] !== undefined);
    const was = method === 'PATCH' ? box : {};
    const changed = names.map((name) => [name, patch(was?.[name], sent[name])] as const);
    const { size: given, ...others } = { ...was, ...Object.fromEntries(changed) } as Fields;
    const key = id ?? `box-${boxes.size}`;
    boxes.set(key, { ...others, size: size(given as Fields), id: key });
    return [id === undefined ? 201 : 200, boxes.get(key)];
  };
  await using server = await serve((incoming, outgoing) => {
    const chunks: Uint8Array[] = [];
    incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    incoming.on('end', () => {
      const [, id] = /^\/boxes\/([^/?]+)$/.exec(incoming.url ?? '') ?? [];
      const isKnown = id !== undefined || incoming.url === '/boxes';
      const [status, value] = isKnown
        ? reply(incoming.method ?? '', id, Buffer.concat(chunks).toString())
        : [404];
      outgoing.writeHead(status, { 'Content-Type': 'application/json' });
      outgoing.end(value === undefined ? '' : JSON.stringify(value));
    });
  });
  const document = await loadDocument({ text: DOCUMENT, file: 'boxes.yaml' });
  const { findings } = await verify({ document, baseUrl: server.url, seed: 1, ...options }).result;
  return findings
    .filter(({ severity }) => severity !== 'note')
    .map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`);
}

function fieldsOf(body: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const merge = (was: unknown, sent: unknown): unknown =>
  isFields(sent) ? merged(isFields(was) ? { ...was } : {}, sent) : sent;

const withVolume = ({ width, height }: Fields): Fields => ({
  width,
  height,
  volume: Number(width) * Number(height),
});

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parts = { only: ['oracle/changes/', 'oracle/read-only/'] };

it('is silent where a part is changed, and the rest stays', async () => {
  expect(await told({}, parts)).toEqual([]);
});

it('finds that a part takes the place of the whole', async () => {
  expect(await told({ patch: (_, sent) => sent }, parts)).toEqual(
    expect.arrayContaining([
      'violation changeBox: size.height changes, though only size.width was sent',
      'violation changeBox: labels.other changes, though only labels.other2 was sent',
    ]),
  );
});

it('finds that null leaves a part as it was', async () => {
  const patch: Difference['patch'] = (was, sent) => {
    const entries = Object.entries(sent as Fields).filter(([, value]) => value !== null);
    return { ...(was as Fields | undefined), ...Object.fromEntries(entries) };
  };
  const withoutNull: Difference['patch'] = (was, sent) =>
    isFields(sent) ? patch(was, sent) : sent;
  expect(await told({ patch: withoutNull }, parts)).toEqual([
    'violation changeBox: labels.other is not removed by null',
  ]);
});

it('finds that what is readOnly within a property is taken from the client', async () => {
  const size = (sent: Fields): Fields => ({ ...withVolume(sent), ...sent });
  expect(await told({ size }, parts)).toEqual(
    expect.arrayContaining([
      'violation createBox: size.volume is taken from the client, though it is readOnly',
      'violation changeBox: size.volume is taken from the client, though it is readOnly',
    ]),
  );
});

it('finds what is refused before the cases come, and blames nobody for it', async () => {
  const all = await told({}, { maxTime: 30, maxCases: 150 });
  expect(all.filter((line) => line.includes('valid request is refused'))).toEqual([]);
});
