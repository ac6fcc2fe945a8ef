/** The script of the page in which the service worker is tried. */
import {
  type ProfileName,
  type ScenarioFile,
  createHandlers,
  PlantStore,
  scenarios,
} from '../../mocks/index.ts';
import { setupWorker } from '../../mocks/browser.ts';
import { type Form, bookings, deeds } from '../mocks/control-deeds.ts';
import { sendBody as send } from '../mocks/send-body.ts';

const store = new PlantStore();
const worker = setupWorker({ store });

export const sendBody: typeof send = send;

export async function start(): Promise<void> {
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass' });
}

export function storedIds(): string[] {
  return store.list().map(({ id }) => String(id));
}

export function setProfile(profile: ProfileName): void {
  worker.resetHandlers(...createHandlers({ store, profile }));
}

/** What tests do with a mock, in a page: what each deed has seen, by its name. */
export async function tryDeeds(): Promise<Readonly<Record<string, unknown>>> {
  const controls = setupWorker<unknown>({ document: bookings });
  await controls.start({ quiet: true, onUnhandledFrame: 'bypass' });
  const wait = (latency: number): void => {
    controls.latency = latency;
  };
  const form: Form = {
    controls,
    wait,
    url: `${location.origin}/v2`,
    fetch: (url, init) => fetch(url, init),
  };
  const seen: Record<string, unknown> = {};
  for (const { name, does, isNodeOnly = false } of deeds) {
    controls.reset();
    if (!isNodeOnly) seen[name] = await does(form);
  }
  return seen;
}

/** Puts a scenario in the place of everything. */
export function setScenario(scenario: keyof typeof scenarios | ScenarioFile): void {
  store.reset();
  const file = typeof scenario === 'string' ? scenarios[scenario] : scenario;
  worker.resetHandlers(...createHandlers({ store, scenario: file }));
}
