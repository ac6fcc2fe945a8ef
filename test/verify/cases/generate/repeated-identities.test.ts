import { expect, it } from 'vitest';
import { operations } from '../../../../src/model/operation.ts';
import { createFreshValues } from '../../../../src/model/requests/fresh-values.ts';
import { documentFromValue } from '../../../../src/openapi/document.ts';
import {
  namesAnother,
  repeatedIn,
  withRepeated,
} from '../../../../src/verify/cases/generate/repeated-identities.ts';

const document = documentFromValue({
  paths: {
    '/folders/{folderId}/topics/{id}': {
      parameters: ['folderId', 'id'].map((name) => {
        return { name, in: 'path', required: true, schema: { type: 'integer' } };
      }),
      post: { responses: {} },
    },
  },
});
const plain = { folder_id: 42, id: 7, title: 'a' };
const repeated = repeatedIn(document, operations(document)[0]!, undefined, plain);

it('knows what a body and the path call alike, but for a bare id, which may be of anything', () => {
  expect(repeated).toEqual([{ path: ['folder_id'], parameter: 'folderId', usual: 42 }]);
});

it('says in the body what the path says, but for what a case has chosen itself', () => {
  const fresh = { ...createFreshValues({ seed: 0, runId: 'run' }), given: { folderId: 3, id: 4 } };
  expect(withRepeated(plain, fresh, repeated, false)).toEqual({ ...plain, folder_id: 3 });
  const chosen = { ...plain, folder_id: -1 };
  expect(namesAnother(chosen, repeated)).toBe(true);
  expect(withRepeated(chosen, fresh, repeated, false)).toEqual(chosen);
  expect(withRepeated(chosen, fresh, repeated, true)).toEqual({ ...plain, folder_id: 3 });
});
