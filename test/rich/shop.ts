/** Products in categories, and orders of customers. */
import { fileURLToPath } from 'node:url';
import {
  act,
  create,
  list,
  listAll,
  patch,
  read,
  remove,
  removeAll,
  replace,
  search,
} from './operations.ts';
import { type Fields, type Kind, type Service, USUAL_STATUSES } from './service.ts';

const numbered = (name: string): Pick<Kind, 'name' | 'identity' | 'parameter' | 'nextKey'> => ({
  name,
  identity: 'id',
  parameter: `${name}Id`,
  nextKey: (count) => count,
});

const category: Kind = { ...numbered('category'), unique: ['name'] };

const product: Kind = {
  ...numbered('product'),
  references: { categoryId: 'category' },
  filters: {
    category: ({ categoryId }, value: number) => categoryId === value,
    inStock: ({ inStock }, value: boolean) => inStock === value,
    minPrice: ({ price }, value: number) => (price as number) >= value,
    maxPrice: ({ price }, value: number) => (price as number) <= value,
    part: ({ name }, value: string) => (name as string).toLowerCase().includes(value.toLowerCase()),
    categories: ({ categoryId }, values: readonly number[]) =>
      values.map(String).includes(String(categoryId)),
  },
  sorting: 'sort',
};

const customer: Kind = { ...numbered('customer'), unique: ['email'], made: { status: 'active' } };

const order: Kind = {
  ...numbered('order'),
  references: { customerId: 'customer', 'lines.0.productId': 'product' },
  made: { status: 'open' },
  filters: { status: ({ status }, value: string) => status === value },
};

/** What a search says in its body, as a list has it in its query. */
function asked(body: Fields): Fields {
  const { filter = {}, sort = {}, page = {} } = body as Record<string, Fields | undefined>;
  const price = filter['price'] as Fields | undefined;
  const { field = 'name', direction = 'asc' } = sort;
  return {
    part: body['name'],
    categories: body['categoryIds'],
    inStock: filter['inStock'],
    minPrice: price?.['min'],
    maxPrice: price?.['max'],
    sort: `${direction === 'desc' ? '-' : ''}${String(field)}`,
    page: page['number'] ?? 1,
    limit: page['size'] ?? 20,
  };
}

/** There is one of them, and nobody creates it. */
const settings: Kind = {
  name: 'settings',
  identity: 'shop',
  parameter: '',
  first: {
    shop: 'north',
    currency: 'EUR',
    returnDays: 14,
    banner: 'Open all day',
    mails: { orders: true, news: false },
  },
};

export const shop: Service = {
  file: fileURLToPath(new URL('shop.openapi.yaml', import.meta.url)),
  credentials: { key: 'shop-1234' },
  otherCredentials: { key: 'shop-9876' },
  kinds: { category, product, customer, order, settings },
  operations: {
    listCategories: listAll('category'),
    createCategory: create('category'),
    getCategory: read('category'),
    deleteCategory: remove('category'),
    listProducts: list('product'),
    createProduct: create('product'),
    deleteProducts: removeAll('product'),
    searchProducts: search('product', asked),
    getProduct: read('product'),
    replaceProduct: replace('product'),
    deleteProduct: remove('product'),
    createCustomer: create('customer'),
    getCustomer: read('customer'),
    listOrders: list('order'),
    createOrder: create('order'),
    getOrder: read('order'),
    cancelOrder: act('order', { status: 'open' }, { status: 'cancelled' }),
    getSettings: read('settings'),
    replaceSettings: replace('settings'),
    changeSettings: patch('settings'),
  },
  statuses: USUAL_STATUSES,
  error: (status, error) => ({
    status,
    headers: { 'Content-Type': 'application/json' },
    json: { error },
  }),
  envelope: (view) => view,
  page: ({ items, total }) => ({ items, total }),
};
