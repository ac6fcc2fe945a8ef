import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PlantForm } from './plant-form.tsx';

const { VITE_STORE_URL: baseUrl = '', VITE_STORE_TOKEN: token = 'development' } = import.meta
  .env as Readonly<Record<string, string | undefined>>;

/** In development, and where no store is named, the fake answers; no script of a build has it. */
async function developerTools(): Promise<ReactNode> {
  if (!import.meta.env.DEV || baseUrl !== '') return undefined;
  const { worker } = await import('./mocks/browser.ts');
  await worker.start({ onUnhandledFrame: 'bypass' });
  const { ProfileSwitch } = await import('./profile-switch.tsx');
  return <ProfileSwitch />;
}

const tools = await developerTools();
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <PlantForm store={{ baseUrl, token }} />
    {tools}
  </StrictMode>,
);
