import { type RunningStore, startStore } from './base-store.ts';
import { conformant } from './conformant.ts';
import { faulty } from './faults/index.ts';

/** Starts the store of the family that has this name. */
export async function startMember(name: string): Promise<RunningStore> {
  const member = [...conformant, ...faulty].find((faulty) => faulty.name === name);
  if (!member) throw new Error(`Failed to start "${name}": the family has none of this name.`);
  return await startStore(member.change);
}
