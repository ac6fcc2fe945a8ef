/** One event of a stream. */
export interface StreamEvent {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: string;
}

/**
 * Reads server-sent events (HTML Living Standard, 9.2.6). A browser's own `EventSource` can't send the header
 * that lets the page in.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    // What is not ended by an empty line has not come whole.
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = readBlock(block);
      if (event !== undefined) yield event;
    }
  }
}

function readBlock(block: string): StreamEvent | undefined {
  let id: string | undefined;
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'id') id = value;
    else if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { id, name, data: data.join('\n') };
}
