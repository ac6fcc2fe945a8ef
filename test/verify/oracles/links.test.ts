import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { withHeaders } from '../../family/changes.ts';
import { answering, both } from '../../rich/changes.ts';
import type { Change, Reply, Service } from '../../rich/service.ts';
import { tickets } from '../../rich/tickets.ts';
import { trips } from '../../rich/trips.ts';
import { runOnMock, toldBy } from './support.ts';

const told = (service: Service, change?: Change): Promise<string[]> =>
  toldBy('links', service, change);

/** Another Location for what is created at a path. */
function locating(path: RegExp, rewrite: (location: string, reply: Reply) => string): Change {
  return answering((reply, call) => {
    const { Location: location } = reply.headers;
    const isMeant = call.method === 'POST' && path.test(call.path) && location !== undefined;
    return isMeant ? withHeaders(reply, { Location: rewrite(String(location), reply) }) : reply;
  });
}

const lastPart = (location: string): string => location.slice(location.lastIndexOf('/') + 1);

it.each([trips, tickets])(
  'is silent where each Location leads to what was created',
  async (service) => {
    expect(await told(service)).toEqual([]);
  },
);

it.each([
  ['relative to the request', (location: string) => `stations/${lastPart(location)}`],
  ['relative to the server, with dots', (location: string) => `./trips/..${location}`],
  ['without its scheme, elsewhere', () => '//bikes.example/stations/1'],
])('resolves a Location: %s', async (_, rewrite) => {
  const findings = await told(trips, locating(/^\/stations$/, rewrite));
  expect(findings.filter((finding) => !finding.startsWith('note'))).toEqual([]);
});

it('does not follow a Location out of the server, and notes it', async () => {
  expect(
    await told(
      trips,
      locating(/^\/stations$/, () => 'https://bikes.example/v1/x'),
    ),
  ).toEqual(['note createStation: Location leads out of base_url: it is not followed']);
});

it.each([
  ['a path that is not there', (location: string) => location.replace('station', 'place')],
  ['a key that is none', () => '/stations/undefined'],
  ['the list', () => '/station'],
])('finds a Location that leads to nothing: %s', async (_, rewrite) => {
  expect(await told(trips, locating(/^\/stations$/, rewrite))).toEqual([
    'violation createStation: Location leads to nothing',
  ]);
});

it('is silent where a Location lacks what the document requires of a query', async () => {
  const box = `{ type: object, required: [id], properties: { id: { type: string, readOnly: true }, name: { type: string } } }`;
  const content = `content: { application/json: { schema: ${box} } }`;
  const text = `openapi: 3.1.0
info: { title: Boxes, version: '1' }
paths:
  /boxes:
    post:
      requestBody: { ${content} }
      responses: { '201': { description: Added, headers: { Location: { schema: { type: string } } }, ${content} } }
  /boxes/{id}:
    get:
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: owner, in: query, required: true, schema: { type: string } }
      responses: { '200': { description: It, ${content} }, '400': { description: Wrong }, '404': { description: None } }
`;
  const { findings } = await runOnMock(text, undefined, { only: ['oracle/links/'] });
  expect(findings.map(({ message }) => message)).toEqual([]);
});

it('finds a Location that leads to another resource', async () => {
  const fields = { id: 'first', name: 'Old harbour', code: 'OLD-0001', city: 'Lyon', docks: 1 };
  const times = { createdAt: 0, changedAt: 0 };
  const first: Change = (_, { resources }) => {
    resources.add({
      kind: 'station',
      parent: undefined,
      key: 'first',
      account: 'first',
      fields,
      version: 1,
      ...times,
    });
    return {};
  };
  const change = both(
    first,
    locating(/^\/stations$/, () => '/stations/first'),
  );
  expect(await told(trips, change)).toEqual([
    'violation createStation: Location leads to another resource',
  ]);
});

/** The service with a document that has links. */
function linked(links: object): Service {
  const document = parse(readFileSync(trips.file, 'utf8')) as {
    paths: Record<string, { post: { responses: Record<string, object> } }>;
  };
  Object.assign(document.paths['/trips']!.post.responses['201']!, { links });
  const file = join(mkdtempSync(join(tmpdir(), 'links-')), 'trips.json');
  writeFileSync(file, JSON.stringify(document));
  return { ...trips, file };
}

const toTrip = {
  operationId: 'getTrip',
  parameters: { 'path.tripId': '$response.body#/id' },
};
const toOrigin = {
  operationRef: '#/paths/~1stations~1{station_id}~1departures/get',
  parameters: { station_id: '$request.body#/originId', limit: 5 },
};
const toDestination = {
  operationId: 'getStation',
  parameters: { station_id: '{$response.body#/destinationId}' },
};

it('follows the links of a document', async () => {
  expect(await told(linked({ toTrip, toOrigin, toDestination }))).toEqual([]);
});

it('finds a link that leads to nothing', async () => {
  const toState = {
    operationId: 'getStation',
    parameters: { station_id: '$response.body#/state' },
  };
  expect(await told(linked({ toTrip, toState }))).toEqual([
    'warning createTrip: the link toState leads to nothing',
  ]);
  const wrong = { ...toTrip, parameters: { tripId: '$response.body#/originId' } };
  expect(await told(linked({ wrong }))).toEqual([
    'violation createTrip: the link wrong leads to nothing',
  ]);
});
