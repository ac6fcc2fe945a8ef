import type { OpenApiDocument } from '../../openapi/document.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { type SecurityScheme, securitySchemes } from '../../model/operation.ts';
import type { HarNode } from './har-log.ts';
import { readHeaders } from './read-headers.ts';
import { doubtfulSecretsIn, secretsIn } from './secrets.ts';

/** What is taken out of an entry on its way in. */
export interface EntryMask {
  /** They say where credentials stand. */
  readonly schemes: readonly SecurityScheme[];
  /** Credentials, to be replaced wherever they are repeated. */
  readonly secrets: readonly string[];
  /** What stands there then: `$TOKEN`. */
  readonly replacement: string;
}

/**
 * Knows the credentials of a whole recording: an answer may tell the token that later requests send.
 *
 * @returns The mask of each entry. The kit's own recordings have nothing that is to be masked.
 */
export function createMasks(
  entries: readonly HarNode[],
  document: OpenApiDocument,
  tokenVariable: string,
): (entry: HarNode) => EntryMask {
  const schemes = securitySchemes(document);
  const replacement = `$${tokenVariable}`;
  // A word of the document is no secret: without `error`, no answer could be understood.
  const words = stringifyJson(document.root);
  const isSecret = (value: string): boolean => !words.includes(value);
  const all = entries.filter((entry) => !isOwn(entry)).flatMap((entry) => ofEntry(entry, schemes));
  const shared = [...new Set(all)].filter(isSecret);
  return (entry) => {
    if (isOwn(entry)) return { schemes, secrets: [], replacement };
    const doubtful = doubtfulSecretsIn(headersOf(entry)).filter(isSecret);
    const secrets = doubtful.length === 0 ? shared : [...shared, ...doubtful];
    return { schemes, secrets, replacement };
  };
}

/** Whether `verify` recorded it, and so has taken the credentials out already. */
export function isOwn(entry: HarNode): boolean {
  return entry.at('_case').exists;
}

function ofEntry(entry: HarNode, schemes: readonly SecurityScheme[]): string[] {
  return secretsIn(headersOf(entry), schemes, entry.at('request').at('url').textOr(''));
}

function headersOf(entry: HarNode): ReturnType<typeof readHeaders> {
  return [...readHeaders(entry.at('request')), ...readHeaders(entry.at('response'))];
}
