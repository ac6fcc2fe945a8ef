/**
 * The regular expression of `pattern` or of a key of `patternProperties`. JSON Schema asks for
 * Unicode mode (2020-12, core 6.4); a text that is valid only without it, such as `\-`, is a
 * habit of many documents and keeps its meaning.
 *
 * @throws {SyntaxError} where it is valid in neither.
 */
export function compilePattern(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch (error) {
    try {
      return new RegExp(source);
    } catch {
      throw error;
    }
  }
}
