import { describe, expect, it } from 'vitest';
import { createMock, verify } from '../../../src/index.ts';
import { loadDocument } from '../../../src/model/load-document.ts';

const inPath = (...names: readonly string[]): string =>
  `parameters: [${names.map((name) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`).join(', ')}]`;
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const takes = (schema: string): string => `requestBody: { required: true, ${json(schema)} }`;
const answers = (status: number, schema: string, more = ''): string =>
  `responses: { '${status}': { description: it, ${json(schema)} }, '404': { description: none }${more} }`;
const ofPath = (path: string): string =>
  `{ $ref: '#/paths/${path}/content/application~1json/schema' }`;
const ofComponent = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const APP = ofPath('~1apps/post/responses/201');
const DUES = ofPath('~1dues/put/responses/200');
const AGE = 'max_age: { type: integer, minimum: 1 }';

/** What a mock and its judge could read in two ways. */
const documents: Readonly<Record<string, string>> = {
  'alternatives of a body and of its answer': `
  /invites: { post: { operationId: invite,
    ${takes(`{ anyOf: [{ type: object, properties: { ${AGE} } }, { type: object, properties: { ${AGE}, max_uses: { type: integer } } }] }`)},
    ${answers(200, `{ oneOf: [{ type: object, required: [type], properties: { type: { enum: [2] }, ${AGE}, max_uses: { type: integer } } }, { type: object, required: [type, code], properties: { type: { enum: [1] }, code: { type: string }, lines: { type: array, items: { type: string } } } }] }`)} } }`,
  'a value that only an example has, and the mock has not': `
  /tags: { post: { operationId: addTag, ${takes('{ type: object, properties: { name: { type: string } } }')}, responses: { '204': { description: done } } }, get: { operationId: showTags, ${answers(200, '{ type: object, properties: { tag: { type: string, example: red } } }')} } }
  /tags/{tag}: { get: { operationId: getTag, parameters: [{ name: tag, in: path, required: true, schema: { type: string } }], ${answers(200, '{ type: object, properties: { tag: { type: string } } }')} } }`,
  'words that lead to what was created': `
  /{kind}/links: { post: { operationId: link, parameters: &kind [{ name: kind, in: path, required: true, schema: { enum: [sms, mail] } }], ${takes('{ type: object, properties: { id: { type: string } } }')}, ${answers(201, '{ type: object, properties: { id: { type: string } } }')} } }
  /{kind}/links/{id}: { parameters: *kind, delete: { operationId: unlink, ${inPath('id')}, responses: { '204': { description: gone }, '404': { description: none } } } }
  /groups: { post: { operationId: group, ${answers(201, '{ type: object }')} } }`,
  'a replacement without the identity that its path names': `
  /notes: { post: { operationId: addNote, ${takes('&note { type: object, required: [name], properties: { id: { type: string }, name: { type: string } } }')}, ${answers(201, '*note')} } }
  /notes/{id}: { put: { operationId: putNote, ${inPath('id')}, ${takes('*note')}, ${answers(200, '*note')} } }`,
  'envelopes around what is sent and told, and a list': `
  /users: { post: { operationId: addUser, ${takes('{ type: object, required: [user], properties: { user: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } } } }')}, ${answers(201, '&user { type: object, required: [user], properties: { user: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }, meta: { type: object, properties: { took: { type: integer } } } } }')} } }
  /users/{userId}: { get: { operationId: getUser, ${inPath('userId')}, ${answers(200, '*user')} }, put: { operationId: putUser, ${inPath('userId')}, ${takes('*user')}, ${answers(200, '*user')} }, delete: { operationId: dropUser, ${inPath('userId')}, responses: { '204': { description: gone }, '404': { description: none } } } }`,
  'a list of what has no identity there, each with what it refers to': `
  /projects: { post: { operationId: addProject, ${takes('{ type: object, required: [name], properties: { name: { type: string } } }')}, ${answers(201, '&project { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }')} } }
  /projects/{id}: { get: { operationId: getProject, ${inPath('id')}, ${answers(200, '*project')} } }
  /notices: { post: { operationId: addNotice, ${takes('{ type: object, required: [projectId, text], properties: { projectId: { type: integer }, text: { type: string } } }')}, ${answers(201, '&notice { type: object, required: [id, projectId, text], properties: { id: { type: integer }, projectId: { type: integer }, text: { type: string } } }')} },
    get: { operationId: listNotices, ${answers(200, '{ type: array, items: { type: object, required: [projectId, text, project], properties: { projectId: { type: integer }, text: { type: string }, project: *project } } }')} } }
  /notices/{id}: { get: { operationId: getNotice, ${inPath('id')}, ${answers(200, '*notice')} } }`,
  'things whose singular ends in an s': `
  /projects: { post: { operationId: addProject, ${takes('&named { type: object, properties: { gid: { type: string, readOnly: true }, name: { type: string } } }')}, ${answers(201, '*named')} } }
  /projects/{project_gid}: { get: { operationId: getProject, ${inPath('project_gid')}, ${answers(200, '*named')} } }
  /projects/{project_gid}/statuses: { post: { operationId: addStatus, ${inPath('project_gid')}, ${takes(ofComponent('Status'))}, ${answers(201, ofComponent('Status'))} } }
  /statuses/{status_gid}: { get: { operationId: getStatus, ${inPath('status_gid')}, ${answers(200, ofComponent('Status'))} } }
