/** An element of an XML 1.0 document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const TOKEN = /<\?xml [^?]*\?>|<\/([\w-]+)>|<([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;

/** Reads XML without a DTD; whatever isn't well-formed is an error. */
export function readXml(xml: string): XmlElement {
  if (FORBIDDEN.test(xml)) throw new Error('a character that XML 1.0 forbids');
  const root = { name: '', attributes: {}, children: [] as XmlElement[], text: '' };
  const stack: { name: string; children: XmlElement[]; text: string }[] = [root];
  let end = 0;
  for (const match of xml.matchAll(TOKEN)) {
    end = match.index + match[0].length;
    const [, close, open, attributes = '', isEmpty, text] = match;
    const top = stack.at(-1)!;
    if (text !== undefined) {
      if (text.includes(']]>')) throw new Error(']]> in text');
      top.text += unescape(text);
    } else if (close !== undefined) {
      if (stack.pop()?.name !== close) throw new Error(`</${close}> closes nothing`);
    } else if (open !== undefined) {
      const element = {
        name: open,
        attributes: readAttributes(attributes),
        children: [],
        text: '',
      };
      top.children.push(element);
      if (isEmpty === '') stack.push(element);
    }
  }
  if (end !== xml.length || stack.length !== 1) throw new Error(`not well-formed at ${end}`);
  if (root.children.length !== 1) throw new Error('not one root');
  return root.children[0]!;
}

function readAttributes(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/([\w-]+)="([^"]*)"/g)) {
    if (Object.hasOwn(found, name)) throw new Error(`${name} stands there twice`);
    // Attribute-value normalisation (XML 1.0, 3.3.3).
    found[name] = unescape(value.replaceAll(/[\t\n\r]/g, ' '));
  }
  return found;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function unescape(text: string): string {
  return text.replaceAll(/&([^;&]*);|&/g, (_, entity: string | undefined) => {
    const number = /^#(\d+)$/.exec(entity ?? '')?.[1];
    const character = number ? String.fromCodePoint(Number(number)) : ENTITIES[entity ?? ''];
    if (character === undefined || FORBIDDEN.test(character)) throw new Error(`&${entity};`);
    return character;
  });
}
