import type { ReactNode } from 'react';
import { Worker } from './worker';

export const dynamic = 'force-dynamic';

export default async function Page(): Promise<ReactNode> {
  const response = await fetch('https://store.example/plants', {
    method: 'POST',
    cache: 'no-store',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    body: '{"id":7,"name":"Ivy"}',
  });
  return (
    <main>
      <p>{`created: ${response.status}`}</p>
      <Worker />
    </main>
  );
}
