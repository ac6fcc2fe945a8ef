import { expect, it } from 'vitest';
import { dreddSecrets } from '../../../src/addons/dredd/credential-part.ts';
import type { SecretPart } from '../../../src/http/credential.ts';
import { createMasker } from '../../../src/model/secrets/masker.ts';

const part = (place: SecretPart['place'], name: string, value: string): SecretPart => {
  return { place, name, value, shown: '$SECRET' };
};

/** What Dredd's output is with these credentials. */
function masked(text: string, token: string | undefined, ...parts: SecretPart[]): string {
  const credential = { token, variable: 'TOKEN' };
  return createMasker(dreddSecrets(credential, new Map([['GET /', parts]]))).text(text);
}

it('takes a short token out of the header only', () => {
  expect(masked('the test: Bearer test', 'test')).toBe('the test: Bearer ***');
});

it('takes several secrets out, also where one is a part of another', () => {
  const login = `Basic ${Buffer.from('ann:hunter22').toString('base64')}`;
  const text = `hunter22 ${login} X-Key: k1 k1 jar=j1 j1`;
  const parts = [part('header', 'Authorization', login), part('header', 'X-Key', 'k1')];
  expect(masked(text, 'hunter22', ...parts, part('cookie', 'jar', 'j1'))).toBe(
    '*** Basic *** X-Key: *** k1 jar=*** j1',
  );
});

it('leaves all as it is without a token, or where what is sent is no secret', () => {
  expect(masked('Bearer anonymous', undefined)).toBe('Bearer anonymous');
  const anonymous = { place: 'header', name: 'X-Key', value: 'anonymous', shown: 'anonymous' };
  expect(masked('X-Key: anonymous', '', anonymous as SecretPart)).toBe('X-Key: anonymous');
});
