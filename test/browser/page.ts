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

/** Puts a scenario in the place of everything. */
export function setScenario(scenario: keyof typeof scenarios | ScenarioFile): void {
  store.reset();
  const file = typeof scenario === 'string' ? scenarios[scenario] : scenario;
  worker.resetHandlers(...createHandlers({ store, scenario: file }));
}
