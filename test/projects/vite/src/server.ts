import { startMock } from './mocks.ts';

export async function render(): Promise<string> {
  await startMock();
  const response = await fetch('https://store.example/plants', {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    body: '{"id":7,"name":"Ivy"}',
  });
  return `<p>${response.status}</p>`;
}