components: { schemas: { Status: { type: object, properties: { gid: { type: string, readOnly: true }, title: { type: string } } } } }`,
  'a property that one part of the answer has as something else, and the other as anything': `
  /bills: { post: { operationId: addBill, ${takes('{ type: object, properties: { name: { type: string }, details: { type: object, properties: { source: { type: string } } } } }')}, ${answers(201, '{ allOf: [{ type: object, properties: { id: { type: string }, name: { type: string }, details: { description: how } } }, { type: object, properties: { details: { type: array, items: { type: string } } } }] }')} } }`,
  'links that clients may send, though the server knows where things are': `
  /sources: { post: { operationId: addSource, ${takes('&source { type: object, properties: { id: { type: string }, name: { type: string }, links: { type: object, properties: { self: { type: string }, query: { type: string } } } } }')}, ${answers(201, '*source')} } }
  /sources/{id}: { get: { operationId: getSource, ${inPath('id')}, ${answers(200, '*source')} } }`,
  'an alternative that does without what another requires': `
  /branches: { post: { operationId: branch, ${takes('{ anyOf: [{ type: object, required: [base, name], properties: { base: { type: string }, name: { type: string } } }, { type: object, required: [name], properties: { name: { type: string } } }] }')}, ${answers(201, '{ type: object }')} } }`,
  'things that are put below others, and told with them': `
  /labels: { post: { operationId: addLabel, ${takes('&named { type: object, required: [name], properties: { name: { type: string } } }')}, ${answers(201, '&label { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }')} } }
  /labels/{labelId}: { get: { operationId: getLabel, ${inPath('labelId')}, ${answers(200, '*label')} } }
  /cards: { post: { operationId: addCard, ${takes('*named')}, ${answers(201, '&card { type: object, required: [id, name, labels], properties: { id: { type: integer }, name: { type: string }, labels: { type: array, items: *label } } }')} } }
  /cards/{cardId}: { get: { operationId: getCard, ${inPath('cardId')}, ${answers(200, '*card')} } }
  /cards/{cardId}/labels/{labelId}: { put: { operationId: label, ${inPath('cardId', 'labelId')}, ${answers(200, '*card')} }, delete: { operationId: unlabel, ${inPath('cardId', 'labelId')}, responses: { '204': { description: done }, '404': { description: none } } } }`,
  'things that are put below what they lie in, and listed there': `
  /rooms: { post: { operationId: addRoom, ${takes('{ type: object, required: [name], properties: { name: { type: string } } }')}, ${answers(201, '&room { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }')} } }
  /rooms/{roomId}: { get: { operationId: getRoom, ${inPath('roomId')}, ${answers(200, '*room')} } }
  /rooms/{roomId}/messages: { parameters: [&room_id { name: roomId, in: path, required: true, schema: { type: string } }], get: { operationId: listMessages, ${answers(200, '{ type: array, items: &message { type: object, required: [id, roomId, text], properties: { id: { type: integer }, roomId: { type: integer }, text: { type: string } } } }')} },
    post: { operationId: addMessage, ${takes('{ type: object, required: [text], properties: { text: { type: string } } }')}, ${answers(201, '*message')} } }
  /rooms/{roomId}/messages/{messageId}: { get: { operationId: getMessage, ${inPath('roomId', 'messageId')}, ${answers(200, '*message')} } }
  /rooms/{roomId}/pins: { get: { operationId: listPins, ${inPath('roomId')}, ${answers(200, '{ type: array, items: *message }')} } }
  /rooms/{roomId}/pins/{messageId}: { put: { operationId: pin, ${inPath('roomId', 'messageId')}, responses: { '204': { description: done }, '404': { description: none } } }, delete: { operationId: unpin, ${inPath('roomId', 'messageId')}, responses: { '204': { description: done }, '404': { description: none } } } }`,
  'what is upserted, read in something that is called as one of its properties, and listed': `
  /words: { get: { operationId: listWords, ${answers(200, '{ type: object, required: [words], properties: { words: { type: array, items: &set { type: object, required: [id, words], properties: { id: { type: string }, words: { type: array, items: { type: string } } } } } } }')} } }
  /words/{setId}: { put: { operationId: putWords, summary: Upserts a set of words., ${inPath('setId')}, ${takes('{ type: object, required: [words], properties: { words: { type: array, items: { type: string } } } }')}, ${answers(200, '*set')} },
    get: { operationId: getWords, ${inPath('setId')}, ${answers(200, '{ type: object, required: [words], properties: { words: *set } }')} } }`,
  'what is upserted and listed under a name that no path tells': `
  /presets: { get: { operationId: listPresets, ${answers(200, '{ type: object, required: [presets], properties: { presets: { type: array, items: &preset { type: object, required: [name, value], properties: { name: { type: string }, value: { type: string } } } } } }')} } }
  /presets/{presetId}: { put: { operationId: putPreset, summary: Upserts a preset., ${inPath('presetId')}, ${takes('{ type: object, required: [value], properties: { value: { type: string } } }')}, ${answers(200, '*preset')} },
    get: { operationId: getPreset, ${inPath('presetId')}, ${answers(200, '*preset')} } }`,
  'a list of items under another name than what is created': `
  /calls: { post: { operationId: addCall, ${takes('{ type: object, properties: { to: { type: string, enum: [ann, bob] } } }')}, ${answers(200, '{ type: object, required: [id], properties: { id: { type: string } } }')} }, get: { operationId: listCalls, ${answers(200, '{ type: array, items: { type: object, required: [uuid], properties: { uuid: { type: string, example: C-1 }, to: { type: string } } } }')} } }
  /calls/{callId}: { get: { operationId: getCall, ${inPath('callId')}, ${answers(200, '{ type: object, properties: { id: { type: string }, to: { type: string } } }')} } }`,
  'an action on what is listed under another name than what is created': `
  /devices: { post: { operationId: addDevice, ${takes('&device { type: object, required: [name], properties: { name: { type: string }, site: { type: integer } } }')}, ${answers(201, '&made { type: object, required: [device_id], properties: { device_id: { type: string } } }')} },
    get: { operationId: listDevices, parameters: [{ name: site, in: query, schema: { type: integer } }, { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }, { name: offset, in: query, schema: { type: integer, minimum: 0 } }], ${answers(200, '{ type: object, required: [devices], properties: { devices: { type: array, items: { type: object, required: [id, name], properties: { id: { type: string, format: uuid }, name: { type: string }, site: { type: integer } } } }, total: { type: integer } } }')} } }
  /devices/bulk: { post: { operationId: addDevices, ${takes('{ type: array, minItems: 1, items: *device }')}, ${answers(201, '{ type: array, items: *made }')} } }
  /devices/{device_id}: { delete: { operationId: dropDevice, parameters: [{ name: device_id, in: path, required: true, schema: { type: string, format: uuid } }], responses: { '204': { description: gone }, '404': { description: none } } }, get: { operationId: getDevice, ${inPath('device_id')}, ${answers(200, '{ type: object, required: [id, name], properties: { id: { type: string, format: uuid }, name: { type: string }, site: { type: integer } } }')} } }
  /devices/{device_id}/attest: { post: { operationId: attest, ${inPath('device_id')}, ${takes('{ type: object, required: [nonce], properties: { nonce: { type: string } } }')}, ${answers(200, '{ type: object, properties: { at: { type: string, format: date-time } } }')} } }`,
  'pages of items under another name than what is created, in an envelope': `
  /shops: { post: { operationId: addShop, ${takes('{ type: object, required: [shop], properties: { shop: &shop { type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string } } } } }')}, ${answers(201, '{ type: object, properties: { shopId: { type: integer } } }')} },
    get: { operationId: listShops, parameters: [{ name: offset, in: query, schema: { type: integer, minimum: 0 } }, { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }], ${answers(200, '{ type: object, properties: { shops: { type: array, items: *shop }, total: { type: integer } } }')} } }
  /shops/{shopId}: { get: { operationId: getShop, parameters: [{ name: shopId, in: path, required: true, schema: { type: integer } }], ${answers(200, '{ type: object, properties: { shop: *shop } }')} } }`,
  'an identity that the answer to a creation does not declare': `
  /gates: { post: { operationId: addGate, ${takes('&gate { type: object, required: [name], properties: { name: { type: string } } }')}, ${answers(202, '{ type: object, properties: { gate: *gate } }')} } }
  /gates/{id}: { get: { operationId: getGate, ${inPath('id')}, ${answers(200, '{ type: object, properties: { gate: { type: object, properties: { id: { type: string }, name: { type: string } } } } }')} }, put: { operationId: putGate, ${inPath('id')}, ${takes('*gate')}, ${answers(200, '{ type: object, properties: { gate: *gate } }')} } }`,
  'a list that tells the identity as another type': `
  /orders: { post: { operationId: addOrder, ${takes('{ type: object, required: [text], properties: { text: { type: string } } }')}, ${answers(200, '{ type: object, required: [id, state], properties: { id: { type: string, readOnly: true }, state: { type: string } } }')} }, get: { operationId: listOrders, ${answers(200, '{ type: array, items: { type: object, required: [text], properties: { id: { type: number, readOnly: true }, text: { type: string } } } }')} } }
  /orders/{orderId}: { delete: { operationId: dropOrder, parameters: [{ name: orderId, in: path, required: true, schema: { type: number } }], responses: { '204': { description: gone }, '404': { description: none } } } }`,
  'a number in a body that its answer tells as a text': `
  /pens: { post: { operationId: addPen, ${takes('&pen { type: object, required: [label], additionalProperties: false, properties: { id: { type: integer }, label: { type: string } } }')}, ${answers(200, '&told { type: object, properties: { id: { type: string }, label: { type: string } } }')} } }
  /pens/{id}: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], get: { operationId: getPen, ${answers(200, '*told')} }, put: { operationId: putPen, ${takes('*pen')}, ${answers(200, '*told')} } }`,
  'a deletion that says what it is for, and tells what was there': `
  /slips: { post: { operationId: addSlip, ${takes('{ type: object, required: [title], properties: { title: { type: string } } }')}, ${answers(201, '&slip { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string } } }')} } }
  /slips/{slipId}: { delete: { operationId: dropSlip, parameters: [{ name: slipId, in: path, required: true, schema: { type: integer } }], requestBody: { ${json('{ type: object, properties: { title: { type: string } } }')} }, ${answers(200, '*slip')} } }`,
  'pairs that are put, and listed from their other end': `
  /apps: { post: { operationId: addApp, ${takes('{ type: object, required: [name], properties: { name: { type: string } } }')}, ${answers(201, '&app { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }')} } }
  /apps/{appId}: { get: { operationId: getApp, ${inPath('appId')}, ${answers(200, APP)} }, delete: { operationId: dropApp, ${inPath('appId')}, responses: { '204': { description: gone }, '404': { description: none } } } }
  /groups: { post: { operationId: addGroup, ${takes('{ type: object, required: [name], properties: { name: { type: string } } }')}, ${answers(201, '*app')} } }
  /groups/{groupId}: { get: { operationId: getGroup, ${inPath('groupId')}, ${answers(200, '*app')} } }
  /groups/{groupId}/apps: { get: { operationId: listAppsOfGroup, ${inPath('groupId')}, ${answers(200, `{ type: array, items: ${APP} }`)} } }
  /apps/{appId}/groups/{groupId}: { ${inPath('appId', 'groupId')}, put: { operationId: assign, ${takes('&pair { type: object, properties: { priority: { type: integer } } }')}, ${answers(200, '*pair')} }, get: { operationId: getPair, ${answers(200, '*pair')} }, delete: { operationId: unassign, responses: { '204': { description: gone }, '404': { description: none } } } }`,
  'a list that is put as a whole, and answered with': `
  /dues: { post: { operationId: addDue, ${takes('&due { type: object, required: [sum], properties: { id: { type: integer, readOnly: true }, sum: { type: integer } } }')}, ${answers(200, '*due')} }, get: { operationId: listDues, ${answers(200, DUES)} }, put: { operationId: putDues, ${takes('&dues { type: object, properties: { dues: { type: array, items: *due } } }')}, ${answers(200, '*dues')} } }
  /dues/{id}: { get: { operationId: getDue, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], ${answers(200, '*due')} } }`,
  'names whose form only their paths tell': `
  /tills: { post: { operationId: addTill, ${takes('{ type: object, required: [code], properties: { code: { type: string }, label: { type: string } } }')}, ${answers(200, '&till { type: object, required: [code], properties: { code: { type: string }, label: { type: string } } }')} } }
  /tills/{code}: { parameters: [{ name: code, in: path, required: true, schema: { type: string, format: uuid } }], get: { operationId: getTill, ${answers(200, '*till')} }, put: { operationId: putTill, ${takes('{ type: object, properties: { label: { type: string } } }')}, ${answers(200, '*till')} } }`,
  'a set of what is named by clients, and numbered by the server': `
  /plans: { post: { operationId: addPlan, ${takes('{ type: object, required: [name], properties: { name: { type: string } } }')}, ${answers(200, '&plan { type: object, required: [name], properties: { id: { type: integer }, name: { type: string } } }')} }, get: { operationId: listPlans, ${answers(200, '{ type: array, uniqueItems: true, items: *plan }')} } }
  /plans/{name}: { get: { operationId: getPlan, ${inPath('name')}, ${answers(200, '*plan')} } }`,
  'numbers that an answer tells in a map of texts': `
  /logins: { post: { operationId: login, ${takes('{ type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }')}, ${answers(200, '{ type: object, additionalProperties: { type: string } }')} } }`,
  'a change of what refers to something else': `
  /keys: { post: { operationId: addKey, ${takes('{ type: object, properties: { id: { type: string }, name: { type: string } } }')}, ${answers(201, '{ type: object, properties: { id: { type: string } } }')} } }
  /keys/{key_id}: { get: { operationId: getKey, ${inPath('key_id')}, ${answers(200, '{ type: object }')} } }
  /zones: { post: { operationId: addZone, ${takes('&zone { type: object, properties: { id: { type: string }, key_ids: { type: array, items: { type: string } } } }')}, ${answers(201, '*zone')} } }
  /zones/{zone_id}: { get: { operationId: getZone, ${inPath('zone_id')}, ${answers(200, '*zone')} }, patch: { operationId: patchZone, ${inPath('zone_id')}, ${takes('*zone')}, responses: { '204': { description: done } } } }`,
  'parts that only answers have, told in different words': `
  /limits: { post: { operationId: addLimit, ${takes('{ type: object, required: [check], properties: { check: { type: object, required: [strict], properties: { strict: { type: boolean } } } } }')}, ${answers(201, '{ type: object, required: [id, check], properties: { id: { type: integer }, check: { type: object, required: [strict, state], properties: { strict: { type: boolean }, state: { enum: [done, pending], example: pending } } } } }')} } }
  /limits/{id}: { get: { operationId: getLimit, ${inPath('id')}, ${answers(200, '{ type: object, required: [id, check], properties: { id: { type: integer }, check: { type: object, required: [state], properties: { strict: { type: boolean }, state: { enum: [done, pending] } } } } }')} } }`,
  'a parameter of one name for things of two kinds': `
  /accounts: { post: { operationId: addAccount, ${takes('&told { type: object, required: [note], properties: { note: { type: string } } }')}, ${answers(201, '&has { type: object, required: [id, note], properties: { id: { type: string }, note: { type: string } } }')} } }
  /accounts/{id}: { get: { operationId: getAccount, ${inPath('id')}, ${answers(200, '&account { type: object, required: [id, note, plan], properties: { id: { type: string }, note: { type: string }, plan: { type: object, properties: { accountId: { type: string } } } } }')} } }
  /accounts/{accountId}/plans: { post: { operationId: addPlan, ${inPath('accountId')}, ${takes('*told')}, ${answers(201, '*has')} } }
  /accounts/{accountId}/plans/{id}: { get: { operationId: getPlan, ${inPath('accountId', 'id')}, ${answers(200, '*has')} }, patch: { operationId: changePlan, ${inPath('accountId', 'id')}, ${takes('*told')}, ${answers(200, '*has')} } }`,
  'a property that is called like something else, and longer': `
  /topic: { get: { operationId: getTopic, ${answers(200, '{ type: object, required: [id], properties: { id: { type: string, example: brief } } }')} } }
  /texts: { post: { operationId: addText, ${takes('{ type: object, required: [topic], properties: { topic: { type: string, minLength: 10 } } }')}, responses: { '200': { description: done } } } }`,
  'things below a parent that nothing tells apart': `
  /shelves: { post: { operationId: addShelf, ${takes('{ type: object, required: [name], properties: { name: { type: string } } }')}, ${answers(201, '{ type: object, required: [id], properties: { id: { type: integer } } }')} } }
  /shelves/{shelf}: { delete: { operationId: dropShelf, parameters: [{ name: shelf, in: path, required: true, schema: { type: integer } }], responses: { '204': { description: gone }, '404': { description: none } } } }
  /shelves/{shelf}/papers: { post: { operationId: addPaper, ${inPath('shelf')}, ${takes('{ type: object }')}, ${answers(201, '{ type: object }')} } }
  /shelves/{shelf}/papers/{paper}: { get: { operationId: getPaper, ${inPath('shelf', 'paper')}, ${answers(200, '{ type: object }')} } }`,
  'what is found in a list, read, changed and deleted': `
  /pins: { get: { operationId: listPins, ${answers(200, '{ type: array, items: &pin { type: object, properties: { id: { type: integer }, name: { type: string } } } }')} }, post: { operationId: addPin, ${takes('{ type: object, required: [name], properties: { name: { type: string } } }')}, responses: { '200': { description: done } } } }
  /pins/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getPin, responses: { '200': { description: it, ${json('*pin')} } } }
    put: { operationId: putPin, ${takes('*pin')}, responses: { '200': { description: done } } }
    delete: { operationId: dropPin, responses: { '200': { description: done } } }`,
  'a list that tells in an object what stands alone as a text': `
  /games: { get: { operationId: listGames, ${answers(200, '{ type: array, items: { type: object, properties: { id: { type: integer }, variant: { type: object, properties: { key: { type: string } } } } } }')} }, post: { operationId: addGame, ${takes('&game { type: object, required: [variant], properties: { variant: { type: string, enum: [standard, blitz] } } }')}, ${answers(201, '&played { type: object, properties: { id: { type: integer }, variant: { type: string } } }')} } }
  /games/{id}: { get: { operationId: getGame, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: it, ${json('*played')} } } } }`,
  'an answer of one alternative with what tells it from another': `
  /jobs: { post: { operationId: addJob, ${takes('{ type: object, required: [name], properties: { name: { type: string }, plan: { type: object, properties: { cron: { type: object, properties: { at: { type: string } } } } } } }')},
    ${answers(201, '{ discriminator: { propertyName: kind }, oneOf: [{ type: object, required: [kind, plan], properties: { kind: { type: string, enum: [once, cron] }, plan: { type: object } } }, { type: object, required: [kind, plan], properties: { kind: { type: string, enum: [once, cron] }, plan: { type: object, required: [cron], properties: { cron: { type: object, properties: { at: { type: string } } } } } } }] }')} } }`,
  'what there is one of for each resource': `
  /sites: { post: { operationId: addSite, ${takes('{ type: object, required: [name], properties: { name: { type: string } } }')}, ${answers(201, '&site { type: object, required: [id], properties: { id: { type: string }, name: { type: string } } }')} } }
  /sites/{siteId}: { get: { operationId: getSite, ${inPath('siteId')}, ${answers(200, '*site')} }, delete: { operationId: dropSite, ${inPath('siteId')}, responses: { '204': { description: gone }, '404': { description: none } } } }
  /sites/{siteId}/compute/settings:
    ${inPath('siteId')}
    put: { operationId: putSettings, ${takes('{ type: object, properties: { least: { type: number, minimum: 0.25, maximum: 16 }, note: { type: string } } }')}, ${answers(200, '&settings { type: object, properties: { least: { type: number, format: double }, note: { type: string } } }')} }
    get: { operationId: getSettings, ${answers(200, '*settings')} }
    delete: { operationId: clearSettings, responses: { '204': { description: done } } }`,
  'a form that could be meant to say null': `
  /people: { post: { operationId: addPerson, ${takes('{ type: object, required: [name], properties: { name: { type: string } } }')}, ${answers(201, '&person { type: object, required: [id], properties: { id: { type: integer }, name: { type: [string, "null"] } } }')} } }
  /people/{id}: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], get: { operationId: getPerson, ${answers(200, '*person')} },
    patch: { operationId: changePerson, requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { name: { type: [string, "null"] } } } } } }, ${answers(200, '*person')} } }`,
  'bounds that no number is between': `
  /rates: { post: { operationId: rate, ${takes('{ type: object, properties: { none: { type: number, exclusiveMinimum: 100, exclusiveMaximum: 100 }, name: { type: string } } }')}, responses: { '204': { description: done } } } }`,
  'bytes of which a schema says nothing': `
  /files: { post: { operationId: upload, requestBody: { required: true, content: { application/octet-stream: { schema: { description: Bytes } } } }, responses: { '204': { description: done } } } }
  /forms: { post: { operationId: send, requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, required: [file], properties: { file: { contentMediaType: application/octet-stream } } } } } }, responses: { '204': { description: done } } } }`,
  'pages that each request has to name': `
  /asks: { post: { operationId: ask, ${takes('{ type: object, required: [name], properties: { name: { type: string } } }')}, ${answers(201, '&ask { type: object, required: [id], properties: { id: { type: integer }, name: { type: string } } }')} },
    get: { operationId: listAsks, parameters: [{ name: page, in: query, required: true, schema: { type: integer, minimum: 0 } }, { name: size, in: query, required: true, schema: { type: integer, minimum: 1 } }], ${answers(200, '{ type: object, properties: { totalElements: { type: integer }, content: { type: array, items: *ask } } }')} } }
  /asks/{id}: { get: { operationId: getAsk, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], ${answers(200, '*ask')} } }`,
  'events whose items are what their data is': `
  /news: { get: { operationId: news, responses: { '200': { description: it, content: { text/event-stream: { itemSchema: { type: object, required: [text, count], properties: { text: { type: string }, count: { type: integer } } } } } } } } }`,
  'events whose data is no text': `
  /feed: { get: { operationId: feed, responses: { '200': { description: it, content: { text/event-stream: { itemSchema: { type: object, properties: { id: { type: string }, data: { type: object, required: [text], properties: { text: { type: string } } } } } } } } } } }`,
  'bodies of any media type': `
  /createPost: { post: { operationId: createPost, requestBody: { content: { '*/*': { schema: &post { type: object, properties: { id: { type: string }, name: { type: string }, at: { type: string, format: date-time } } } } } }, ${answers(200, '*post')} } }`,
  'a cursor that is the number of the last item, which a next address has': `
  /notes: { post: { operationId: addNote, ${takes('{ type: object, required: [text], properties: { text: { type: string } } }')}, ${answers(201, '&note { type: object, required: [id, text], properties: { id: { type: integer, readOnly: true }, text: { type: string } } }')} },
    get: { operationId: listNotes, parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 4 } }, { name: since, in: query, schema: { type: integer, minimum: 0 } }], ${answers(200, '{ type: object, required: [paging, notes], properties: { paging: { type: object, properties: { next: { type: string, example: /notes?limit=4&since=7 } } }, notes: { type: array, items: *note } } }')} } }
  /notes/{id}: { delete: { operationId: removeNote, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '204': { description: gone }, '404': { description: none } } } }`,
  'options of what is there': `
  /seats: { post: { operationId: addSeat, ${takes('{ type: object, required: [name], properties: { name: { type: string } } }')}, ${answers(201, '&seat { type: object, required: [id], properties: { id: { type: integer }, name: { type: string } } }')} } }
  /seats/{id}: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], get: { operationId: getSeat, ${answers(200, '*seat')} }, options: { operationId: askSeat, ${answers(200, '{ type: object }')} } }`,
  'a part that a request has, and an answer has as readOnly': `
  /funds: { post: { operationId: addFund, ${takes('{ type: object, required: [card], properties: { card: { type: object, required: [name], properties: { name: { type: string }, brand: { enum: [a, b, c] } } } } }')}, ${answers(201, '&fund { type: object, required: [id], properties: { id: { type: integer }, card: { type: object, properties: { name: { type: string }, brand: { readOnly: true, enum: [a, b, c] } } } } }')} } }
  /funds/{id}: { get: { operationId: getFund, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], ${answers(200, '*fund')} } }`,
  'refusals that are told elsewhere, and what is read below what lies below another': `
  /owners: { post: { operationId: addOwner, ${takes('&name { type: object, required: [name], properties: { name: { type: string } } }')}, ${answers(201, '&thing { type: object, required: [id], properties: { id: { type: integer }, name: { type: string } } }')} } }
  /owners/{ownerId}: { get: { operationId: getOwner, ${inPath('ownerId')}, ${answers(200, '*thing')} } }
  /owners/{ownerId}/pets: { post: { operationId: addPet, ${inPath('ownerId')}, ${takes('*name')}, ${answers(201, '*thing')} } }
  /owners/{ownerId}/pets/{petId}: { get: { operationId: getPet, ${inPath('ownerId', 'petId')}, ${answers(200, '*thing')} } }
  /owners/{ownerId}/pets/{petId}/check: { get: { operationId: checkPet, ${inPath('ownerId', 'petId')}, responses: { '200': { description: it, ${json('{ type: object, required: [score], properties: { score: { type: integer } } }')} }, '400': { description: wrong, ${json("{ $ref: 'https://api.example/errors.yaml#/Error' }")} } } } }`,
  'actions on what no path leads to': `
  /wallets: { post: { operationId: addWallet, ${takes('{ type: object, required: [name], properties: { name: { type: string } } }')}, ${answers(201, '&wallet { type: object, properties: { id: { type: integer }, name: { type: string } } }')} },
    get: { operationId: listWallets, ${answers(200, '{ type: array, items: *wallet }')} } }
  /wallets/{id}/deposit: { post: { operationId: deposit, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], ${takes('{ type: object, required: [amount], properties: { amount: { type: number } } }')}, responses: { '200': { description: done }, '400': { description: no } } } }`,
  'a replacement that may have null where the answer must have a text': `
  /hubs: { post: { operationId: addHub, ${takes('&hub { type: object, required: [name], properties: { name: { type: string }, url: { type: [string, "null"] } } }')}, ${answers(200, '&told { type: object, required: [id, name, url], properties: { id: { type: integer }, name: { type: string }, url: { type: string, format: uri } } }')} } }
  /hubs/{id}: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], get: { operationId: getHub, ${answers(200, '*told')} }, put: { operationId: putHub, ${takes('*hub')}, ${answers(200, '*told')} } }`,
  'an action that tells no more than the state of what it is done to': `
  /users: { post: { operationId: addUser, ${takes('{ type: object, required: [name], properties: { name: { type: string } } }')}, ${answers(201, '&user { type: object, properties: { id: { type: string }, name: { type: string }, status: { type: string, enum: [active, suspended] } } }')} } }
  /users/{id}: { get: { operationId: getUser, ${inPath('id')}, ${answers(200, '*user')} } }
  /users/{id}/suspend: { post: { operationId: suspend, ${inPath('id')}, ${answers(200, '{ type: object, properties: { id: { type: string }, status: { type: string } } }')} } }`,
  'an action that tells less of what is within a resource than a read of it': `
  /changes: { post: { operationId: addChange, ${takes('{ type: object, required: [articles], properties: { articles: { type: array, minItems: 1, items: &article { type: object, required: [id, subject], properties: { id: { type: string }, subject: { type: string } } } } } }')},
    ${answers(201, '&change { type: object, required: [id, articles], properties: { id: { type: string }, articles: { type: array, items: { type: object, properties: { id: { type: string }, subject: { type: string } } } } } }')} } }
  /changes/{id}: { get: { operationId: getChange, ${inPath('id')}, ${answers(200, '*change')} } }
  /changes/{id}/approve: { post: { operationId: approve, ${inPath('id')}, ${answers(200, '{ type: object, properties: { id: { type: string }, articles: { type: array, items: { type: object, additionalProperties: false, properties: { subject: { type: string } } } } } }')} } }`,
  'a type that can be changed, of what is told in data': `
  /guides: { post: { operationId: addGuide, ${takes('&guide { type: object, additionalProperties: false, properties: { name: { type: string }, shown: { enum: [yes, no], default: yes }, type: { enum: [link, basic, hook], default: basic } } }')}, ${answers(201, '&told { type: object, properties: { data: { type: object, required: [id], properties: { id: { type: string, readOnly: true }, name: { type: string }, shown: { enum: [yes, no] }, type: { enum: [link, basic, hook] } } } } }')} } }
  /guides/{id}: { ${inPath('id')}, get: { operationId: getGuide, ${answers(200, '*told')} }, patch: { operationId: changeGuide, ${takes('*guide')}, ${answers(200, '*told')} } }`,
  'an operation that is broken beside one that is not': `
  /wares: { get: { operationId: listWares, ${answers(200, '{ type: array, items: { $ref: "#/components/schemas/Ware" } }')} },
    post: { operationId: addWare, ${takes('{ type: object, required: [name], properties: { name: { type: string } } }')}, ${answers(201, '{ type: object, properties: { name: { type: string } } }')} } }`,
  'a list of names of what is created, and removed by its name': `
  /users/{id}/addresses: { ${inPath('id')}, get: { operationId: listAddresses, ${answers(200, '&ips { type: object, properties: { ips: { type: array, items: { type: string } } } }')} },
    post: { operationId: addAddress, ${takes('{ type: object, properties: { ip: { type: string }, ips: { type: array, items: { type: string } } } }')}, ${answers(200, '*ips')} } }
  /users/{id}/addresses/{ip}: { delete: { operationId: dropAddress, ${inPath('id', 'ip')}, ${answers(200, '*ips')} } }`,
  'a word for all in one of the paths that name one': `
  /runs: { post: { operationId: addRun, ${takes('{ type: object, required: [run_id], properties: { run_id: { type: string } } }')}, ${answers(200, '&run { type: object, required: [run_id], properties: { run_id: { type: string } } }')} } }
  /runs/{run_id}: { get: { operationId: getRun, ${inPath('run_id')}, ${answers(200, '*run')} }, delete: { operationId: dropRun, ${inPath('run_id')}, responses: { '204': { description: gone }, '404': { description: none } } } }
  /runs/{run_id}/notes: { post: { operationId: addNote, ${inPath('run_id')}, ${takes('{ type: object, properties: { text: { type: string } } }')}, ${answers(201, '{ type: object, required: [id], properties: { id: { type: integer } } }')} } }
  /runs/{run_id}/notes/list: { post: { operationId: findNotes, parameters: [{ name: run_id, in: path, required: true, schema: { const: '~' } }], ${takes('{ type: object, properties: { limit: { type: integer } } }')}, ${answers(200, '{ type: array, items: { type: object } }')} } }`,
  'parameters that no request has a place for': `
  /moods: { post: { operationId: addMood, parameters: [{ name: mood, in: body, required: true, schema: { type: object } }], responses: { '200': { description: done } } },
    get: { operationId: listMoods, parameters: [{ name: kind, in: _query, required: true, schema: { type: string } }, { name: size, required: true, schema: { type: string } }], ${answers(200, '{ type: object }')} } }`,
  'a cursor whose default is the beginning, beside numbers of pages': `
  /notes: { post: { operationId: addNote, ${takes('{ type: object, required: [text], properties: { text: { type: string } } }')}, ${answers(201, '&note { type: object, required: [id, text], properties: { id: { type: string, readOnly: true }, text: { type: string } } }')} },
    get: { operationId: listNotes, parameters: [{ name: per_page, in: query, schema: { type: integer, default: 250, minimum: 1, maximum: 1000 } }, { name: page, in: query, schema: { type: integer } }, { name: page_size, in: query, schema: { type: integer, default: 250, minimum: 1, maximum: 500 } }, { name: page_token, in: query, schema: { type: string, default: '1', minLength: 1 } }], ${answers(200, '{ type: array, items: *note }')} } }
  /notes/{id}: { get: { operationId: getNote, ${inPath('id')}, ${answers(200, '*note')} } }`,
  'forms that lead on in another branch than their first': `
  /rules: { post: { operationId: addRule, ${takes(ofComponent('All'))}, ${answers(200, ofComponent('All'))} } }
