import { securitySchemes } from '../../model/operation.ts';
import { type Masker, createMasker } from '../../model/secrets/masker.ts';
import { SecretPlaces } from '../../model/secrets/secret-places.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { type HarNode, readHeaders } from './har-log.ts';

/** What is taken out of an entry on its way in. */
export interface EntryMask {
  /** Where credentials stand. */
  readonly places: SecretPlaces;
  /** Hides them wherever they are repeated. */
  readonly masker: Pick<Masker, 'text' | 'bytes'>;
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
  const places = new SecretPlaces(securitySchemes(document), { isCertain: true });
  const replacement = `$${tokenVariable}`;
  // A word of the document is no secret: without `error`, no answer could be understood.
  const words = stringifyJson(document.root);
  const maskerOf = (values: readonly string[]): Masker => {
    const secrets = new Set(values.filter((value) => !words.includes(value)));
    return createMasker(secrets, { replacement });
  };
  const foreign = entries.filter((entry) => !isOwn(entry));
  const shared = maskerOf(
    foreign.flatMap((entry) =>
      places.secretsIn({
        headers: headersOf(entry),
        address: entry.at('request').at('url').textOr(''),
        form: formOf(entry),
      }),
    ),
  );
  const nothing = createMasker([]);
  return (entry) => {
    if (isOwn(entry)) return { places, masker: nothing, replacement };
    const own = maskerOf(places.doubtfulSecretsIn(headersOf(entry)));
    const masker: EntryMask['masker'] = {
      text: (text) => own.text(shared.text(text)),
      bytes: (bytes) => own.bytes(shared.bytes(bytes)),
    };
    return { places, masker, replacement };
  };
}

/** Whether `verify` recorded it, and so has taken the credentials out already. */
export function isOwn(entry: HarNode): boolean {
  return entry.at('_case').exists;
}

function headersOf(entry: HarNode): ReturnType<typeof readHeaders> {
  return [...readHeaders(entry.at('request')), ...readHeaders(entry.at('response'))];
}

function formOf(entry: HarNode): string {
  const data = entry.at('request').at('postData');
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(data.at('mimeType').textOr(''));
  return isForm ? data.at('text').textOr('') : '';
}
