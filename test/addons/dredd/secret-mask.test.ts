import { describe, expect, it } from 'vitest';
import { SecretMask } from '../../../src/addons/dredd/secret-mask.ts';

const bearer = (secret: string): { secret: string; behind: string } => ({
  secret,
  behind: 'Bearer ',
});

describe('SecretMask', () => {
  it.each([
    ['as it is', 'a<b>"c&d'],
    ['in JSON', 'a<b>\\"c&d'],
    ['in HTML', 'a&lt;b&gt;&quot;c&amp;d'],
    ['in an address', encodeURIComponent('a<b>"c&d')],
    ['in base64', Buffer.from('a<b>"c&d').toString('base64')],
  ])('takes out a token %s', (_title, spelling) => {
    expect(new SecretMask([bearer('a<b>"c&d')]).mask(`x ${spelling} y`)).toBe('x *** y');
  });

  it('takes a short token out of the header only', () => {
    expect(new SecretMask([bearer('test')]).mask('the test: Bearer test')).toBe(
      'the test: Bearer ***',
    );
  });

  it('takes several secrets out, also where one is a part of another', () => {
    const mask = new SecretMask([
      bearer('hunter22'),
      { secret: 'ann:hunter22', behind: 'Basic ' },
      { secret: 'k1', behind: 'X-Key: ' },
    ]);
    expect(mask.mask('ann:hunter22 hunter22 X-Key: k1 k1')).toBe('*** *** X-Key: *** k1');
  });

  it.each([[[]], [[bearer('')]]])('leaves all as it is without a token (%j)', (secrets) => {
    expect(new SecretMask(secrets).mask('Bearer anonymous')).toBe('Bearer anonymous');
  });

  it('masks a token that comes in pieces, however it is cut', () => {
    const text = 'a line\nAuthorization: Bearer secret-token\nsecret-tok';
    for (let size = 1; size < text.length; size += 1) {
      let written = '';
      const stream = new SecretMask([bearer('secret-token')]).stream((piece) => {
        written += piece;
      });
      for (let i = 0; i < text.length; i += size) stream.push(text.slice(i, i + size));
      stream.end();
      expect(written, `pieces of ${size}`).toBe('a line\nAuthorization: Bearer ***\nsecret-tok');
    }
  });
});