components:
  schemas:
    Rule: { type: object, additionalProperties: true }
    Not: { allOf: [{ $ref: '#/components/schemas/Rule' }, { type: object, properties: { not: { type: object, oneOf: [{ $ref: '#/components/schemas/Rule' }, { $ref: '#/components/schemas/All' }, { $ref: '#/components/schemas/Not' }] } } }] }
    All: { allOf: [{ $ref: '#/components/schemas/Rule' }, { type: object, properties: { all: { type: array, minItems: 1, items: { oneOf: [{ $ref: '#/components/schemas/Rule' }, { $ref: '#/components/schemas/All' }, { $ref: '#/components/schemas/Not' }] } } }, additionalProperties: false }] }`,
  'parts that are closed, each by itself, and discriminators that tell what extends them': `
  /cats: { post: { operationId: addCat, ${takes(ofComponent('NewCat'))}, ${answers(201, ofComponent('Cat'))} } }
  /cats/{id}: { ${inPath('id')}, get: { operationId: getCat, ${answers(200, ofComponent('Cat'))} }, patch: { operationId: changeCat, ${takes(ofComponent('NewCat'))}, ${answers(200, ofComponent('Cat'))} } }
components:
  schemas:
    Kind: { type: string, enum: [dogs, cats] }
    Pet: { type: object, required: [kind], properties: { kind: { allOf: [{ $ref: '#/components/schemas/Kind' }] }, name: { type: string } }, additionalProperties: false, discriminator: { propertyName: kind, mapping: { dogs: '#/components/schemas/Dog', cats: '#/components/schemas/NewCat' } } }
    Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, properties: { barks: { type: boolean } }, additionalProperties: false }], additionalProperties: false }
    NewCat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, required: [colour], properties: { colour: { type: string } }, additionalProperties: false }], additionalProperties: false }
    Cat: { allOf: [{ $ref: '#/components/schemas/NewCat' }, { type: object, required: [id], properties: { id: { type: string } }, additionalProperties: false }], additionalProperties: false }`,
};

describe('the mock passes the judge on', () => {
  it.each(Object.entries(documents))('%s', async (_name, paths) => {
    const text = `openapi: 3.1.0\ninfo: { title: Small, version: '1' }\npaths:${paths}\n`;
    const document = loadDocument(text, 'small.yaml');
    await using server = await createMock({ document }).listen({ port: 0, prism: false });
    const { result } = verify({ document, baseUrl: server.url, requests: 0, allowChanges: true });
    const { findings, verdict } = await result;
    const faults = findings.filter(({ severity }) => severity !== 'note');
    expect(faults.map(({ operation, message }) => `${operation}: ${message}`)).toEqual([]);
    expect(verdict).toBe('pass');
  });
});

it('plays its scenes alone, where no case draws values of its own', async () => {
  const inOwner =
    'parameters: [{ name: owner, in: path, required: true, schema: { type: string }, examples: { it: { value: ann } } }]';
  const car = '&car { type: object, properties: { name: { type: string } } }';
  const paths = `
  /owners/{owner}/cars: { ${inOwner}, post: { operationId: addCar, ${takes(car)}, ${answers(201, '*car')} }, get: { operationId: listCars, parameters: [{ name: limit, in: query, schema: { type: integer } }], ${answers(200, '{ type: array, items: *car }')} } }`;
  const document = loadDocument(
    `openapi: 3.0.0\ninfo: { title: Small, version: '1' }\npaths:${paths}\n`,
    'small.yaml',
  );
  await using server = await createMock({ document }).listen({ port: 0, prism: false });
  const { result } = verify({ document, baseUrl: server.url, only: ['oracle'] });
  expect(await result).toMatchObject({ verdict: 'pass', findings: [] });
});
