import { isJsonObject } from '../../../openapi/json/json-value.ts';
import { stringifyJson } from '../../../openapi/json/stringify-json.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { LoadedDocument } from '../../../model/load-document.ts';
import type { Route } from '../route.ts';
import { ControlError } from '../control-error.ts';

/** The server as a whole. */
export const serverRoutes: Readonly<Record<string, Route>> = {
  getHealth: ({ host }) => {
    const { mode, version, instance, started, target, sandboxes } = host;
    return {
      status: 200,
      body: {
        status: 'ok',
        mode,
        version,
        title: titleOf(host.document()),
        uptime: Math.round(performance.now() - started),
        instance,
        target,
        sandboxes: sandboxes?.list().length ?? 0,
      },
    };
  },
  getControlDocument: ({ documents }) => ({ status: 200, body: documents.document.root }),
  getDocument: ({ host }) => {
    const document = host.document() as OpenApiDocument & Partial<LoadedDocument>;
    const { file, text = stringifyJson(document.root, 2) } = document;
    return { status: 200, body: { file, title: titleOf(document), text } };
  },
  listSandboxes: ({ sandboxes }) => {
    const now = performance.now();
    const list = sandboxes()
      .list()
      .map(({ name, store, recorder, lastUsed }) => ({
        name,
        resources: store.total,
        requests: recorder.last,
        idle: Math.round(now - lastUsed),
      }));
    return { status: 200, body: { sandboxes: list, max: sandboxes().max } };
  },
  dropSandbox: ({ sandboxes, parameters }) => {
    const name = parameters['name'] as string;
    if (sandboxes().drop(name)) return { status: 204 };
    const message = `There is no sandbox ${JSON.stringify(name.slice(0, 100))}.`;
    throw new ControlError(404, 'unknown-sandbox', message);
  },
};

function titleOf({ root }: OpenApiDocument): string {
  const { info } = root;
  const title = isJsonObject(info) ? info['title'] : undefined;
  return typeof title === 'string' ? title : '';
}
