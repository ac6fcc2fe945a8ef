/**
 * The add-ons: each stands behind an interface of the room that uses it, and is loaded by name. A
 * build without one of them is a build without its line here.
 */
import type { Linter } from '../openapi/linter.ts';
import type { ConnectStore } from '../serve/shared/shared-store.ts';
import type { CreateValidator } from '../serve/validator.ts';
import type { SecondJudge } from '../verify/second-judge.ts';

/** What an add-on can be, each behind its interface. */
export interface AddonParts {
  readonly createValidator: CreateValidator;
  readonly linter: Linter;
  readonly secondJudge: SecondJudge;
  readonly connectStore: ConnectStore;
}

const ADDONS: Readonly<Record<string, () => Promise<Partial<AddonParts>>>> = {
  dredd: () => import('./dredd/run-dredd.ts'),
  prism: () => import('./prism/prism.ts'),
  redis: () => import('./redis/redis.ts'),
  spectral: () => import('./spectral/spectral.ts'),
};

/**
 * Loads one part of an add-on.
 *
 * @param name Such as `prism`.
 * @throws {Error} where there is no such add-on, or it is something else.
 */
export async function loadAddon<Part extends keyof AddonParts>(
  name: string,
  part: Part,
): Promise<AddonParts[Part]> {
  const addon = await ADDONS[name]?.();
  const loaded = addon?.[part];
  if (loaded === undefined) throw new Error(`the add-on ${name} is not part of this build`);
  return loaded;
}

/** Loads Prism as the validator of a mock. */
export const loadValidator = (): Promise<CreateValidator> => loadAddon('prism', 'createValidator');
