import { compileSchema } from '../../openapi/schema/compile-schema.ts';
import { parameterReader } from '../../model/parameters/read-parameter.ts';
import type { Check } from './check.ts';
import { headerValue } from '../../http/exchange.ts';
import type { Observation } from './finding.ts';
import { standingOf } from './standing.ts';

/** Documented headers are there where they are required, and fit their schema. */
export const responseHeaders: Check = {
  id: 'response-headers',
  title: 'responses have the documented headers',
  check: (exchange, { document }) => {
    const standing = standingOf(exchange);
    if (standing.kind === 'failure' || standing.documented === undefined) return [];
    if (standing.kind === 'success' && exchange.case.validity.kind === 'invalid') return [];
    const { response, documented } = standing;
    const rule = standing.kind === 'success' ? 'R1' : 'R2';
    const say = (pointer: string, message: string, received: string): Observation => {
      const words = `the header as ${pointer} has it`;
      return { severity: 'violation', rule, message, received, documented: words, pointer };
    };
    return documented.headers.flatMap((header): Observation[] => {
      const { name, required, pointer, schemaPointer } = header;
      const text = headerValue(response.headers, name);
      const what = `a ${response.status}`;
      if (text === undefined) {
        return required ? [say(pointer, `${what} lacks the header ${name}`, `no ${name}`)] : [];
      }
      if (schemaPointer === undefined) return [];
      const read = parameterReader(document.root, header);
      const value = read({ query: [], pathPart: () => undefined, header: () => text });
      const validate = compileSchema(document.root, schemaPointer, 'response');
      const [issue] = value === undefined ? [] : validate(value, `the header ${name}`);
      const reason = issue?.message.replace(/, got .*$/s, '');
      return reason === undefined ? [] : [say(issue!.schemaPointer, `${what}: ${reason}`, text)];
    });
  },
};
