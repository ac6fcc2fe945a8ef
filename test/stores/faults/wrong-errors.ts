import { type Fault, html, onSuccess, onRefusal, body, fault } from './fault.ts';
import { toJson } from '../store.ts';

/** Error bodies. */
export const wrongErrors: readonly Fault[] = [
  fault(
    'R2',
    'answers 400 without message',
    onRefusal((reply) => ({ ...reply, json: { error: 400 } })),
  ),
  fault(
    'R2',
    'answers 400 without error',
    onRefusal((reply) => ({ ...reply, json: { message: 'no' } })),
  ),
  fault(
    'R2',
    'answers 400 with error as a string',
    onRefusal((reply) => ({ ...reply, json: { ...reply.json, error: 'E1' } })),
  ),
  fault(
    'R2',
    'answers 400 with error beyond int32',
    onRefusal((reply) => ({ ...reply, json: { ...reply.json, error: 2 ** 31 } })),
  ),
  fault(
    'R2',
    'answers 400 with error below int32',
    onRefusal((reply) => ({ ...reply, json: { ...reply.json, error: -(2 ** 31) - 1 } })),
  ),
  fault(
    'R2',
    'answers 400 with a fraction as error',
    onRefusal((reply) => ({ ...reply, json: { ...reply.json, error: 400.5 } })),
  ),
  fault(
    'R2',
    'answers 400 with message null',
    onRefusal((reply) => ({ ...reply, json: { ...reply.json, message: null } })),
  ),
  fault(
    'R2',
    'answers 400 with a list of messages',
    onRefusal((reply) => ({ ...reply, json: { ...reply.json, message: ['no'] } })),
  ),
  fault('R2', 'answers 400 with nothing', onRefusal(body(() => ''))),
  fault(
    'R2',
    'answers 400 with a problem document',
    onRefusal((reply) => ({ ...reply, json: { title: 'no', status: 400 } })),
  ),
  fault(
    'R2',
    'answers one 400 in another shape',
    onRefusal((reply) =>
      reply.json['message'] === 'the body is not JSON'
        ? { ...reply, json: { msg: 'syntax' } }
        : reply,
    ),
  ),
  fault('R3', 'answers 400 as a page', onRefusal(body(() => '<h1>Bad Request</h1>', html))),
  fault(
    'R3',
    'answers 400 as text',
    onRefusal((reply) => ({ ...reply, headers: { 'content-type': 'text/plain' } })),
  ),
  fault(
    'R3',
    'answers 400 as problem+json',
    onRefusal((reply) => ({ ...reply, headers: { 'content-type': 'application/problem+json' } })),
  ),
  fault(
    'R3',
    'answers 200 as a page',
    onSuccess((reply) => ({ ...reply, headers: html })),
  ),
  fault(
    'R3',
    'answers 200 without a media type',
    onSuccess((reply) => ({ ...reply, headers: {} })),
  ),
  fault(
    'R3',
    'answers 200 as text/json',
    onSuccess((reply) => ({ ...reply, headers: { 'content-type': 'text/json' } })),
  ),
  fault(
    'R3',
    'says UTF-16',
    onSuccess((reply) => ({
      ...reply,
      headers: { 'content-type': 'application/json; charset=utf-16' },
      body: Buffer.from(toJson(reply.json), 'utf8'),
    })),
  ),
];
