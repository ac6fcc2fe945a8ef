// TypeScript's libraries don't know it yet.
const json = JSON as typeof JSON & { rawJSON(this: void, text: string): unknown };

/**
 * Makes JSON.stringify write a primitive value's text as it is (ECMA-262, JSON.rawJSON).
 *
 * @throws {SyntaxError} where the text is not one primitive JSON value.
 */
export const rawJson: (text: string) => unknown = json.rawJSON;
