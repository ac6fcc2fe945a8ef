/** The inclusive bounds of an integer format. */
export interface IntegerRange {
  readonly minimum: bigint;
  readonly maximum: bigint;
}

const RANGES: Readonly<Record<string, IntegerRange>> = {
  int32: { minimum: -(2n ** 31n), maximum: 2n ** 31n - 1n },
  int64: { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n },
};

/** The range of `int32` or `int64` (OpenAPI 3.1.0, 4.4 Data Types); else `undefined`. */
export function integerRange(format: string): IntegerRange | undefined {
  return Object.hasOwn(RANGES, format) ? RANGES[format] : undefined;
}
