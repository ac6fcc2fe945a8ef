import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import type { FrontFacts } from '../fronts.ts';
import type { WireResponse } from '../raw-connection.ts';
import { contentCoding } from './content-coding.ts';
import { expectError, fail, headerOf } from './expect-answer.ts';
import { type FuzzRequest, type Thing, TOKEN } from './fuzz-request.ts';
import { thingBody } from './thing-body.ts';
import { readThing } from './read-thing.ts';
import { type ServicePlace, servicePlace } from './service-place.ts';
import { inShape, wireShape } from './wire-shape.ts';

/** A header that is right or wrong. */
interface Choice {
  readonly value?: string;
  readonly isRight: boolean;
}

function choices(right: readonly string[], wrong: readonly (string | undefined)[]) {
  const wrongs = wrong.map((value): Choice => ({
    ...(value !== undefined && { value }),
    isRight: false,
  }));
  return fc.oneof(
    {
      weight: 12,
      arbitrary: fc.constantFrom(...right.map((value): Choice => ({ value, isRight: true }))),
    },
    { weight: 1, arbitrary: fc.constantFrom(...wrongs) },
  );
}

const credential = choices(
  [`Bearer ${TOKEN}`, `Bearer ${TOKEN}`, `Bearer   ${TOKEN}`, `bearer ${TOKEN}`, `BEARER ${TOKEN}`],
  [undefined, '', 'Bearer', `Basic ${TOKEN}`, TOKEN, `Bearer,${TOKEN}`, 'Bearer invalid-token'],
);

const mediaType = choices(
  [
    'application/json',
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
    'application/json ; x=y',
    'application/json;',
    'application/json; charset=utf8',
    'application/json;;a="b;c"',
  ],
  [
    undefined,
    '',
    'text/plain',
    'text/json',
    'application/jsonx',
    'application',
    'application/',
    'application/vnd.api+json',
    'application/json; charset=utf-16',
    'multipart/form-data',
    ';;',
    'application/xml, application/json',
    '*/*',
    'application/*',
    `a/${'b'.repeat(500)}`,
  ],
);

/** Requests to create a thing, in well-formed HTTP: valid, nearly valid, and wrong in several ways. */
export function createRequests(
  { prism }: FrontFacts,
  place: fc.Arbitrary<ServicePlace> = servicePlace,
): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      place,
      credential,
      mediaType,
      coding: contentCoding,
      body: thingBody,
      shape: wireShape,
    })
    .map(({ place, credential, mediaType, coding, body, shape }) => {
      const bytes = Buffer.from(body, 'latin1');
      const thing = readThing(bytes);
      const faults = [
        ...(credential.isRight ? [] : ['credential']),
        ...(mediaType.isRight ? [] : ['media type']),
        ...(coding.isRight ? [] : ['coding']),
        ...(thing === undefined ? ['body'] : []),
        ...(place.sandbox === undefined ? ['sandbox'] : []),
      ];
      const headers = [
        ['Host', 'store.example'],
        ...place.headers,
        ...header('Authorization', credential.value),
        ...header('Content-Type', mediaType.value),
        ...header('Content-Encoding', coding.value),
      ] as const;
      const content = coding.encode(bytes).toString('latin1');
      const isValid = faults.length === 0 && thing !== undefined;
      return {
        kind: `create: ${faults.length > 1 ? 'several faults' : (faults[0] ?? 'valid')}`,
        method: 'POST',
        bytes: inShape({ method: 'POST', target: place.target, headers, body: content }, shape),
        statuses: isValid ? [200] : [400],
        creation: isValid ? { sandbox: place.sandbox!, thing } : undefined,
        inspect: (answer) => {
          if (answer.status === 400) expectError(answer);
          else expectThing(answer, thing!);
          if (prism === 'nowhere') return;
          expectFindings(
            answer,
            faults,
            prism === 'everywhere' || /^[^@]*\/things/.test(place.target),
          );
        },
      };
    });
}

function header(name: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[name, value]];
}

/** What Prism thinks of credentials, charsets and sandboxes is its own. */
function expectFindings(answer: WireResponse, faults: readonly string[], isSeen: boolean): void {
  const findings = headerOf(answer, 'sl-violations');
  if (faults.length === 0 && findings?.includes('"severity":"error"'))
    fail('Prism finds a fault', answer);
  if (isSeen && isDeepStrictEqual(faults, ['body']) && findings === undefined)
    fail('Prism finds no fault', answer);
}

function expectThing(answer: WireResponse, { name, tag }: Thing): void {
  const value: unknown = JSON.parse(Buffer.from(answer.body, 'latin1').toString());
  const wanted = tag === undefined ? { name } : { name, tag };
  if (!isDeepStrictEqual(value, wanted)) fail('It is not the thing that was sent', answer);
}
