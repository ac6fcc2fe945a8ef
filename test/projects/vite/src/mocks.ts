/** Built for the page and for the server, with the imports of both. */
import { setupWorker } from 'plant-store-kit/mocks/browser';
import { setupServer } from 'plant-store-kit/mocks/node';

export async function startMock(): Promise<void> {
  if (typeof window === 'undefined') setupServer({ profile: 'typical' }).listen();
  else await setupWorker({ profile: 'typical' }).start();
}
