/** A store of items, whose numbers follow from movements of stock, reservations and suppliers. */
const told = (status: number, schema: string): string =>
  `'${status}': { description: it, content: { application/json: { schema: { type: object, required: [data], properties: { data: { $ref: '#/components/schemas/${schema}' } } } } } }`;
const takes = (required: string, properties: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: { type: object, required: [${required}], properties: { ${properties} } } } } }`;
const ID = '{ type: string, format: uuid, readOnly: true }';
const REF = '{ type: string, format: uuid }';
const TEXT = '{ type: string, minLength: 1, maxLength: 80 }';
const NONE = `'404': { description: none }`;
const BAD = `'422': { description: bad }`;
const number = (description: string): string =>
  `{ type: integer, readOnly: true, description: "${description}" }`;
const MOVED = `bin_id: ${REF}, quantity: { type: integer, minimum: -1000, maximum: 1000 }`;

const named = (name: string): string =>
  `{ name: ${name}, in: path, required: true, schema: ${REF} }`;

/** The document. */
export const STOCK: string = `
openapi: 3.1.0
info: { title: Stock, version: '1' }
paths:
  /bins:
    post: { operationId: add_bin, ${takes('label', `label: ${TEXT}`)}, responses: { ${told(201, 'Bin')}, ${BAD} } }
  /bins/{bin_id}:
    parameters: [${named('bin_id')}]
    get: { operationId: get_bin, responses: { ${told(200, 'Bin')}, ${NONE} } }
  /items:
    post: { operationId: add_item, ${takes('name', `name: ${TEXT}`)}, responses: { ${told(201, 'Item')}, ${BAD} } }
  /items/{item_id}:
    parameters: [${named('item_id')}]
    get: { operationId: get_item, responses: { ${told(200, 'Item')}, ${NONE} } }
  /items/{item_id}/movements:
    parameters: [${named('item_id')}]
    post: { operationId: add_movement, ${takes('bin_id, quantity', MOVED)}, responses: { ${told(201, 'Movement')}, ${NONE}, ${BAD} } }
  /items/{item_id}/movements/{movement_id}:
    parameters: [${named('item_id')}, ${named('movement_id')}]
    get: { operationId: get_movement, responses: { ${told(200, 'Movement')}, ${NONE} } }
components:
  schemas:
    Bin: { type: object, required: [bin_id, label], properties: { bin_id: ${ID}, label: ${TEXT} } }
    Item:
      type: object
      required: [item_id, name, movement_count, on_hand]
      properties:
        item_id: ${ID}
        name: ${TEXT}
        movement_count: ${number('The number of movements of the item.')}
        on_hand: ${number('The sum of the quantities of all movements of the item.')}
    Movement: { type: object, required: [movement_id, item_id, bin_id, quantity], properties: { movement_id: ${ID}, item_id: ${ID}, ${MOVED} } }
`;
