import { type Fault, onSuccess, onName, body, fault } from './fault.ts';

/** Success that isn't the documented one. */
export const wrongSuccess: readonly Fault[] = [
  fault(
    'R1',
    'answers 201',
    onSuccess((reply) => ({ ...reply, status: 201 })),
  ),
  fault(
    'R1',
    'answers 202',
    onSuccess((reply) => ({ ...reply, status: 202 })),
  ),
  fault(
    'R1',
    'answers 204',
    onSuccess((reply) => ({ ...reply, status: 204, headers: {}, body: '' })),
  ),
  fault(
    'R1',
    'redirects',
    onSuccess((reply) => ({
      ...reply,
      status: 303,
      headers: { ...reply.headers, location: '/plants/1' },
    })),
  ),
  fault(
    'R1',
    'drops the name',
    onName(() => undefined),
  ),
  fault(
    'R1',
    'answers name null',
    onName(() => null),
  ),
  fault(
    'R1',
    'answers the name as a list',
    onName((name) => [name]),
  ),
  fault(
    'R1',
    'answers the name as an object',
    onName((value) => ({ value })),
  ),
  fault(
    'R1',
    'answers a name of digits as a number',
    onSuccess((reply) => ({ ...reply, json: { ...reply.json, name: 42 } })),
  ),
  fault(
    'R1',
    'answers tag null where none was sent',
    onSuccess((reply) => ({ ...reply, json: { tag: null, ...reply.json } })),
  ),
  fault(
    'R1',
    'answers the tag as a list',
    onSuccess((reply) => ({ ...reply, json: { ...reply.json, tag: ['climber'] } })),
  ),
  fault(
    'R1',
    'wraps the plant',
    onSuccess((reply) => ({ ...reply, json: { plant: reply.json } })),
  ),
  fault('R1', 'answers a list', onSuccess(body((text) => `[${text}]`))),
  fault('R1', 'answers a string of JSON', onSuccess(body((text) => JSON.stringify(text)))),
  fault('R1', 'answers nothing', onSuccess(body(() => ''))),
  fault('R1', 'answers broken JSON', onSuccess(body((text) => text.slice(0, -1)))),
  fault('R1', 'answers JSON with something behind it', onSuccess(body((text) => `${text};`))),
  fault('R1', 'answers with a byte order mark', onSuccess(body((text) => `\uFEFF${text}`))),
  fault('R1', 'answers in Latin-1', onSuccess(body((text) => Buffer.from(text, 'latin1')))),
  fault(
    'R1',
    'answers an error as 200',
    onSuccess((reply, { count }) =>
      count % 7 === 0 ? { ...reply, json: { error: 1, message: 'no' } } : reply,
    ),
  ),
  fault(
    'R1',
    'says gzip and sends none',
    onSuccess((reply) => ({ ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' } })),
  ),
];
