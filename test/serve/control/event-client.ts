import type { JsonObject } from '../../../src/openapi/json/json-value.ts';

/** One server-sent event. */
export interface Sent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: JsonObject;
}

/** A stream of events that is being read. */
export interface Events extends AsyncDisposable {
  readonly contentType: string | null;
  /** The next event; fails after ten seconds. `undefined` at the end of the stream. */
  next(): Promise<Sent | undefined>;
}

/** Reads server-sent events (HTML Living Standard, 9.2.6). */
export async function readEvents(
  url: string,
  headers: Record<string, string> = {},
): Promise<Events> {
  const controller = new AbortController();
  const response = await fetch(url, { headers, signal: controller.signal });
  const decoder = new TextDecoder();
  const reader = response.body!.getReader();
  let text = '';
  const next = async (): Promise<Sent | undefined> => {
    const end = text.indexOf('\n\n');
    if (end === -1) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += decoder.decode(value, { stream: true });
      return await next();
    }
    const block = text.slice(0, end);
    text = text.slice(end + 2);
    return parse(block) ?? (await next());
  };
  return {
    contentType: response.headers.get('content-type'),
    next: async () => {
      const timer = setTimeout(() => controller.abort(), 10_000);
      try {
        return await next();
      } finally {
        clearTimeout(timer);
      }
    },
    [Symbol.asyncDispose]: async () => {
      await reader.cancel().catch(() => {});
      controller.abort();
    },
  };
}

function parse(block: string): Sent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => {
      const [name = '', ...rest] = line.split(': ');
      return [name, rest.join(': ')] as const;
    }),
  );
  const event = fields.get('event');
  if (event === undefined) return undefined;
  const data = JSON.parse(fields.get('data') ?? '{}') as JsonObject;
  return { id: fields.get('id'), event, data };
}
