import { describe, expect, it } from 'vitest';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { identityOf, objectShape } from '../../../src/model/resources/object-shape.ts';

const at = '/components/schemas';

describe('the identity of an object', () => {
  it.each<[name: string, property: JsonObject, found: boolean]>([
    ['id', { type: 'integer' }, true],
    ['thingId', { type: 'integer' }, true],
    ['thing_id', { type: 'integer' }, true],
    ['id', { type: 'string' }, false],
    ['id', {}, false],
    ['valid', { type: 'integer' }, false],
    ['idea', { type: 'integer' }, false],
    ['thingIdea', { type: 'integer' }, false],
    ['thing_idea', { type: 'integer' }, false],
  ])('is %s, where it is %o: %s', (name, property, found) => {
    const thing = (required: string[]): JsonObject => ({
      Thing: { required, properties: { first: { type: 'integer' }, [name]: property } },
    });
    const identity = (required: string[]): string | undefined =>
      identityOf(
        objectShape(documentFromValue({ components: { schemas: thing(required) } }), `${at}/Thing`),
      );
    expect(identity(['first', name])).toBe(found ? name : undefined);
    expect(identity(['first'])).toBeUndefined();
  });
});
