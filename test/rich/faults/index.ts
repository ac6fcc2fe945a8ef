import type { Faulty } from '../member.ts';
import { filters } from './filters.ts';
import { pages } from './pages.ts';
import { validation } from './validation.ts';

/** Servers with one fault each, by theme. */
export const themes: Readonly<Record<string, readonly Faulty[]>> = {
  validation,
  filters,
  pages,
};

export const faulty: readonly Faulty[] = Object.values(themes).flat();
