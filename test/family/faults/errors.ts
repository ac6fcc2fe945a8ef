import { onError, onRefusal, withBody, withHeaders, withType } from '../changes.ts';
import type { Faulty } from '../member.ts';
import type { Reason } from '../plant-request.ts';

const error = (
  name: string,
  change: Parameters<typeof onError>[0],
  ...reasons: Reason[]
): Faulty => ({
  name,
  rules: ['R2'],
  change: onError(change, ...reasons),
});
const page = '<!DOCTYPE html><html><body><h1>Bad Request</h1></body></html>';
const asPage = (...reasons: Reason[]): Faulty['change'] =>
  onRefusal((reply) => withType({ ...reply, body: page }, 'text/html'), ...reasons);
const asText = (...reasons: Reason[]): Faulty['change'] =>
  onRefusal((reply) => withType({ ...reply, body: 'Bad Request' }, 'text/plain'), ...reasons);
const empty = (...reasons: Reason[]): Faulty['change'] =>
  onRefusal(() => ({ status: 400, headers: {}, body: '' }), ...reasons);
const isBeyond = (fields: Readonly<Record<string, unknown>>): boolean =>
  /64 bits/.test(String(fields['message']));
const trace = [
  'Error: id is required',
  '    at judgePlant (/srv/plant-store/src/judge-plant.js:42:11)',
  '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
].join('\n');
const traces: readonly (readonly [string, string])[] = [
  ['Node.js', trace],
  ['Node.js on Windows', 'TypeError: x\n    at C:\\srv\\store.js:10:5'],
  [
    'Python',
    'Traceback (most recent call last):\n  File "/srv/store.py", line 12, in create\n    raise ValueError',
  ],
  [
    'Java',
    'java.lang.IllegalArgumentException: id\n\tat com.example.store.Plants.create(Plants.java:42)',
  ],
  [
    'Go',
    'panic: id is nil\n\ngoroutine 1 [running]:\nmain.create()\n\t/srv/store/main.go:42 +0x1d',
  ],
  [
    '.NET',
    'System.FormatException: id\n   at Store.Plants.Create(Plant plant) in C:\\srv\\Plants.cs:line 42',
  ],
  ['Ruby', "/srv/store/app.rb:42:in `create': id is nil (NoMethodError)"],
  ['PHP', 'Uncaught TypeError in /srv/store/index.php:42\nStack trace:\n#0 {main}'],
  ['Rust', "thread 'main' panicked at src/main.rs:42:9:\nid is required"],
];

