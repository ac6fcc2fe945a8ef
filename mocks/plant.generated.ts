// Written by `npm run generate`; change the YAML instead.

/** A plant in the store. */
export type Plant = {
  /** The name of the plant. */
  name: string;
  /** Tag that specifies the type of the plant. */
  tag?: string;
};

/** A plant to create. It has every field of Plant and an identification number. */
export type NewPlant = {
  /** The name of the plant. */
  name: string;
  /** Tag that specifies the type of the plant. */
  tag?: string;
  /** Identification number of the plant. int64: a `bigint` where `number` would round it. */
  id: number | bigint;
};

/** The body of an error response. Both fields are always present. */
export type PlantError = {
  /** Numeric error value. int32. */
  error: number;
  /** Error message text. */
  message: string;
};
