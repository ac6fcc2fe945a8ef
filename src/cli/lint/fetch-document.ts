import { MAX_BYTES, failure, fileProblem } from '../../openapi/files/read-text-file.ts';
import { UserError } from '../user-error.ts';

/** Milliseconds that an address is given for its whole document. */
const PATIENCE = 10_000;

/**
 * The text at an address; `undefined` where it can't be had, of which Spectral says why.
 *
 * @param interrupt Ends the waiting, too.
 * @param patience In milliseconds. Default: 10,000.
 * @throws {UserError} where the text doesn't end in time, or is too large: Spectral would wait on.
 */
export async function fetchDocument(
  address: string,
  interrupt: AbortSignal,
  patience: number = PATIENCE,
): Promise<string | undefined> {
  const timeout = AbortSignal.timeout(patience);
  const signal = AbortSignal.any([interrupt, timeout]);
  try {
    const { ok, body } = await fetch(address, { signal });
    return ok ? await readBody(body) : undefined;
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'TOO_LARGE';
    if (!isTooLarge && (interrupt.aborted || !timeout.aborted)) return undefined;
    const cause = isTooLarge ? fileProblem(error) : `no whole answer within ${patience / 1000} s`;
    throw new UserError(
      `Failed to read ${address}: ${cause}. Check the address, or save the document to a file.`,
    );
  }
}

async function readBody(body: Response['body']): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw failure('TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
