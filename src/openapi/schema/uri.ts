const HEX = String.raw`%[\dA-Fa-f]{2}`;
const PCHAR = String.raw`(?:[\w\-.~!$&'()*+,;=:@]|${HEX})`;
/**
 * RFC 3986, appendix A; what is in brackets is looked at on its own. Many a query has brackets, which it
 * should encode: every reader takes them.
 */
const REFERENCE = new RegExp(
  String.raw`^(?:(?<scheme>[A-Za-z][A-Za-z\d+.-]*):)?` +
    String.raw`(?://(?:(?:[\w\-.~!$&'()*+,;=:]|${HEX})*@)?` +
    String.raw`(?:\[(?<literal>[^\]]*)\]|(?:[\w\-.~!$&'()*+,;=]|${HEX})*)(?::\d*)?(?=[/?#]|$)|(?!//))` +
    String.raw`(?<path>(?:${PCHAR}|/)*)(?:\?(?:${PCHAR}|[/?[\]])*)?(?:#(?:${PCHAR}|[/?])*)?$`,
);
const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const IPV4 = new RegExp(String.raw`^${OCTET}(?:\.${OCTET}){3}$`);
const FUTURE = /^v[\da-f]+\.[\w\-.~!$&'()*+,;=:]+$/i;

/** Whether a text is an IPv4 address (RFC 2673, 3.2). */
export function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

/** Whether a text is an IPv6 address (RFC 4291, 2.2). */
export function isIpv6(text: string): boolean {
  const last = text.slice(text.lastIndexOf(':') + 1);
  const isWritten = /^[\da-f:.]*$/i.test(text) && (!last.includes('.') || isIpv4(last));
  return isWritten && URL.canParse(`http://[${text}]/`);
}

/** Whether a text is a URI (RFC 3986, 3). */
export function isUri(text: string): boolean {
  return isReference(text) && /^[^/?#]*:/.test(text);
}

/** Whether a text is a URI or a relative reference (RFC 3986, 4.1). */
export function isReference(text: string): boolean {
  const { scheme, literal, path = '' } = REFERENCE.exec(text)?.groups ?? { path: ' ' };
  if (path === ' ' || (literal !== undefined && !isIpv6(literal) && !FUTURE.test(literal))) {
    return false;
  }
  // Without a scheme, the first segment would be taken for one (4.2).
  return scheme !== undefined || !/^[^/]*:/.test(path);
}

const LETTERS = /[[\u{a0}-\u{d7ff}\u{f900}-\u{efffd}]--\p{Noncharacter_Code_Point}]/gv;
const PRIVATE = /[\u{e000}-\u{f8ff}\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]/gu;

/**
 * A URI that is well-formed where an IRI is: its characters beyond ASCII stand as letters, those for
 * private use as a bracket, which only a query has, too (RFC 3987, 2.2).
 */
export function asUri(iri: string): string {
  return iri.replaceAll(LETTERS, 'x').replaceAll(PRIVATE, '[');
}

/** Whether a text is a URI template (RFC 6570, 2). */
export function isUriTemplate(text: string): boolean {
  return TEMPLATE.test(text);
}

const VARIABLE = String.raw`(?:\w|${HEX})(?:\.?(?:\w|${HEX}))*(?:\*|:[1-9]\d{0,3})?`;
const TEMPLATE = new RegExp(
  String.raw`^(?:[^\0- "%<>\\^\x60{|}\x7f-\x9f]|${HEX}|\{[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*\})*$`,
);
