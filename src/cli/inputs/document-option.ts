import { Option } from 'commander';
import { defaultDocument } from '../defaults.ts';

/** `--spec <file>`; without it, the document that comes with the kit. */
export function documentOption(): Option {
  // Its path depends on where the kit is installed: nothing that a page or a test could show.
  return new Option('--spec <file>', 'OpenAPI document; - is standard input').default(
    defaultDocument(),
    'the one of the kit',
  );
}
