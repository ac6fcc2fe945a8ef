import { getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { Check } from './check.ts';
import type { Observation } from './finding.ts';
import { readJsonBody } from './read-body.ts';
import { isSameValue } from './same-value.ts';
import { propertiesOf } from './schema-of.ts';
import { standingOf } from './standing.ts';

/** Of a resource that an earlier request has created or changed, that one comes back. */
export const returnedResource: Check = {
  id: 'returned-resource',
  title: 'the resource that the path names comes back as it was left',
  check: ({ case: sent, outcome, ...rest }, { document }) => {
    const { given, operation, validity } = sent;
    const standing = standingOf({ case: sent, outcome, ...rest });
    if (given === undefined || operation.method !== 'GET') return [];
    if (standing.kind !== 'success' || validity.kind === 'invalid') return [];
    const pointer = standing.documented?.content[0]?.schemaPointer;
    const body = readJsonBody(standing.response);
    if (pointer === undefined || !body.ok || !isJsonObject(body.value)) return [];
    const named = propertiesOf(document, pointer);
    const returned = body.value;
    return Object.keys(given.resource).flatMap((name): Observation[] => {
      const property = named.get(name);
      const [was, is] = [given.resource[name]!, getProperty(returned, name)];
      if (property === undefined || property.schema['writeOnly'] === true) return [];
      // The server itself moves on what tells of time.
      const { readOnly, format } = property.schema;
      const isTime = readOnly === true && (format === 'date-time' || format === 'date');
      if (is === undefined || isTime || isSameValue(was, is, format)) return [];
      // Null says that there is none, for which the document has this.
      if (was === null && equalJson(property.schema['default'] ?? null, is)) return [];
      return [
        {
          severity: 'violation',
          rule: 'R4',
          message: `${name} comes back not as it was left`,
          received: `${name}: ${showJson(is, 120)}`,
          documented: `${name}: ${showJson(was, 120)}, as an earlier request has left it`,
          pointer: property.pointer,
        },
      ];
    });
  },
};
