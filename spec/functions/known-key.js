import { entriesOf } from './shared/objects.js';
import { METHODS, operationsOf } from './shared/operations.js';
import { isNear } from './shared/near-word.js';
import { schemasOf } from './shared/schemas.js';

/** OpenAPI 3.1.0, 4.8.9; the last is of 3.2. */
const PATH_ITEM = [
  ...METHODS,
  ...words('$ref summary description servers parameters additionalOperations'),
];

/** OpenAPI 3.1.0, 4.8.10. */
const OPERATION = words(`tags summary description externalDocs operationId parameters requestBody
  responses callbacks deprecated security servers`);

const SINCE_31 = /^3\.[1-9]/;

const STATUS = /^(?:[1-5](?:\d\d|XX)|default)$/;

/** JSON Schema 2020-12 and older, and what OpenAPI adds (3.1.0, 4.8.24; 3.0.4, 4.7.24). */
const SCHEMA = words(`$anchor $comment $defs $dynamicAnchor $dynamicRef $id $ref $schema $vocabulary
  additionalItems additionalProperties allOf anyOf const contains contentEncoding contentMediaType
  contentSchema default definitions dependencies dependentRequired dependentSchemas deprecated
  description discriminator else enum example examples exclusiveMaximum exclusiveMinimum externalDocs
  format id if items maxContains maxItems maxLength maxProperties maximum minContains minItems
  minLength minProperties minimum multipleOf not nullable oneOf pattern patternProperties prefixItems
  properties propertyNames readOnly required then title type unevaluatedItems unevaluatedProperties
  uniqueItems writeOnly xml`);

function words(text) {
  return text.split(/\s+/);
}

/**
 * Finds misspelt keys: those that a path item, an operation or its responses can't have, and those
 * that a schema may have, but that are nearly a keyword, or once were one.
 */
export default function knownKey(document) {
  return [
    ...pathItemFindings(document),
    ...operationFindings(document),
    ...schemaFindings(document),
  ];
}

function* pathItemFindings(document) {
  for (const [name, item] of entriesOf(document?.paths)) {
    if (name.startsWith('x-')) continue;
    for (const key of strangers(item, PATH_ITEM)) {
      yield finding(['paths', name, key], 'a path item', PATH_ITEM);
    }
  }
}

function* operationFindings(document) {
  for (const { operation, path } of operationsOf(document)) {
    for (const key of strangers(operation, OPERATION)) {
      yield finding([...path, key], 'an operation', OPERATION);
    }
    for (const status of strangers(operation.responses, [])) {
      if (STATUS.test(status)) continue;
      const message = `"${status}" is no status such as 200, 4XX or default`;
      yield { message, path: [...path, 'responses', status] };
    }
  }
}

function* schemaFindings(document) {
  for (const { schema, path } of schemasOf(document)) {
    if (schema.nullable !== undefined && SINCE_31.test(document.openapi)) {
      const message = '"nullable" says nothing since OpenAPI 3.1, where "null" is a type';
      yield { message, path: [...path, 'nullable'] };
    }
    for (const key of strangers(schema, SCHEMA)) {
      if (nearOf(key, SCHEMA)) yield finding([...path, key], 'a schema', SCHEMA);
    }
  }
}

function strangers(owner, known) {
  return entriesOf(owner)
    .map(([key]) => key)
    .filter((key) => !known.includes(key) && !key.startsWith('x-'));
}

function finding(path, owner, known) {
  const key = path.at(-1);
  const near = nearOf(key, known);
  const hint = near === undefined ? '' : `, but "${near}" is`;
  return { message: `"${key}" is no key of ${owner}${hint}`, path };
}

function nearOf(key, known) {
  return known.find((word) => isNear(key, word));
}
