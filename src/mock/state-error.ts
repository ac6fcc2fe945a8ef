/** A change that was refused, with nothing changed. */
export class StateError extends Error {
  override readonly name = 'StateError';
  /** Stable and kebab-case, such as `invalid-resource`. */
  readonly code: string;

  /** @param message «Failed to ‹act›: ‹cause›. ‹what to do›». */
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
