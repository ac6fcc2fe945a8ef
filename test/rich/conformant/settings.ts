/** Shops whose settings a run may change. */
import { both, keeping, telling } from '../changes.ts';
import type { Conformant } from '../member.ts';
import type { Change } from '../service.ts';
import { shop } from '../shop.ts';

function settingsWay(id: string, title: string, change: Change = () => ({})): Conformant {
  return { id, title, service: shop, change, options: { allowChanges: true } };
}

/** Settings, changed in different ways. */
export const settings: readonly Conformant[] = [
  settingsWay('settings-may-be-changed', 'nothing unusual, and the run may change the settings'),
  settingsWay('settings-have-weak-etags', 'the ETags are weak', (plain) => ({
    etag: (resource) => `W/${plain.etag(resource)}`,
  })),
  settingsWay(
    'settings-need-a-version',
    'a change has to say which version it is of',
    (plain, world) => ({
      condition: (call, resource) =>
        /^(?:change|replace)Settings$/.test(call.operation) &&
        call.headers['if-match'] === undefined
          ? world.refuse('condition', 'If-Match is required', 428)
          : plain.condition(call, resource),
    }),
  ),
  settingsWay('settings-have-no-etags', 'conditions are of no effect', () => ({
    condition: () => undefined,
    finish: (reply) => {
      const { ETag: _, ...headers } = reply.headers;
      return { ...reply, headers };
    },
  })),
  settingsWay(
    'settings-have-an-empty-banner',
    'a banner that is empty is none, and none is told as null',
    both(
      keeping('settings', (fields: { banner?: string }) =>
        fields.banner === '' ? { ...fields, banner: null } : fields,
      ),
      telling((fields) => ({ banner: null, ...fields }), 'settings'),
    ),
  ),
];
