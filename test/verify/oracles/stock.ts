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

/** Created, and read alone. */
const kind = (path: string, name: string, schema: string, takenBody: string): string => `
  /${path}:
    post: { operationId: add_${name}, ${takenBody}, responses: { ${told(201, schema)}, ${BAD} } }
  /${path}/{${name}_id}:
    parameters: [${named(`${name}_id`)}]
    get: { operationId: get_${name}, responses: { ${told(200, schema)}, ${NONE} } }`;
const action = (
  path: string,
  name: string,
  verb: string,
  schema: string,
  sets: string,
  takenBody = '',
): string => `
  /${path}/{${name}_id}/${verb}:
    parameters: [${named(`${name}_id`)}]
    post: { operationId: ${verb}_${name}, description: Sets the status to ${sets}., ${takenBody}${takenBody && ', '}responses: { ${told(200, schema)}, ${NONE} } }`;
const state = (...values: string[]): string =>
  `{ type: string, enum: [${values.join(', ')}], readOnly: true }`;

/** The document. */
export const STOCK: string = `
openapi: 3.1.0
info: { title: Stock, version: '1' }
paths:${kind('bins', 'bin', 'Bin', takes('label', `label: ${TEXT}`))}${kind('items', 'item', 'Item', takes('name', `name: ${TEXT}`))}${kind('pickers', 'picker', 'Picker', takes('name', `name: ${TEXT}`))}
    delete: { operationId: delete_picker, description: Pick tasks that are assigned to the picker become unassigned., responses: { '204': { description: gone }, ${NONE} } }${kind('pick_tasks', 'pick_task', 'PickTask', takes('title', `title: ${TEXT}`))}${action('pick_tasks', 'pick_task', 'assign', 'PickTask', 'open', takes('picker_id', `picker_id: ${REF}`))}${action('pick_tasks', 'pick_task', 'complete', 'PickTask', 'done')}${kind('reservations', 'reservation', 'Reservation', takes('item_id, quantity', `item_id: ${REF}, quantity: { type: integer, minimum: 1, maximum: 9 }`))}${action('reservations', 'reservation', 'confirm', 'Reservation', 'confirmed')}${action('reservations', 'reservation', 'cancel', 'Reservation', 'cancelled')}
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
      required: [item_id, name, movement_count, on_hand, reserved]
      properties:
        item_id: ${ID}
        name: ${TEXT}
        movement_count: ${number('The number of movements of the item.')}
        reserved: ${number('The sum of the quantities of its pending and confirmed reservations.')}
        on_hand: ${number('The sum of the quantities of all movements of the item.')}
    Movement: { type: object, required: [movement_id, item_id, bin_id, quantity], properties: { movement_id: ${ID}, item_id: ${ID}, ${MOVED} } }
    Picker: { type: object, required: [picker_id, name, open_task_count], properties: { picker_id: ${ID}, name: ${TEXT}, open_task_count: ${number('The number of pick tasks assigned to this picker that are not done.')} } }
    PickTask: { type: object, required: [pick_task_id, title, picker_id, status], properties: { pick_task_id: ${ID}, title: ${TEXT}, picker_id: { type: [string, 'null'], format: uuid, readOnly: true }, status: ${state('open', 'done')} } }
    Reservation: { type: object, required: [reservation_id, item_id, quantity, status], properties: { reservation_id: ${ID}, item_id: ${REF}, quantity: { type: integer, minimum: 1, maximum: 9 }, status: ${state('pending', 'confirmed', 'cancelled')} } }
`;
