/** Whether a server that conforms is judged alike, however often, beside whom and with which seed it is asked. */
import { verify } from '../../src/index.ts';
import type { VerifyOptions } from '../../src/index.ts';
import { documentOf, falseAlarms } from './judge.ts';
import type { Conformant } from './member.ts';
import { startServer } from './server.ts';

/** Runs one after the other against the same data, with a seed each. */
const IN_A_ROW = 5;

/** What was not as in the first run, or held against the server; empty where all is well. */
export async function unsteadiness(
  member: Conformant,
  options: Pick<VerifyOptions, 'maxCases'>,
): Promise<string[]> {
  const { service, change } = member;
  const document = await documentOf(service);
  await using server = await startServer(service, change);
  const { credentials } = service;
  const base = { document, baseUrl: server.url, credentials, ...member.options, ...options };
  const judge = async (seed: number, what: string): Promise<string[]> => {
    const result = await verify({ ...base, seed }).result;
    const alarms = falseAlarms(result, member);
    const verdict = result.verdict === 'fail' ? ['the verdict is fail'] : [];
    return [...alarms, ...verdict].map((alarm) => `${what}: ${alarm}`);
  };
  const found: string[] = [];
  for (let run = 1; run <= IN_A_ROW; run += 1) found.push(...(await judge(run, `run ${run}`)));
  const together = await Promise.all([judge(11, 'one of two'), judge(12, 'the other of two')]);
  return [...found, ...together.flat()];
}