/** Refusals that aren't of the documented shape. */
export const errorFaults: readonly Faulty[] = [
  error('no message', ({ error }) => ({ error })),
  error('no error number', ({ message }) => ({ message })),
  error('an error that is an empty object', () => ({})),
  error('error a string', (fields) => ({ ...fields, error: '400' })),
  error('error a word', (fields) => ({ ...fields, error: 'bad_request' })),
  error('error a fraction', (fields) => ({ ...fields, error: 400.5 })),
  error('error null', (fields) => ({ ...fields, error: null })),
  error('error true', (fields) => ({ ...fields, error: true })),
  error('error beyond int32', (fields) => ({ ...fields, error: 2 ** 31 })),
  error('error below int32', (fields) => ({ ...fields, error: -(2 ** 31) - 1 })),
  error('error a time stamp', (fields) => ({ ...fields, error: 1_767_225_600_000 })),
  error('error beyond int32 for ids beyond int64 only', (fields) =>
    isBeyond(fields) ? { ...fields, error: 9_223_372_036_854_775_808n } : fields,
  ),
  error('error an object', ({ message }) => ({ error: { code: 400, message } })),
  error('error below "error"', (fields) => ({ error: fields })),
  error('message a number', ({ error }) => ({ error, message: 400 })),
  error('message null', ({ error }) => ({ error, message: null })),
  error('message a list', (fields) => ({ ...fields, message: [fields['message']] })),
  error('message an object', (fields) => ({ ...fields, message: { en: fields['message'] } })),
  error('code instead of error', ({ error, message }) => ({ code: error, message })),
  error('a list of errors', (fields) => ({ errors: [fields] })),
  error('a list', (fields) => [fields]),
  error('a string', ({ message }) => message),
  error('an error that is null', () => null),
  error('a problem document', ({ message }) => ({ type: 'about:blank', title: message })),
  error('keys in capitals', ({ error, message }) => ({ Error: error, Message: message })),
  error('no message for broken JSON only', ({ error }) => ({ error }), 'syntax'),
  error('no message for a used id only', ({ error }) => ({ error }), 'used-id'),
  error('no message for a missing body only', ({ error }) => ({ error }), 'no-body'),
  error('no message for another media type only', ({ error }) => ({ error }), 'media-type'),
  error(
    'another shape for broken shapes only',
    ({ message }) => ({ detail: [{ msg: message }] }),
    'shape',
  ),
  error('another shape for a missing name only', (fields) =>
    fields['message'] === 'name is required' ? { detail: 'name' } : fields,
  ),
  { name: 'an empty 400', rules: ['R2'], change: empty() },
  {
    name: 'an empty 400 that says it is JSON',
    rules: ['R2'],
    change: onRefusal((reply) => ({ ...reply, body: '' })),
  },
  { name: 'an empty 400 for broken JSON', rules: ['R2'], change: empty('syntax') },
  { name: 'an empty 400 for a missing body', rules: ['R2'], change: empty('no-body') },
  { name: 'pages', rules: ['R3', 'R2'], change: asPage() },
  { name: 'a page for broken JSON', rules: ['R3', 'R2'], change: asPage('syntax') },
  { name: 'a page for a missing body', rules: ['R3', 'R2'], change: asPage('no-body') },
  { name: 'plain text', rules: ['R3', 'R2'], change: asText() },
  { name: 'plain text for broken JSON', rules: ['R3', 'R2'], change: asText('syntax') },
  {
    name: 'a page that says it is JSON',
    rules: ['R2'],
    change: onRefusal((reply) => ({ ...reply, body: page })),
  },
  {
    name: 'errors as text/plain',
    rules: ['R3'],
    change: onRefusal((reply) => withType(reply, 'text/plain')),
  },
  {
    name: 'errors as text/html for broken JSON only',
    rules: ['R3'],
    change: onRefusal((reply) => withType(reply, 'text/html'), 'syntax'),
  },
  {
    name: 'errors without a media type',
    rules: ['R3'],
    change: onRefusal((reply) => ({ ...reply, headers: {} })),
  },
  {
    name: 'errors as problem+json',
    rules: ['R3'],
    change: onRefusal((reply) => withType(reply, 'application/problem+json')),
  },
  {
    name: 'errors with a byte order mark',
    rules: ['R2'],
    change: onRefusal((reply) => withBody(reply, (text) => `\uFEFF${text}`)),
  },
  {
    name: 'errors in Latin-1',
    rules: ['R2'],
    change: onRefusal((reply) => ({
      ...reply,
      body: Buffer.from('{"error":400,"message":"ungültig"}', 'latin1'),
    })),
  },
  {
    name: 'errors that break off',
    rules: ['R2'],
    change: onRefusal((reply) => withBody(reply, (text) => text.slice(0, -2))),
  },
  {
    name: 'messages that quote without escapes',
    rules: ['R2'],
    change: onRefusal(
      (reply, { bytes }) => ({
        ...reply,
        body: `{"error":400,"message":"can't read ${bytes.toString().slice(0, 40)}"}`,
      }),
      'syntax',
    ),
  },
  {
    name: 'gzip that is none for refusals',
    rules: ['R2'],
    change: onRefusal((reply) => withHeaders(reply, { 'Content-Encoding': 'gzip' })),
  },
  ...traces.map(([language, message]): Faulty => ({
    name: `stack traces of ${language}`,
    rules: ['R6'],
    severity: 'warning',
    change: onError((fields) => ({ ...fields, message })),
  })),
  {
    name: 'a stack trace beside the message, for broken JSON only',
    rules: ['R6'],
    severity: 'warning',
    change: onError((fields) => ({ ...fields, stack: trace }), 'syntax'),
  },
];
