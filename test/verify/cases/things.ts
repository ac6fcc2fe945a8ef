/** A document of another service, so that the tests show what is generic. */
import type { RelativeRequest } from '../../../src/http/exchange.ts';
import { type LoadedDocument, loadDocument } from '../../../src/model/load-document.ts';
import { type Operation, operations } from '../../../src/model/operation.ts';

/** A document with one `POST /things`, whose body has this schema (YAML in flow style). */
export function documentWith(schema: string, examples = ''): LoadedDocument {
  const text = `openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    post:
      operationId: createThing
      security: [{ key: [] }]
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: '#/components/schemas/Thing' }${examples} }
      responses: { '200': { description: done } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    Thing: ${schema}
`;
  return loadDocument(text, 'things.yaml');
}

export const thingDocument: LoadedDocument = documentWith(
  '{ type: object, required: [id, name], properties: { id: { type: integer, format: int64 }, name: { type: string }, tag: { type: string } } }',
);

export function operationOf(document: LoadedDocument): Operation {
  return operations(document)[0]!;
}

export function bodyText(request: RelativeRequest): string {
  return new TextDecoder().decode(request.body);
}
