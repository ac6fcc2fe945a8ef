/** What goes wrong with what there is one of. */
import type { Faulty } from '../member.ts';
import { type Change, type Fields, type Stages, merged } from '../service.ts';
import { shop } from '../shop.ts';
import { at } from './slips.ts';

const PUT = 'replaceSettings';
const PATCH = 'changeSettings';

function settingsFault(
  id: string,
  title: string,
  operations: readonly string[],
  change: Change,
): Faulty {
  const options = { allowChanges: true };
  return { id, title, service: shop, change: at(operations, change), at: operations, options };
}

/** What becomes of the settings. */
export function becoming(make: (was: Fields, sent: Fields, plain: Fields) => Fields): Change {
  return (plain): Pick<Stages, 'change'> => ({
    change: (call, resource, draft, isPatch) =>
      make(resource.fields, draft.sent, plain.change(call, resource, draft, isPatch)),
  });
}

const unconditional: Change = () => ({ condition: () => undefined });

export const settings: readonly Faulty[] = [
  settingsFault(
    'replaced-settings-are-lost',
    'settings that are put stay as they were',
    [PUT],
    becoming((was) => was),
  ),
  settingsFault(
    'changed-settings-are-lost',
    'settings that are changed stay as they were',
    [PATCH],
    becoming((was) => was),
  ),
  settingsFault(
    'replaced-settings-keep-the-banner',
    'settings that are put have what they lack from before',
    [PUT],
    becoming((was, _, now) => ({ ...was, ...now })),
  ),
  settingsFault(
    'changed-settings-lose-the-banner',
    'a change of something else takes the banner away',
    [PATCH],
    becoming((_, { banner }, { banner: _banner, ...now }) => ({
      ...now,
      ...(banner ? { banner } : {}),
    })),
  ),
  settingsFault(
    'a-change-replaces-all-mails',
    'a change of one mail resets the other',
    [PATCH],
    becoming((_, { mails }, now) =>
      mails === undefined
        ? now
        : { ...now, mails: { orders: false, news: false, ...(mails as Fields) } },
    ),
  ),
  settingsFault(
    'the-banner-is-not-removed',
    'null leaves the banner as it is',
    [PATCH],
    becoming(({ banner }, change, now) => (change['banner'] === null ? { ...now, banner } : now)),
  ),
  settingsFault(
    'the-shop-is-taken-from-clients',
    'the name of the shop is what a client says',
    [PUT],
    becoming((_, { shop: name }, now) => (name === undefined ? now : { ...now, shop: name })),
  ),
  settingsFault(
    'settings-are-put-on-any-condition',
    'If-Match is not read when settings are put',
    [PUT],
    unconditional,
  ),
  settingsFault(
    'settings-are-changed-on-any-condition',
    'If-Match is not read when settings are changed',
    [PATCH],
    unconditional,
  ),
  settingsFault(
    'settings-are-sent-again',
    'If-None-Match is not read',
    ['getSettings'],
    unconditional,
  ),
  {
    ...settingsFault(
      'settings-have-one-version',
      'the ETag is always the same',
      [PUT, PATCH],
      () => ({}),
    ),
    change: (plain) => ({
      etag: (resource) => (resource.kind === 'settings' ? '"settings"' : plain.etag(resource)),
    }),
  },
  settingsFault(
    'settings-are-changed-and-refused',
    'what is refused for its condition is changed all the same',
    [PATCH],
    (plain) => ({
      condition: (call, resource) => {
        const refusal = plain.condition(call, resource);
        if (refusal !== undefined) resource.fields = merged(resource.fields, call.body as Fields);
        return refusal;
      },
    }),
  ),
  {
    ...settingsFault(
      'settings-are-read-from-a-cache',
      'settings are always read as they were at first',
      [PUT, PATCH],
      () => ({}),
    ),
    change: (plain) => ({
      view: (resource, call) => {
        const isOld = call.operation === 'getSettings' && shop.kinds['settings']!.first;
        return plain.view(isOld ? { ...resource, fields: isOld } : resource, call);
      },
    }),
  },
];
