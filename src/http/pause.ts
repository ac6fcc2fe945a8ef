/**
 * Resolves after so many milliseconds, or when the signal is aborted. Never rejects.
 *
 * @param signal Ends it early. Default: nothing does.
 */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const end = (): void => resolve();
  signal?.addEventListener('abort', end, { once: true });
  await promise;
  clearTimeout(timer);
  signal?.removeEventListener('abort', end);
}
