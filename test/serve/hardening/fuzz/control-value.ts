import * as fc from 'fast-check';
import { schemaArbitrary } from '../../../../src/verify/cases/generate/schema-arbitrary.ts';
import type { JsonValue } from '../../../../src/openapi/json/json-value.ts';
import { stringifyJson } from '../../../../src/openapi/json/stringify-json.ts';
import type { Operation } from '../../../../src/model/operation.ts';
import { effectiveSchema } from '../../../../src/openapi/schema/effective-schema.ts';
import { controlDocument } from '../../control/control-document.ts';

/** A body that is valid by the schema, and what comes of it where the store is a mock's. */
interface Meaning {
  readonly text: string;
  readonly statuses: readonly number[];
}

const yes = (status: number, text: string): Meaning => ({ text, statuses: [status] });
const no = (text: string): Meaning => ({ text, statuses: [400] });

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const things = fc
  .uniqueArray(int64, { maxLength: 5 })
  .map((ids) => `[${ids.map((id) => `{"id":${id},"name":"a","x":${id}}`).join(',')}]`);
const badThings = fc.constantFrom(
  '[{"id":9223372036854775808,"name":"a"}]',
  '[{"id":1}]',
  '[{"id":1,"name":"a"},{}]',
);

/** Bodies that say something, by operation id. */
const MEANINGS: Readonly<Record<string, fc.Arbitrary<Meaning>>> = {
  seedResources: fc.oneof(
    things.map((list) => ({ text: `{"resources":${list}}`, statuses: [200, 400] })),
    badThings.map((list) => no(`{"resources":${list}}`)),
  ),
  restoreSnapshot: fc.oneof(
    things.map((list) => yes(204, `{"resources":${list},"latency":0}`)),
    fc.constantFrom(
      yes(204, '{"resources":[{"id":1,"name":"a"},{"id":1,"name":"b"}],"profile":"lenient"}'),
      yes(204, '{"answers":{"createThing":{"used-id":"accepted"}},"scenario":null}'),
      no('{"answers":{"createThing":{"used-id":"perhaps"}}}'),
      no('{"answers":{"__proto__":{"used-id":"accepted"},"nobody":{}}}'),
      no('{"faults":[{"kind":"answer","headers":{"a b":"c"}}]}'),
      no('{"profile":"none-such"}'),
    ),
    badThings.map((list) => no(`{"resources":${list}}`)),
  ),
  setProfile: fc.constantFrom(
    yes(200, '{"profile":"lenient"}'),
    yes(200, '{"answers":{}}'),
    yes(200, '{"answers":{"createThing":{"malformed-json":"refused 422"}}}'),
    no('{"profile":"__proto__"}'),
    no('{"answers":{"createThing":{"constructor":"x"}}}'),
  ),
  answerQuestion: fc.constantFrom(
    yes(200, '{"question":"used-id","answer":"accepted"}'),
    no('{"question":"used-id","answer":"refused 200"}'),
    no('{"question":"toString","answer":"accepted"}'),
    no('{"question":"used-id","answer":"accepted","operation":"__proto__"}'),
  ),
  changeSettings: fc
    .constantFrom(0, 1, 2147483647)
    .map((latency) => yes(200, `{"latency":${latency}}`)),
  chooseScenario: fc.constantFrom(
    yes(204, '{"scenario":null}'),
    yes(204, '{"scenario":"full"}'),
    yes(204, '{"scenario":"outage"}'),
    no('{"scenario":"__proto__"}'),
    no('{"scenario":""}'),
  ),
  addFault: fc.constantFrom(
    yes(201, '{"kind":"answer"}'),
    yes(201, '{"kind":"answer","status":204,"body":"x","headers":{"X-A":"b","x-a":"c"}}'),
    yes(201, '{"kind":"latency","latency":2147483647,"times":null,"every":2147483647}'),
    yes(201, '{"kind":"answer","headers":{"__proto__":"x","constructor":"y"}}'),
    no('{"kind":"answer","headers":{"Content-Length":"5"}}'),
    no('{"kind":"answer","headers":{"Trailer":"X"}}'),
    no('{"kind":"answer","headers":{"X":"a\\r\\nY: b"}}'),
    no('{"kind":"answer","headers":{"X":"\u{1f331}"}}'),
    no('{"kind":"drop","operation":"constructor"}'),
  ),
};

/** Texts that are valid bodies of an operation by its schema. */
export function controlBody(operation: Operation): fc.Arbitrary<Meaning> {
  const pointer = operation.requestBody?.content[0]?.schemaPointer ?? '';
  const { root } = controlDocument;
  const any = schemaArbitrary(effectiveSchema(root, pointer)).map((value: JsonValue): Meaning => ({
    text: stringifyJson(value),
    statuses: [...successes(operation), 400],
  }));
  const meant = MEANINGS[operation.id];
  return meant === undefined ? any : fc.oneof(any, meant, meant);
}

/** The statuses of an operation's successes. */
export function successes({ responses }: Operation): number[] {
  return responses.map(({ status }) => Number(status)).filter((status) => status > 0);
}
