import * as fc from 'fast-check';
import { ENCODINGS, ESCAPES, WITHIN_BASE64, tracesIn } from '../../model/secrets/spellings.ts';
import { recordingStore } from '../recording-store.ts';
import { reportedRun } from './judge-hostile.ts';

/** Where a server repeats a credential that it was sent, and how it spells it there. */
export interface Leak {
  readonly secret: string;
  /** Names of places. */
  readonly places: readonly string[];
  /** One for each echo, in turns: encoded, then escaped any number of times. */
  readonly spellings: readonly (readonly ((text: string) => string)[])[];
}

type Spell = (text: string) => string;

/** What an answer has of a spelled secret. */
interface Echo {
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const inHeader = (text: string): string => text.replaceAll(/[^ -~]/g, '');

const PLACES: Readonly<Record<string, (text: string) => Echo>> = {
  'a text': (text) => ({ type: 'text/plain', headers: {}, body: `no ${text}!` }),
  'a page': (text) => ({ type: 'text/html', headers: {}, body: `<p>${text}</p>` }),
  'a message': (text) => ({
    type: 'application/json',
    headers: {},
    body: JSON.stringify({ code: 7, message: `for ${text}` }),
  }),
  'a resource': (text) => ({
    type: 'application/json',
    headers: {},
    body: JSON.stringify({ id: 7, name: text, [text]: [text] }),
  }),
  'an address': (text) => ({
    type: 'application/json',
    headers: { location: inHeader(`/plants?t=${text}`) },
    body: '{}',
  }),
  'a cookie': (text) => ({
    type: 'application/json',
    headers: { 'set-cookie': inHeader(`session=${text}`), 'x-trace': inHeader(`of ${text};`) },
    body: '[]',
  }),
};

const spell: fc.Arbitrary<readonly Spell[]> = fc
  .tuple(
    fc.constantFrom<Spell>((text) => text, ...Object.values(ENCODINGS), ...WITHIN_BASE64),
    fc.array(fc.constantFrom(...Object.values(ESCAPES)), { maxLength: 2 }),
  )
  .map(([encode, escapes]) => [encode, ...escapes]);

/** A secret that no output has by chance. */
const secret = fc
  .tuple(
    fc.string({
      unit: fc.constantFrom(...'abcXYZ019!#$%&*+-./:;<=>?@^_`|~"\\'.split('')),
      maxLength: 24,
    }),
    fc.stringMatching(/^[a-z0-9]{8}$/),
  )
  .map(([odd, plain]) => `${plain.slice(0, 4)}${odd}${plain.slice(4)}`);

/** Any. */
export const leak: fc.Arbitrary<Leak> = fc.record({
  secret,
  places: fc.array(fc.constantFrom(...Object.keys(PLACES)), { minLength: 1, maxLength: 3 }),
  spellings: fc.array(spell, { minLength: 1, maxLength: 4 }),
});

/** Which spellings of the secret stand in what `verify` writes about a server that repeats it. */
export async function leaksOf({ secret: token, places, spellings }: Leak): Promise<string[]> {
  await using store = await recordingStore((_request, response, count) => {
    const steps = spellings[count % spellings.length]!;
    const { type, headers, body } = PLACES[places[count % places.length]!]!(
      steps.reduce((text, step) => step(text), token),
    );
    response.writeHead(count % 3 === 0 ? 500 : 200, { ...headers, 'Content-Type': type });
    response.end(body);
    return 'answered';
  });
  const { outputs } = await reportedRun(store.url, token, '--max-cases', '60');
  return Object.entries(outputs).flatMap(([name, text]) =>
    tracesIn(text, token).map((trace) => `${name} has ${JSON.stringify(trace)}`),
  );
}
