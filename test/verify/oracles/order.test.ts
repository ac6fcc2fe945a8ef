import { expect, it } from 'vitest';
import { loadDocument, verify } from '../../../src/index.ts';
import { startServer } from '../../rich/server.ts';
import { trips } from '../../rich/trips.ts';

it('a run that may be cut short plays its scenes before most cases', async () => {
  const document = await loadDocument(trips.file);
  await using server = await startServer(trips);
  const { credentials } = trips;
  const ids: string[] = [];
  const run = verify({ document, baseUrl: server.url, credentials, maxTime: 60, maxCases: 300 });
  for await (const event of run)
    if (event.type === 'exchange') ids.push(event.exchange.case.id.split('/')[0]!);
  expect(ids).toContain('random');
  expect(ids.indexOf('oracle')).toBeLessThan(ids.indexOf('random'));
  expect(ids.lastIndexOf('oracle')).toBeLessThan(ids.lastIndexOf('random'));
});
