/** Next calls it in each server, at the start. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { setupServer } = await import('plant-store-kit/mocks/node');
  setupServer({ profile: 'typical' }).listen({ onUnhandledFrame: 'bypass' });
}
