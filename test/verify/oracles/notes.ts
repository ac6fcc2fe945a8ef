/** Notes, as documents of several tests have them. */

export const of = (schema: string): string =>
  `content: { application/json: { schema: ${schema} } }`;
export const NOTE = "{ $ref: '#/components/schemas/Note' }";

/** Lines below `paths:` with which a note is read. */
export const READING: string = `
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, responses: { '200': { description: it, ${of(NOTE)} }, '404': { description: none } } }`;

/** Lines below `/notes:` with which a note is added. */
export const ADDING: string = `post: { operationId: add, requestBody: { required: true, ${of(NOTE)} }, responses: { '201': { description: it, ${of(NOTE)} } } }`;

/** What a note is, where it has but a text. */
export const PLAIN_NOTE = `
components:
  schemas:
    Note: { type: object, required: [text], properties: { id: { type: string, readOnly: true }, text: { type: string } } }`;
