import type { Conformant } from '../member.ts';
import { shop } from '../shop.ts';
import { tickets } from '../tickets.ts';
import { trips } from '../trips.ts';
import { methods, queries } from './queries.ts';
import { combinations, references, states, time, unique } from './rules.ts';
import { settings } from './settings.ts';
import { actions, contents, identities } from './ways.ts';
import { errors, protocol } from './wire.ts';

/** Servers that keep their contract: none may be blamed. */
export const conformant: readonly Conformant[] = [
  { id: 'trips', title: 'nothing unusual', service: trips },
  { id: 'tickets', title: 'nothing unusual', service: tickets },
  { id: 'shop', title: 'nothing unusual', service: shop },
  ...references,
  ...combinations,
  ...unique,
  ...time,
  ...identities,
  ...states,
  ...actions,
  ...contents,
  ...protocol,
  ...errors,
  ...queries,
  ...methods,
  ...settings,
];
