/** What goes wrong in a shop. */
import { admitting, answering } from '../changes.ts';
import type { Faulty } from '../member.ts';
import { act, change as changed } from '../operations.ts';
import { type Call, type Change, type Resource, type World, Refusal, all } from '../service.ts';
import { shop } from '../shop.ts';
import { at, besides, named, operating, paging, unhandled, without } from './slips.ts';

/** A parameter that is not read where another one is there, too. */
function losing(operation: string, lost: string, beside: string): Change {
  return at([operation], (plain) => ({
    select: (call, resources, kind) => {
      const isLost = call.parameters[beside] !== undefined;
      const parameters = isLost ? without(call.parameters, lost) : call.parameters;
      return plain.select({ ...call, parameters }, resources, kind);
    },
  }));
}

/** What else happens to what an order refers to when it is cancelled. */
function onCancel(effect: (resource: Resource, world: World) => void): Faulty['service'] {
  return besides(shop, 'cancelOrder', (call: Call, world: World) => {
    const resource = named(call, world, 'order');
    if (resource) effect(resource, world);
  });
}

const customerOf = ({ fields }: Resource, world: World): Resource =>
  all(world, 'customer').find(({ key }) => key === String(fields['customerId']))!;

/** Of several that are to be deleted, some are left out. */
function deletingSome(start: number, end: number): Faulty['service'] {
  return operating(shop, 'deleteProducts', (plain) => (call, world) => {
    const { ids } = call.body as { readonly ids: readonly unknown[] };
    return plain({ ...call, body: { ids: ids.slice(start, end) } }, world);
  });
}

export const shopping: readonly Faulty[] = [
  unhandled(shop, 'deleteCategory', 'state', 'while products are in it'),
  unhandled(shop, 'deleteProduct', 'state', 'while an order has it'),
  {
    id: 'a-sorted-list-has-all-categories',
    title: 'category is not read where the list is sorted',
    service: shop,
    change: losing('listProducts', 'category', 'sort'),
    at: ['listProducts'],
  },
  {
    id: 'category-is-lost-beside-a-price',
    title: 'category is not read where a price is given',
    service: shop,
    change: losing('listProducts', 'category', 'minPrice'),
    at: ['listProducts'],
  },
  {
    id: 'category-is-not-read',
    title: 'category is not read at all',
    service: shop,
    change: losing('listProducts', 'category', 'category'),
    at: ['listProducts'],
  },
  {
    id: 'total-of-products-is-of-all',
    title: 'the total of products counts what the filter leaves out',
    service: shop,
    change: at(['listProducts'], (plain, world) => ({
      page: (call, resources) => {
        const page = plain.page(call, resources);
        return page instanceof Refusal ? page : { ...page, total: all(world, 'product').length };
      },
    })),
    at: ['listProducts'],
    severity: 'warning',
  },
  {
    id: 'total-of-orders-is-of-the-page',
    title: 'the total of orders is how many are on the page',
    service: shop,
    change: paging('listOrders', (page) => (call, resources) => {
      const made = page(call, resources);
      return made instanceof Refusal ? made : { ...made, total: made.items.length };
    }),
    at: ['listOrders'],
    severity: 'warning',
  },
  ...[406, 500].map((status): Faulty => ({
    id: `accept-is-required-or-else-${status}`,
    title: `products without an Accept header are ${status}`,
    service: shop,
    change: answering((reply, call) =>
      call.operation === 'listProducts' && call.headers.accept === undefined
        ? shop.error(status, 'no Accept', 'shape')
        : reply,
    ),
    at: ['listProducts'],
  })),
  ...Object.entries({
    '*/*': 'anything',
    'application/*': 'a range',
    ';q=': 'weights',
  }).map(([text, what]): Faulty => ({
    id: `accept-with-${what.replace(' ', '-')}-is-406`,
    title: `products are 406 where Accept has ${what}`,
    service: shop,
    change: admitting(({ operation, headers: { accept = '' } }, world) =>
      operation === 'listProducts' && accept.includes(text)
        ? world.refuse('shape', 'not acceptable', 406)
        : undefined,
    ),
    at: ['listProducts'],
  })),
  {
    id: 'products-come-as-they-were-made',
    title: 'without sort, products are not in the order of their names',
    service: shop,
    change: at(['listProducts'], (plain) => ({
      sort: (call, resources, kind) =>
        call.query.includes('sort=') ? plain.sort(call, resources, kind) : resources,
    })),
    at: ['listProducts'],
  },
  {
    id: 'cancelling-an-order-ships-it',
    title: 'a cancelled order is shipped',
    service: operating(shop, 'cancelOrder', () =>
      act('order', { status: 'open' }, { status: 'shipped' }),
    ),
    at: ['cancelOrder'],
  },
  {
    id: 'cancelling-an-order-clears-its-lines',
    title: 'a cancelled order has no lines',
    service: onCancel((resource) => changed(resource, { ...resource.fields, lines: [] })),
    at: ['cancelOrder'],
  },
  {
    id: 'cancelling-an-order-deletes-the-customer',
    title: 'the customer goes with an order',
    service: onCancel((resource, world) => world.resources.delete(customerOf(resource, world))),
    at: ['cancelOrder'],
  },
  {
    id: 'several-are-not-deleted',
    title: 'nothing is deleted where several are named',
    service: shop,
    change: at(['deleteProducts'], () => ({ remove: () => undefined })),
    at: ['deleteProducts'],
  },
  {
    id: 'the-first-of-several-is-deleted',
    title: 'of several that are named, the first is deleted',
    service: deletingSome(0, 1),
    at: ['deleteProducts'],
  },
  {
    id: 'the-last-of-several-stays',
    title: 'of several that are named, the last stays',
    service: deletingSome(0, -1),
    at: ['deleteProducts'],
  },
  {
    id: 'what-comes-after-several-goes-too',
    title: 'what was made after those that are named is deleted, too',
    service: besides(shop, 'deleteProducts', (call, world) => {
      const { ids } = call.body as { readonly ids: readonly (number | bigint)[] };
      for (const resource of all(world, 'product'))
        if (Number(resource.key) === Number(ids.at(-1)) + 1) world.resources.delete(resource);
    }),
    at: ['deleteProducts'],
  },
  {
    id: 'deleting-a-product-deletes-its-category',
    title: 'a cascade goes the wrong way',
    service: shop,
    change: (plain, world) => ({
      remove: (call, resource) => {
        plain.remove(call, resource);
        const category = all(world, 'category').find(
          ({ key }) => key === String(resource.fields['categoryId']),
        );
        if (resource.kind === 'product' && category) world.resources.delete(category);
      },
    }),
    at: ['deleteProduct'],
  },
  {
    id: 'replacing-a-product-renames-its-category',
    title: 'a category has the name of the product that was replaced last',
    service: besides(shop, 'replaceProduct', (call, world) => {
      const resource = named(call, world, 'product');
      const category = all(world, 'category').find(
        ({ key }) => key === String(resource?.fields['categoryId']),
      );
      if (resource && category)
        changed(category, { ...category.fields, name: resource.fields['name'] });
    }),
    at: ['replaceProduct'],
  },
];
