/** What goes wrong in a search that is asked in the body of a POST. */
import type { Faulty } from '../member.ts';
import { type Call, type Change, type Kind, type Resource, Refusal, all } from '../service.ts';
import { shop } from '../shop.ts';
import { at, without } from './slips.ts';

const OPERATION = 'searchProducts';

/** Searches in another way. */
function searched(id: string, title: string, change: Change, more: Partial<Faulty> = {}): Faulty {
  return { id, title, service: shop, change: at([OPERATION], change), at: [OPERATION], ...more };
}

/** What is asked for is not read, or not where something else is asked for, too. */
function losing(lost: string, beside: string = lost): Change {
  return (plain) => ({
    select: (call, resources, kind) => {
      const isLost = call.parameters[beside] !== undefined;
      const parameters = isLost ? without(call.parameters, lost) : call.parameters;
      return plain.select({ ...call, parameters }, resources, kind);
    },
  });
}

/** Another filter in the place of the one that there is. */
function filtering(name: string, isWanted: NonNullable<Kind['filters']>[string]): Change {
  return (plain) => ({
    select: (call, resources, kind) =>
      plain.select(call, resources, { ...kind, filters: { ...kind.filters, [name]: isWanted } }),
  });
}

function sorting(
  sort: (call: Call, resources: readonly Resource[]) => readonly Resource[],
): Change {
  return () => ({ sort });
}

const NAMES: Readonly<Record<string, string>> = {
  part: 'name',
  categories: 'categoryIds',
  inStock: 'inStock',
  minPrice: 'the least price',
  maxPrice: 'the highest price',
};

export const searching: readonly Faulty[] = [
  ...Object.entries(NAMES).map(([name, what]) =>
    searched(`search-ignores-${what.replaceAll(' ', '-')}`, `${what} is not read`, losing(name)),
  ),
  searched(
    'search-reads-one-category',
    'of several categories, the first is read',
    filtering('categories', ({ categoryId }, [first]: readonly number[]) => categoryId === first),
  ),
  searched(
    'search-turns-the-highest-price',
    'the highest price is the least one',
    filtering('maxPrice', ({ price }, value: number) => (price as number) >= value),
  ),
  searched(
    'search-joins-with-or',
    'the price is not read beside categories',
    losing('minPrice', 'categories'),
  ),
  searched(
    'search-is-not-sorted',
    'what is found comes as it was made',
    sorting((_, resources) => resources),
  ),
  searched('search-sorts-one-way', 'direction is not read', (plain) => ({
    sort: (call, resources, kind) => {
      const sort = String(call.parameters['sort']).replace('-', '');
      return plain.sort({ ...call, parameters: { ...call.parameters, sort } }, resources, kind);
    },
  })),
  ...['page', 'limit'].map((name) =>
    searched(`search-ignores-its-${name}`, `${name} is not read`, (plain) => ({
      page: (call, resources) =>
        plain.page({ ...call, parameters: without(call.parameters, name) }, resources),
    })),
  ),
  searched(
    'search-pages-before-it-filters',
    'a page has what is left of it',
    (plain) => ({
      select: (_, resources) => resources,
      page: (call, resources) => {
        const page = plain.page(call, resources);
        if (page instanceof Refusal) return page;
        const { items } = page;
        const kind = shop.kinds['product']!;
        const kept = plain.select(call, resources, kind);
        const names = new Set(kept.map(({ fields }) => fields['id']));
        const left = items.filter((item) => names.has((item as { id: unknown }).id));
        return { ...page, items: left, total: kept.length };
      },
    }),
    { severity: 'warning' },
  ),
  searched(
    'total-of-a-search-is-of-all',
    'the total counts what a search leaves out',
    (plain, world) => ({
      page: (call, resources) => {
        const page = plain.page(call, resources);
        return page instanceof Refusal ? page : { ...page, total: all(world, 'product').length };
      },
    }),
    { severity: 'warning' },
  ),
  searched(
    'total-of-a-search-is-of-its-page',
    'the total is how many are on the page',
    (plain) => ({
      page: (call, resources) => {
        const page = plain.page(call, resources);
        return page instanceof Refusal ? page : { ...page, total: page.items.length };
      },
    }),
    { severity: 'warning' },
  ),
];
