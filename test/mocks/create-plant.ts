/** Creates a plant over HTTP. */
export async function createPlant(
  base: string,
  id: number | bigint,
  name = 'Fern',
  headers: Record<string, string> = {},
): Promise<Response> {
  return await fetch(`${base}/plants`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer secret-token',
      'content-type': 'application/json',
      ...headers,
    },
    body: `{"id":${id},"name":${JSON.stringify(name)}}`,
  });
}
