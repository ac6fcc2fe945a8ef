/** What a developer forgot to check: the document as such a service reads it. */
import type { Omission } from './service.ts';

/** A part of a document, to be changed. */
interface Part {
  [name: string]: unknown;
}

/** Takes a keyword out of the copy of a document, for one operation. */
export function omit(root: object, { operation: id, place, keyword }: Omission): void {
  const document = new Pages(root as Part);
  const { item, operation } = document.find(id);
  const parameters = (operation['parameters'] ?? []) as Part[];
  const parameter = [...((item['parameters'] ?? []) as Part[]), ...parameters]
    .map((part) => structuredClone(document.resolved(part)))
    .find(({ name }) => name === place);
  if (parameter) {
    // Of two with a name, the operation's is the one that counts.
    operation['parameters'] = [
      ...parameters.filter((part) => document.resolved(part)['name'] !== place),
      parameter,
    ];
    return drop(keyword === 'required' ? parameter : document.open(parameter, 'schema'), keyword);
  }
  const { content } = operation['requestBody'] as { content: Readonly<Record<string, Part>> };
  for (const mediaType of Object.values(content)) {
    document.dropWithin(document.open(mediaType, 'schema'), place.split('.'), keyword);
  }
}

class Pages {
  readonly #root: Part;

  constructor(root: Part) {
    this.#root = root;
  }

  find(id: string): { readonly item: Part; readonly operation: Part } {
    for (const item of Object.values(this.#root['paths'] as Readonly<Record<string, Part>>)) {
      const operation = (Object.values(item) as Part[]).find((part) => part['operationId'] === id);
      if (operation) return { item, operation };
    }
    throw new Error(`there is no operation ${id}`);
  }

  resolved(part: Part): Part {
    const names = (part['$ref'] as string | undefined)?.slice(2).split('/') ?? [];
    const found = names.reduce<Part>((tree, name) => tree[name] as Part, this.#root);
    return names.length > 0 ? found : part;
  }

  /** A part of a part; where that is a reference, a copy takes its place, so that nobody else sees what is changed. */
  open(holder: Part, name: string): Part {
    const part = structuredClone(this.resolved(holder[name] as Part));
    holder[name] = part;
    return part;
  }

  dropWithin(schema: Part, [name, ...way]: readonly string[], keyword: string): void {
    if (name === undefined || name === '') return drop(schema, keyword);
    if (keyword === 'required' && way.length === 0) {
      const required = schema['required'] as readonly string[];
      schema['required'] = required.filter((entry) => entry !== name);
      return;
    }
    const holder = [schema, schema['properties'], schema['oneOf']].find(
      (part): part is Part => typeof part === 'object' && part !== null && name in part,
    );
    if (!holder) throw new Error(`there is no ${name}`);
    this.dropWithin(this.open(holder, name), way, keyword);
  }
}

function drop(part: Part, keyword: string): void {
  if (!(keyword in part)) throw new Error(`there is no ${keyword}`);
  delete part[keyword];
}
