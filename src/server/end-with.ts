import type { OutgoingMessage } from 'node:http';

/** Bytes of a body that are written together with the head, as one string. */
const ONE_WRITE = 16 * 1024;

/** Node sends a head and a string in one write, a head and bytes in two: dearer than the copy. */
export function endWith(
  outgoing: OutgoingMessage,
  body: Uint8Array,
  done: () => void = () => {},
): void {
  if (body.length > ONE_WRITE) outgoing.end(body, done);
  else
    outgoing.end(
      Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1'),
      'latin1',
      done,
    );
}
