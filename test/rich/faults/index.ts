import type { Faulty } from '../member.ts';
import { answers } from './answers.ts';
import { changing } from './changing.ts';
import { conditions } from './conditions.ts';
import { crashes } from './crashes.ts';
import { errors } from './errors.ts';
import { failures } from './failures.ts';
import { filters } from './filters.ts';
import { leaks } from './leaks.ts';
import { linking } from './links.ts';
import { lists } from './lists.ts';
import { pages } from './pages.ts';
import { parents } from './parents.ts';
import { readOnly } from './read-only.ts';
import { repeats } from './repeats.ts';
import { rights } from './rights.ts';
import { searching } from './searching.ts';
import { settings } from './settings.ts';
import { shopping } from './shopping.ts';
import { siblings } from './siblings.ts';
import { spellings } from './spellings.ts';
import { validation } from './validation.ts';
import { values } from './values.ts';
import { whatever } from './whatever.ts';

/** Servers with one fault each, by theme. */
export const themes: Readonly<Record<string, readonly Faulty[]>> = {
  validation,
  answers: [...answers, ...errors],
  values: [...values, ...leaks],
  crashes: [...crashes, ...failures],
  lists,
  siblings,
  parents,
  changing,
  filters,
  pages,
  rights,
  'read-only': readOnly,
  conditions,
  repeats,
  links: linking,
  whatever,
  spellings,
  shopping,
  settings,
  searching,
};

export const faulty: readonly Faulty[] = Object.values(themes).flat();
