/** How a request stands to the document. */
export type Validity =
  /** The document promises success. */
  | { readonly kind: 'valid' }
  /** The document rules the request out, so success would be a breach. */
  | {
      readonly kind: 'invalid';
      /** JSON Pointer into the document, to what the request breaks. */
      readonly pointer: string;
      /** The keyword or rule that is broken: `required`, `type`, `format`, `syntax`, `media-type` … */
      readonly keyword: string;
      /** In words: `id is required`. */
      readonly reason: string;
    }
  /**
   * The schema allows it and the specification says nothing more: success and a well-formed
   * refusal are both fine. `--strict` takes it for valid.
   */
  | {
      readonly kind: 'open';
      readonly reason: string;
      /** The property that the reason begins with, where it is about one. */
      readonly place?: string | undefined;
      /**
       * False where the document doesn't allow the request in so many words either (another media
       * type, no credential): then `--strict` must not take it for valid. Default true.
       */
      readonly strictlyValid?: boolean | undefined;
      /**
       * Nothing but what the server knew can be a reason to refuse it: worth a note, also with
       * `--strict`. Default false.
       */
      readonly otherwiseValid?: boolean | undefined;
    };

/** What is unusual about a request that the schema allows, and which property of its body has that. */
export type Unusual = Pick<Extract<Validity, { readonly kind: 'open' }>, 'reason' | 'place'>;
