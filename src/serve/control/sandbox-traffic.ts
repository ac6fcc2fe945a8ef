import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Traffic } from './traffic.ts';

/** The traffic of a sandbox. */
export function trafficOfSandbox(sandbox: Sandbox): Traffic {
  const { name, recorder } = sandbox;
  return {
    name,
    last: recorder.last,
    dropped: recorder.dropped,
    list: (after, limit) => sandbox.requests(after, limit),
    clear: () => sandbox.clearRequests(),
    subscribe: (listener) => {
      const ends = [
        recorder.subscribe((recorded) => listener.exchange(sandbox.view(recorded))),
        sandbox.subscribe((topic) => listener.changed(topic)),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
