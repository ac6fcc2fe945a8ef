/** What is put into a cart is named as it is elsewhere, and answered with the cart. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from '../oracles/support.ts';

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } }`;
const told = (status: number, schema: string): string =>
  `'${status}': { description: it, ${json(schema)} }`;
const takes = (schema: string): string => `requestBody: { required: true, ${json(schema)} }`;
const NO = ['400', '404', '409'].map((status) => `'${status}': { description: no }`).join();
const CART = '{ name: cartId, in: path, required: true, schema: { type: string, format: uuid } }';
const SKU = `{ name: sku, in: path, required: true, schema: { type: string, pattern: '^[A-Z0-9]{3,20}$' } }`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /products:
    post: { operationId: add-product, ${takes('Product')}, responses: { ${told(201, 'Product')}, ${NO} } }
  /products/{sku}:
    parameters: [${SKU}]
    get: { operationId: get-product, responses: { ${told(200, 'Product')}, ${NO} } }
  /carts:
    post: { operationId: add-cart, responses: { ${told(201, 'Cart')} } }
  /carts/{cartId}:
    parameters: [${CART}]
    get: { operationId: get-cart, responses: { ${told(200, 'Cart')}, ${NO} } }
  /carts/{cartId}/items:
    parameters: [${CART}]
    post: { operationId: put-into, ${takes('Line')}, responses: { ${told(200, 'Cart')}, ${NO} } }
  /carts/{cartId}/items/{sku}:
    parameters: [${CART}, ${SKU}]
    put: { operationId: set-quantity, ${takes('Quantity')}, responses: { ${told(200, 'Cart')}, ${NO} } }
  /orders:
    post: { operationId: order, ${takes('NewOrder')}, responses: { ${told(201, 'Order')}, ${NO} } }
components:
  schemas:
    Product: { type: object, required: [sku, name], properties: { sku: { type: string, pattern: '^[A-Z0-9]{3,20}$' }, name: { type: string, maxLength: 80 } } }
    Quantity: { type: object, required: [quantity], properties: { quantity: { type: integer, minimum: -9, maximum: 99 } } }
    Line: { type: object, required: [sku, quantity], properties: { sku: { type: string }, quantity: { type: integer, minimum: -9, maximum: 99 } } }
    Cart: { type: object, required: [id, lines], properties: { id: { type: string, format: uuid }, lines: { type: array, items: { type: object, properties: { sku: { type: string }, quantity: { type: integer } } } } } }
    NewOrder: { type: object, required: [cartId], properties: { cartId: { type: string, format: uuid } } }
    Order: { type: object, required: [id], properties: { id: { type: integer } } }
`;

function shop(): Change {
  const products = new Map<string, object>();
  const carts = new Map<string, Map<string, number>>();
  let orders = 0;
  // There can't be less than none.
  const put = (cart: Map<string, number>, sku: string, quantity: number): number => {
    if (quantity < 0) return 409;
    cart.set(sku, quantity);
    return 200;
  };
  const add: typeof put = (cart, sku, quantity) =>
    products.has(sku) ? put(cart, sku, (cart.get(sku) ?? 0) + quantity) : 409;
  const set: typeof put = (cart, sku, quantity) => (cart.has(sku) ? put(cart, sku, quantity) : 404);
  const no = (status: number): Response => Response.json({ error: 'no' }, { status });
  const ofProducts = (made: Record<string, string> | undefined, id: string): Response => {
    if (made === undefined) return products.has(id) ? Response.json(products.get(id)) : no(404);
    if (products.has(made['sku']!)) return no(409);
    products.set(made['sku']!, made);
    return Response.json(made, { status: 201 });
  };
  const order = (cart: Map<string, number> | undefined): Response => {
    if (!cart?.size) return no(cart ? 409 : 404);
    cart.clear();
    orders += 1;
    return Response.json({ id: orders }, { status: 201 });
  };
  return async (request, next) => {
    // The mock refuses what the document doesn't allow.
    const checked = await next(request.clone());
    const { pathname } = new URL(request.url);
    const [, kind, id = '', , sku = ''] = pathname.split('/');
    if (![200, 201, 404, 409].includes(checked.status)) return checked;
    const { method } = request;
    const body =
      method === 'GET' ? {} : ((await request.json().catch(() => ({}))) as Record<string, never>);
    const cart = carts.get(id);
    const show = (key: string, status = 200): Response => {
      const lines = [...carts.get(key)!].map(([product, quantity]) => ({ sku: product, quantity }));
      return Response.json({ id: key, lines }, { status });
    };
    if (kind === 'products') return ofProducts(method === 'POST' ? body : undefined, id);
    if (kind === 'orders') return order(carts.get(body['cartId']!));
    if (kind === 'carts' && id === '') {
      const made = crypto.randomUUID();
      carts.set(made, new Map());
      return show(made, 201);
    }
    if (cart === undefined) return no(404);
    if (method === 'GET') return show(id);
    const quantity = Number(body['quantity']);
    const status = sku === '' ? add(cart, body['sku']!, quantity) : set(cart, sku, quantity);
    return status === 200 ? show(id) : no(status);
  };
}

it('has what is there, and is filled before it is ordered', async () => {
  const { findings, coverage } = await runOnMock(DOCUMENT, shop());
  const blamed = findings.filter(({ severity }) => severity === 'violation');
  expect(blamed.map(({ operation, message }) => `${operation}: ${message}`)).toEqual([]);
  expect(coverage!.unverified).toEqual([]);
});
