import { admitting } from './changes.ts';
import type { Change } from './base-store.ts';
import type { Conformant } from './member.ts';
import { type PlantRequest, Refusal, refuse } from './plant-request.ts';

const type = ({ headers }: PlantRequest): string => headers['content-type'] ?? '';
const hasToken = ({ headers }: PlantRequest): boolean => headers.authorization === 'Bearer secret';
const noToken = (): Refusal => refuse('token', 'a valid token is required', 401);

/** Takes what a condition names as if it were at the path, or sent as JSON. */
const forgiving = (when: (request: PlantRequest) => boolean): Change =>
  admitting((request, plain) =>
    plain.admit(
      when(request)
        ? {
            ...request,
            path: '/plants',
            headers: { ...request.headers, 'content-type': 'application/json' },
          }
        : request,
    ),
  );

/** Stores that differ in what frameworks differ in. */
export const frameworks: readonly Conformant[] = [
  {
    name: 'reads the body before it looks at the token',
    token: 'secret',
    change: (plain) => ({
      parse: (request) => {
        const value = plain.parse(request);
        return value instanceof Refusal || hasToken(request) ? value : noToken();
      },
    }),
  },
  {
    name: 'looks at the plant before it looks at the token',
    token: 'secret',
    change: (plain) => ({
      judge: (value, request) => {
        const plant = plain.judge(value, request);
        return plant instanceof Refusal || hasToken(request) ? plant : noToken();
      },
    }),
  },
  {
    name: 'redirects a path with a slash at its end',
    change: admitting((request, plain) =>
      request.path === '/plants/' && request.method === 'POST'
        ? new Refusal('path', { status: 307, headers: { Location: '/plants' }, body: '' })
        : plain.admit(request),
    ),
  },
  {
    name: 'ignores a slash at the end of the path',
    change: (plain) => ({
      admit: (request) => plain.admit({ ...request, path: request.path.replace(/(?<=.)\/$/, '') }),
    }),
  },
  { name: 'takes any +json', change: forgiving((request) => /\+json/.test(type(request))) },
  {
    name: 'other charsets and other media types are a 415, an empty body is a 422',
    change: admitting((request, plain) => {
      const refusal = plain.admit(request);
      if (refusal?.reason === 'no-body' && type(request) !== '') {
        return refuse('no-body', 'a plant is required', 422);
      }
      if (refusal?.reason === 'media-type') return refuse('media-type', 'no', 415);
      const isOther = refusal === undefined && /charset=(?!"?utf-?8)/i.test(type(request));
      return isOther ? refuse('media-type', 'no', 415) : refusal;
    }),
  },
];
