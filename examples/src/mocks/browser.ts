import { PlantStore, type ProfileName, createHandlers } from 'plant-store-kit/mocks';
import { setupWorker } from 'plant-store-kit/mocks/browser';

const store = new PlantStore();

/** The fake in this page. */
export const worker: ReturnType<typeof setupWorker> = setupWorker({ store });

export const profiles: readonly ProfileName[] = ['documented', 'typical', 'lenient'];

/** From now on, the fake answers what the specification leaves open as this profile says. */
export function setProfile(profile: ProfileName): void {
  worker.resetHandlers(...createHandlers({ store, profile }));
}
