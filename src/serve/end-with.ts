import type { OutgoingMessage } from 'node:http';

/** Bytes of a body that are written together with the head, as one string. */
const ONE_WRITE = 16 * 1024;

/** Node sends a head and a string in one write, a head and bytes in two: dearer than the copy. */
export function endWith(outgoing: OutgoingMessage, body: Uint8Array): void {
  if (body.length > ONE_WRITE) {
    // With bytes, Node puts the head in front of a "100 Continue" that still waits to be sent.
    outgoing.flushHeaders();
    outgoing.end(body);
    return;
  }
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  outgoing.end(bytes.toString('latin1'), 'latin1');
}
