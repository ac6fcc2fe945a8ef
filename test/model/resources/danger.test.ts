import { expect, it } from 'vitest';
import { operations } from '../../../src/model/operation.ts';
import { dangerOf } from '../../../src/model/resources/danger.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';

it.each<[method: string, path: string, spreads: boolean | undefined]>([
  ['post', '/restore', true],
  ['post', '/teams/{team}/restore', undefined],
  ['delete', '/teams/{team}', undefined],
  ['post', '/teams/{team}/shutdown', true],
  ['post', '/teams/{team}/stop', undefined],
  ['post', '/teams/{team}:stop', undefined],
  ['post', '/hosts/{host}/stop', true],
  ['post', '/hosts/{host}/restore', true],
])('%s %s spreads: %s', (method, path, spreads) => {
  const document = documentFromValue({
    paths: {
      '/teams': { post: {} },
      '/teams/{team}': { get: {} },
      '/hosts/{host}': { get: {} },
      [path]: { [method]: { operationId: method === 'delete' ? 'revoke' : 'act' } },
    },
  });
  const operation = operations(document).find((candidate) =>
    /^(?:act|revoke)$/.test(candidate.id),
  )!;
  expect(dangerOf(document, operation)?.spreads).toBe(spreads);
});

it.each([
  ['Stops the team', undefined],
  ['Stops a whole team at once', undefined],
  ['Stops the server', true],
  ['Wipes the team', true],
])('"%s" of one team spreads: %s', (summary, spreads) => {
  const document = documentFromValue({
    paths: {
      '/teams': { post: {} },
      '/teams/{team}': { get: {} },
      '/teams/{team}/end': { post: { summary } },
    },
  });
  const operation = operations(document).find(({ path }) => path.endsWith('/end'))!;
  expect(dangerOf(document, operation)?.spreads).toBe(spreads);
});

it.each(['Patch project', 'Patches the project'])('"%s" changes what is there', (summary) => {
  const document = documentFromValue({ paths: { '/projectData': { post: { summary } } } });
  expect(dangerOf(document, operations(document)[0]!)?.reason).toMatch(/it says "patch/);
});

it('what imports several, as one is created, changes nothing that is there', () => {
  const json = (schema: JsonObject): JsonObject => ({
    content: { 'application/json': { schema } },
  });
  const pupil = { type: 'object', properties: { name: { type: 'string' } } };
  const imported = {
    requestBody: json({ type: 'array', items: { $ref: '#/components/schemas/Pupil' } }),
  };
  const document = documentFromValue({
    paths: {
      '/pupils': { post: { requestBody: json({ $ref: '#/components/schemas/Pupil' }) } },
      '/pupils/bulk': { post: { operationId: 'importPupils', ...imported } },
      '/rules': { post: { operationId: 'importRules' } },
    },
    components: { schemas: { Pupil: pupil } },
  });
  const [, several, rules] = operations(document);
  expect(dangerOf(document, several!)).toBeUndefined();
  expect(dangerOf(document, rules!)?.spreads).toBe(true);
});

it.each<[method: string, path: string, id: string | undefined, spreads: boolean | undefined]>([
  ['post', '/api/sendmail', undefined, false],
  ['get', '/api/sendmail', undefined, true],
  ['post', '/api/runscript', undefined, false],
  ['get', '/api/run-command', undefined, true],
  ['post', '/mails/test', 'testMail', false],
  ['post', '/v3/cluster/member/add', 'Cluster_MemberAdd', false],
  ['post', '/swarm/init', 'SwarmInit', false],
  ['post', '/swarm/leave', 'SwarmLeave', false],
  ['post', '/v3/cluster/member/list', 'Cluster_MemberList', undefined],
  ['post', '/rules/save', 'persistRules', false],
  ['post', '/rules/save', 'saveRule', undefined],
  ['post', '/clusters', 'addCluster', undefined],
  ['post', '/members', 'addMember', undefined],
  ['post', '/messages', 'sendMessage', undefined],
  ['post', '/runs', 'createRun', undefined],
  ['get', '/scripts', 'listScripts', undefined],
  ['get', '/maintenance/status', undefined, undefined],
  ['get', '/reset/status', undefined, undefined],
  ['get', '/restart/{service}', undefined, true],
  ['get', '/stop/{stop}', 'getStop', undefined],
  ['post', '/maintenance/status', undefined, true],
  ['post', '/maintenance_windows', 'createMaintenanceWindow', undefined],
])('%s %s (%s) reaches further: %s', (method, path, operationId, spreads) => {
  const node = operationId === undefined ? {} : { operationId };
  const document = documentFromValue({ paths: { [path]: { [method]: node } } });
  expect(dangerOf(document, operations(document)[0]!)?.spreads).toBe(spreads);
});
