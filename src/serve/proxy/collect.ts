import type { Readable } from 'node:stream';

/** The start of a stream, or all of it. */
export interface Collected {
  readonly bytes: Uint8Array;
  /** False where there is more than the limit: the stream is paused there. */
  readonly complete: boolean;
}

/**
 * Reads a stream up to a limit. What is beyond stays in the stream, for {@link wholeStream}.
 *
 * @param onChunk Called at every chunk, so that a timeout can tell slow from silent.
 * @throws {Error} where the stream is closed before its end.
 */
export function collect(
  stream: Readable,
  limit: number,
  onChunk: () => void = () => {},
): Promise<Collected> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    let isOver = false;
    const finish = (complete: boolean): void => {
      isOver = true;
      // Nothing more comes from a stream that has ended, but its close.
      if (!complete) stop();
      resolve({ bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks), complete });
    };
    const onData = (chunk: Uint8Array): void => {
      onChunk();
      chunks.push(chunk);
      size += chunk.length;
      if (size <= limit) return;
      stream.pause();
      finish(false);
    };
    const onEnd = (): void => finish(true);
    const onError = (error: Error): void => {
      stop();
      reject(error);
    };
    const onClose = (): void => {
      if (!isOver) onError(new Error('closed before its end'));
    };
    const stop = (): void => {
      stream.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
    };
    stream.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}

/** What was collected, followed by the rest. */
export async function* wholeStream(
  head: Uint8Array,
  rest: Readable,
  onChunk: () => void = () => {},
): AsyncGenerator<Uint8Array> {
  yield head;
  // To destroy a request would take its answer away, too.
  const chunks = rest.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  for await (const chunk of chunks) {
    onChunk();
    yield chunk;
  }
}
