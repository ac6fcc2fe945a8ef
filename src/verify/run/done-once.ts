/** What is asked for is done once, whoever asks. */
export class DoneOnce<Value> {
  readonly #known = new Map<string, Promise<Value>>();

  of(key: string, make: () => Promise<Value>): Promise<Value> {
    const value = this.#known.get(key) ?? make();
    this.#known.set(key, value);
    return value;
  }

  /** What begins with it is done anew when somebody asks next. */
  forget(key: string): void {
    for (const known of this.#known.keys()) if (known.startsWith(key)) this.#known.delete(known);
  }
}
