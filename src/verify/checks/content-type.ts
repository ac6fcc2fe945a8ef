/** A Content-Type header, taken apart (RFC 9110, 8.3.1). */
export interface ContentType {
  /** `type/subtype` in lowercase; empty where the header doesn't have that form. */
  readonly essence: string;
  /** In lowercase and without quotes. */
  readonly charset?: string | undefined;
}

const TOKEN = String.raw`[!#$%&'*+.^_\`|~\w-]+`;
const ESSENCE = new RegExp(`^\\s*(${TOKEN}/${TOKEN})\\s*(?:;|$)`);

export function parseContentType(header: string): ContentType {
  const essence = ESSENCE.exec(header)?.[1]?.toLowerCase() ?? '';
  const charset = /;\s*charset\s*=\s*"?([^\s";,]+)/i.exec(header)?.[1]?.toLowerCase();
  return { essence, charset };
}

/** Whether a documented media type, which can be a range such as `text/*`, covers `essence`. */
export function isCovered(documented: string, essence: string): boolean {
  if (essence === '') return false;
  const range = parseContentType(documented).essence;
  if (range === essence || range === '*/*') return true;
  return range.endsWith('/*') && essence.startsWith(range.slice(0, -1));
}

/** `application/json` and every `+json` type (RFC 6839, 3.1). */
export function isJson(essence: string): boolean {
  return essence === 'application/json' || essence.endsWith('+json');
}
