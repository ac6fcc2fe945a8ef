/** A refusal of the control API. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;
  /** Stable and kebab-case. */
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  /** @param message What was wrong, where, and what to do. */
  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}
