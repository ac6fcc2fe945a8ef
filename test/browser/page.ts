/** The script of the page in which the service worker is tried. */
import {
  type ProfileName,
  type ScenarioFile,
  createHandlers,
  PlantStore,
  scenarios,
} from '../../mocks/index.ts';
import { setupWorker } from '../../mocks/browser.ts';
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

/** What a page does with its mock, as tests do in other forms: a fault, what was asked, what is stored. */
export async function tryControls(url: string): Promise<readonly unknown[]> {
  worker.failNext({ operation: 'createPlant', status: 503 });
  const bytes = new TextEncoder().encode('{"id":78,"name":"Ivy"}');
  const { status } = await send(url, [...bytes], 'application/json');
  const asked = worker.requests({ operation: 'createPlant', status: 503 });
  return [
    status,
    asked.length,
    worker.collection('/plants').has(78),
    worker.sandbox('one').requests(),
  ];
}

/** Puts a scenario in the place of everything. */
export function setScenario(scenario: keyof typeof scenarios | ScenarioFile): void {
  store.reset();
  const file = typeof scenario === 'string' ? scenarios[scenario] : scenario;
  worker.resetHandlers(...createHandlers({ store, scenario: file }));
}
