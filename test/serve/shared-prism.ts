import { createValidator } from '../../src/addons/prism/prism.ts';
import { stringifyJson } from '../../src/openapi/json/stringify-json.ts';
import type { CreateValidator, Validator } from '../../src/serve/validator.ts';

const started = new Map<string, Validator>();

/**
 * Prism, loaded once for each document and file of tests: it outlives whoever closes it, and ends
 * with the file's process.
 */
export const createSharedPrism: CreateValidator = ({ document, strict = false }) => {
  const key = `${strict} ${stringifyJson(document.root)}`;
  const prism = started.get(key) ?? createValidator({ document, strict, patience: 60_000 });
  started.set(key, prism);
  const waiting = new Set<Promise<unknown>>();
  return {
    name: prism.name,
    ready: prism.ready,
    get state() {
      return prism.state;
    },
    get isFull() {
      return prism.isFull;
    },
    isPrompt: (milliseconds) => prism.isPrompt(milliseconds),
    judge: (request, response) => {
      const judging = prism.judge(request, response);
      waiting.add(judging);
      return judging;
    },
    close: async () => {
      await Promise.all(waiting);
    },
  };
};
