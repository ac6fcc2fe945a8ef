import { entriesOf, isObject } from './shared/objects.js';
import { operationsOf } from './shared/operations.js';
import { choicesOf, extendsShape, flatten } from './shared/shape.js';

const ERROR_STATUS = /^[45](\d\d|XX)$/;
const SUCCESS_STATUS = /^2(\d\d|XX)$/;
const JSON_MEDIA = /^(application\/([\w.+-]+\+)?json|\*\/\*|application\/\*)\s*(;|$)/i;

/**
 * Finds error responses whose JSON body isn't the document's error schema.
 *
 * That is the component `Error`; else any component with "error" or "problem" in its name; else
 * whatever the first error response carries, so that the others have to agree with it.
 */
export default function errorResponseSchema(document) {
  let errors = errorSchemasOf(document);
  const findings = [];
  for (const { response, path } of errorResponsesOf(document)) {
    const bodies = entriesOf(response.content).filter(([media]) => JSON_MEDIA.test(media));
    const status = path.at(-1);
    if (bodies.length === 0) findings.push({ message: `${status} has no JSON body`, path });
    for (const [media, body] of bodies) {
      const schema = body?.schema;
      if (errors.length === 0 && isErrorObject(schema)) errors = [schema];
      if (errors.some((error) => extendsShape(schema, error))) continue;
      const bodyPath = [...path, 'content', media, ...(isObject(schema) ? ['schema'] : [])];
      findings.push({ message: `${status} has another body than an error`, path: bodyPath });
    }
  }
  return findings;
}

function errorSchemasOf(document) {
  const schemas = document?.components?.schemas;
  if (isObject(schemas?.Error)) return [schemas.Error].filter(isErrorObject);
  return entriesOf(schemas)
    .filter(([name, schema]) => /error|problem/i.test(name) && isObject(schema))
    .map(([, schema]) => schema);
}

function isErrorObject(schema) {
  if (!isObject(schema)) return false;
  const choices = choicesOf(schema);
  if (choices.length > 0 && choices.every(isErrorObject)) return true;
  const flat = flatten(schema);
  return flat.isObject && Object.keys(flat.properties).length > 0;
}

/** `default` counts as an error where success has a status of its own. */
function* errorResponsesOf(document) {
  for (const { operation, method, path } of operationsOf(document)) {
    if (method === 'head') continue;
    const responses = entriesOf(operation.responses);
    const hasSuccess = responses.some(([status]) => SUCCESS_STATUS.test(status));
    for (const [status, response] of responses) {
      const isError = ERROR_STATUS.test(status) || (status === 'default' && hasSuccess);
      if (isError && isObject(response)) yield { response, path: [...path, 'responses', status] };
    }
  }
}
