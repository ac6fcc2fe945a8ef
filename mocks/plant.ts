/** A plant as the store returns it (`Plant` of the document). */
export interface Plant {
  /** The name of the plant. */
  name: string;
  /** Specifies the type of the plant. */
  tag?: string;
}

/** A plant to create (`NewPlant` of the document). */
export interface NewPlant extends Plant {
  /** int64: a `bigint` where `number` would round it. */
  id: number | bigint;
}

/** The body of an error response (`Error` of the document). */
export interface PlantError {
  /** int32; one number for each kind of problem. */
  error: number;
  /** What was wrong, in words. */
  message: string;
}
