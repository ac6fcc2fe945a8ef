import { Option } from 'commander';
import type { CommandBinding } from '../binding.ts';

/** `--spec <file>`; without it, the document that comes with the kit. */
export function documentOption(service: CommandBinding): Option {
  // Its path depends on where the kit is installed: nothing that a page or a test could show.
  return new Option('--spec <file>', 'OpenAPI document; - is standard input').default(
    service.document,
    'the one of the kit',
  );
}
