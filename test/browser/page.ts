/** The script of the page in which the service worker is tried. */
import { type ProfileName, createHandlers, PlantStore } from '../../mocks/index.ts';
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
