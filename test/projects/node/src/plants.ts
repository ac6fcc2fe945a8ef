/** The code that the tests are about. */
export async function plant(url: string, name: string): Promise<number> {
  const response = await fetch(`${url}/plants`, {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    body: JSON.stringify({ id: 7, name }),
  });
  return response.status;
}
