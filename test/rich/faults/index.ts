import type { Faulty } from '../member.ts';
import { changing } from './changing.ts';
import { filters } from './filters.ts';
import { lists } from './lists.ts';
import { pages } from './pages.ts';
import { parents } from './parents.ts';
import { siblings } from './siblings.ts';
import { validation } from './validation.ts';

/** Servers with one fault each, by theme. */
export const themes: Readonly<Record<string, readonly Faulty[]>> = {
  validation,
  lists,
  siblings,
  parents,
  changing,
  filters,
  pages,
};

export const faulty: readonly Faulty[] = Object.values(themes).flat();
