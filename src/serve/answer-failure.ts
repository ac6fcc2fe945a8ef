import type { ServerResponse } from 'node:http';

/**
 * The last catch of what is answered later: without it, an exception that nobody thought of would be
 * an unhandled rejection, and end the process. It is told on standard error, as a warning of the
 * process, and the client gets a 500 or, where an answer has begun, a closed connection.
 *
 * @param refuse Writes the 500; may throw itself.
 */
export function answerFailure(outgoing: ServerResponse, error: unknown, refuse: () => void): void {
  const { method = '', url = '' } = outgoing.req;
  const cause = error instanceof Error ? error.message : String(error);
  // Without the query, which may hold a secret.
  const [path = ''] = url.split('?');
  process.emitWarning(`Failed to answer ${method} ${path}: ${cause}.`, 'ServerWarning');
  // It went wrong behind the answer.
  if (outgoing.writableEnded) return;
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  try {
    refuse();
  } catch {
    outgoing.destroy();
  }
}
