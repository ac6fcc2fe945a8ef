import type { MediaType, Operation } from './operation.ts';

/** `type/subtype` in lowercase, without parameters; `undefined` where the field is malformed. */
export function mediaTypeEssence(contentType: string): string | undefined {
  const essence = contentType.split(';', 1)[0]!.trim().toLowerCase();
  return /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+$/.test(essence) ? essence : undefined;
}

/** `application/json` and every `+json` type (RFC 6839, 3.1). */
export function isJsonMediaType(essence: string): boolean {
  return essence === 'application/json' || essence.endsWith('+json');
}

/** Whether a documented media type or range such as `text/*` covers `essence`. */
export function coversMediaType(documented: string, essence: string): boolean {
  const range = mediaTypeEssence(documented);
  if (range === undefined) return false;
  if (range === '*/*' || range === essence) return true;
  return range.endsWith('/*') && essence.startsWith(range.slice(0, -1));
}

/** The documented media type in which the operation takes JSON. */
export function jsonMediaType(operation: Operation): MediaType | undefined {
  return operation.requestBody?.content.find(({ name }) => {
    return (
      isJsonMediaType(mediaTypeEssence(name) ?? '') || coversMediaType(name, 'application/json')
    );
  });
}

/** What a JSON body for `mediaType` says it is; a range has no name of its own to send. */
export function contentTypeOf(mediaType: MediaType | undefined): string {
  return mediaType === undefined || mediaType.name.includes('*')
    ? 'application/json'
    : mediaType.name;
}
