/** The small objects of a document, which refer to nothing and which only rules on their keys look at. */
import type { ObjectKind } from '../../../openapi/grammar.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../../openapi/json/json-value.ts';
import { childPointer } from '../../../openapi/pointer.ts';

/** An object of OpenAPI 3.2, 4, that is part of another. */
export type PartKind =
  | 'info'
  | 'contact'
  | 'license'
  | 'server'
  | 'server variable'
  | 'tag'
  | 'external documentation'
  | 'discriminator'
  | 'XML'
  | 'OAuth flows'
  | 'OAuth flow';

/** An object of a document, of any kind. */
export interface LintedNode {
  readonly value: JsonObject;
  readonly kind: ObjectKind | PartKind;
  readonly pointer: string;
}

const DOCS = { externalDocs: 'external documentation' } as const;

/** What stands under a key, itself or as the items of a list or map. */
const PARTS: Readonly<Partial<Record<LintedNode['kind'], Readonly<Record<string, PartKind>>>>> = {
  document: { info: 'info', servers: 'server', tags: 'tag', ...DOCS },
  info: { contact: 'contact', license: 'license' },
  server: { variables: 'server variable' },
  tag: DOCS,
  'path item': { servers: 'server' },
  operation: { servers: 'server', ...DOCS },
  link: { server: 'server' },
  schema: { discriminator: 'discriminator', xml: 'XML', ...DOCS },
  'security scheme': { flows: 'OAuth flows' },
  'OAuth flows': {
    implicit: 'OAuth flow',
    password: 'OAuth flow',
    clientCredentials: 'OAuth flow',
    authorizationCode: 'OAuth flow',
    deviceAuthorization: 'OAuth flow',
  },
};

/** Keys under which there are several. */
const SEVERAL: ReadonlySet<string> = new Set(['servers', 'tags', 'variables']);

/** The parts of an object, and theirs. */
export function partsOf({ value, kind, pointer }: LintedNode): LintedNode[] {
  return Object.entries(PARTS[kind] ?? {}).flatMap(([key, part]) => {
    const place = childPointer(pointer, key);
    const held = SEVERAL.has(key) ? childrenOf(value[key], place) : [[place, value[key]] as const];
    return held.flatMap(([at, child]) => {
      if (!isJsonObject(child)) return [];
      const node = { value: child, kind: part, pointer: at };
      return [node, ...partsOf(node)];
    });
  });
}

function childrenOf(value: JsonValue | undefined, pointer: string) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(
    ([key, child]) => [childPointer(pointer, key), child as JsonValue] as const,
  );
}
