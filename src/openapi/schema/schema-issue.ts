/** One way in which a value breaks a schema. */
export interface SchemaIssue {
  /** JSON Pointer into the value. */
  readonly instancePointer: string;
  /** JSON Pointer into the document, to the keyword that is broken. */
  readonly schemaPointer: string;
  /** The keyword (JSON Schema 2020-12), `format` for int32 and int64, `false` for a schema that allows
   * nothing, `depth` for a value that a recursive schema can't follow to its end. */
  readonly keyword: string;
  /** A sentence that names the place and both sides: `id must be an int64, got the string "x"`. */
  readonly message: string;
}

/** An issue while it climbs to the root of the value: its path grows at the front. */
export interface RawIssue {
  readonly path: (string | number)[];
  readonly schemaPointer: string;
  readonly keyword: string;
  /** Completes the sentence, given how the place is called. */
  readonly say: (label: string) => string;
}
