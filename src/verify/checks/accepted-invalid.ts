import { isJsonObject } from '../../openapi/json/json-value.ts';
import { valueAt } from '../../openapi/pointer.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { integerRange } from '../../openapi/schema/integer-format.ts';
import type { Check } from './check.ts';
import { showResponse } from './show.ts';
import { documentedErrors, standingOf } from './standing.ts';

/** What the document rules out is refused; an integer outside its format is R7's own. */
export const acceptedInvalid: Check = {
  id: 'accepted-invalid',
  title: 'an invalid request is not answered with success',
  check: (exchange, { document }) => {
    const { validity, operation } = exchange.case;
    const standing = standingOf(exchange);
    if (standing.kind !== 'success' || validity.kind !== 'invalid') return [];
    return [
      {
        severity: 'violation',
        rule: isIntegerFormat(document, validity.pointer) ? 'R7' : 'R5',
        message: `an invalid request is accepted: ${validity.reason}`,
        received: showResponse(standing.response),
        documented: `a refusal (${documentedErrors(operation).words}): ${validity.reason}`,
        pointer: validity.pointer,
      },
    ];
  },
};

/** Whether the pointer names the `format` of an int32 or int64. */
function isIntegerFormat(document: OpenApiDocument, pointer: string): boolean {
  const end = pointer.lastIndexOf('/');
  if (pointer.slice(end + 1) !== 'format') return false;
  const schema = valueAt(document.root, pointer.slice(0, end));
  const format = isJsonObject(schema) ? schema['format'] : undefined;
  return typeof format === 'string' && integerRange(format) !== undefined;
}
