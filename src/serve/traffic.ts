import type { OpenApiDocument } from '../openapi/document.ts';
import { type ExchangeRecord, MAX_BODY, recordWeight } from './exchange-record.ts';
import { type ExchangeView, ExchangeViewer } from './sandbox/exchange-view.ts';
import { Recorder, type Records } from './sandbox/recorder.ts';
import { RECORDED_BYTES, RECORDED_REQUESTS } from './limits.ts';
import { DEFAULT_SANDBOX } from './sandbox/sandboxes.ts';

/** What passes through a server or a sandbox of it, as the control API shows it. */
export type Traffic = Pick<Records<unknown, ExchangeView>, 'name' | 'read' | 'clear' | 'subscribe'>;

/** What has passed through a proxy, as the control API shows it. */
export class ProxyTraffic extends Recorder<ExchangeRecord, ExchangeView> {
  constructor(document: OpenApiDocument) {
    const viewer = new ExchangeViewer(document);
    const limits = { count: RECORDED_REQUESTS, bytes: RECORDED_BYTES.default };
    super(DEFAULT_SANDBOX, limits, (record, seq) => viewer.proxied(record, seq));
  }

  /** @param record Without secrets. */
  record(record: ExchangeRecord): void {
    const request = withoutLargeBody(record.request);
    const response = withoutLargeBody(record.response);
    const masked = { ...record, request, response };
    this.add(masked, recordWeight(masked));
  }
}

function withoutLargeBody<Message extends { readonly body: Uint8Array | undefined }>(
  message: Message,
): Message {
  return (message.body?.length ?? 0) > MAX_BODY ? { ...message, body: undefined } : message;
}
