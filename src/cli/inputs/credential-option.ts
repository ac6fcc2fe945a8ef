import { Option } from 'commander';
import { several } from './option-schema.ts';

/** `--credential <scheme=$VARIABLE>`, as often as the document has security schemes. */
export function credentialOption(): Option {
  return new Option(
    '--credential <scheme=$VARIABLE>',
    'the credential of a security scheme of the document, from an environment variable: a token, ' +
      'a key, or user:password; repeatable',
  ).argParser(several);
}
