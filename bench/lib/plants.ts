/** What every contender is asked: to create a plant that it has never seen. */
export const headers: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  authorization: 'Bearer anything',
};

let lastId = 0;

/** The body of a request for a fresh plant; no id comes twice in one run of the bench. */
export function freshPlant(): string {
  lastId += 1;
  return `{"id":${lastId},"name":"Fern ${lastId}","tag":"climber"}`;
}
