import { createdSchema } from '../../openapi/created-schema.ts';
import { type Diagnostic, DiagnosticError } from '../../openapi/diagnostic.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonObject, isJsonObject } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { identityOf, objectShape } from '../../openapi/object-shape.ts';
import { type YamlSource, readYaml } from '../../openapi/read-yaml.ts';
import { compileSchema } from '../../openapi/schema/compile-schema.ts';

/**
 * Reads resources to begin with: a YAML or JSON list, each valid as the body of the document's
 * first create operation, no id twice.
 *
 * @param file How the file is called in diagnostics.
 * @throws {DiagnosticError} with everything that is wrong with it.
 */
export function readSeed(text: string, file: string, document: OpenApiDocument): JsonObject[] {
  const source = readYaml(text, file);
  const diagnostics =
    source.diagnostics.length > 0 ? [...source.diagnostics] : inspect(source, document);
  if (diagnostics.length > 0) throw new DiagnosticError(`read the seed ${file}`, diagnostics, text);
  return source.value as JsonObject[];
}

function inspect(source: YamlSource, document: OpenApiDocument): Diagnostic[] {
  const { value } = source;
  const at = (pointer: string): Pick<Diagnostic, 'location' | 'pointer'> => ({
    location: source.locate(pointer) ?? source.locate(''),
    pointer,
  });
  if (!Array.isArray(value)) {
    const help = 'Write a list: each item begins with "- ".';
    return [{ code: 'not-a-list', message: 'a seed is a list of resources', help, ...at('') }];
  }
  const schemaPointer = createdSchema(document);
  if (schemaPointer === undefined) {
    const message = 'the document has no operation that creates something from JSON';
    return [{ code: 'no-create', message, help: 'Leave --seed out.', ...at('') }];
  }
  const validate = compileSchema(document.root, schemaPointer);
  const broken = value.flatMap((item, i) =>
    validate(item).map(({ message, instancePointer }): Diagnostic => {
      const place = at(`/${i}${instancePointer}`);
      const help = 'Write it as a request body that creates one.';
      return Object.assign(place, { code: 'invalid-resource', message, help });
    }),
  );
  if (broken.length > 0) return broken;
  const identity = identityOf(objectShape(document, schemaPointer));
  return identity === undefined ? [] : repeated(value.filter(isJsonObject), identity, at);
}

function repeated(
  items: readonly JsonObject[],
  identity: string,
  at: (pointer: string) => Pick<Diagnostic, 'location' | 'pointer'>,
): Diagnostic[] {
  const seen = new Set<string>();
  return items.flatMap((item, i) => {
    const key = showJson(item[identity] ?? null);
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    const message = `${identity} ${key} stands there twice`;
    return [
      {
        code: 'repeated-identity',
        message,
        help: 'Give each its own.',
        ...at(`/${i}/${identity}`),
      },
    ];
  });
}
