/** How far a run can go with one operation by itself. */
export interface Reach {
  /** Id of the operation. */
  readonly operation: string;
  /**
   * `full`: valid and invalid requests; `chained`: the same, on what other operations create;
   * `partial`: requests of which nothing tells whether they are to succeed, and invalid ones;
   * `none`: no request at all.
   */
  readonly level: 'full' | 'chained' | 'partial' | 'none';
  /** In a sentence, for people. */
  readonly message: string;
}
