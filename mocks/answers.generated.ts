// Written by `npm run generate` from src/questions.

/** The statuses with which a profile may refuse a request: 400 to 499. */
export type Refused = `refused 4${Digit}${Digit}`;
type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** Answers to the open questions, by operation and question. One that is left out is answered as usual. */
export type Answers = {
  readonly createPlant?: {
    /** What happens when id was already used? Usual: `refused 400`. */
    readonly 'used-id'?: 'accepted' | Refused;
    /** Does the response repeat id? Usual: `absent`. */
    readonly 'id-in-response'?: 'absent' | 'present';
    /** May two have the same name, under another id? Usual: `accepted`. */
    readonly 'used-name'?: 'accepted' | Refused;
    /** What happens to a request without a token? Usual: `refused 400`. */
    readonly 'missing-token'?: 'accepted' | Refused;
    /** What happens to a request with a token that nobody has issued? Usual: `refused 400`. */
    readonly 'invalid-token'?: 'accepted' | Refused;
    /** What happens to a credential of another scheme, such as Basic? Usual: `refused 400`. */
    readonly 'other-scheme'?: 'accepted' | Refused;
    /** What happens to "Authorization: Bearer" without a token? Usual: `refused 400`. */
    readonly 'empty-token'?: 'accepted' | Refused;
    /** Is the scheme accepted in lowercase, "bearer"? Usual: `accepted`. */
    readonly 'lowercase-bearer'?: 'accepted' | Refused;
    /** Without a credential: which status refuses a body that breaks the schema? Usual: `refused 400`. */
    readonly 'broken-schema-without-credential'?: Refused;
    /** Without a credential: which status refuses a body that is not well-formed JSON? Usual: `refused 400`. */
    readonly 'malformed-json-without-credential'?: Refused;
    /** Without a credential: which status refuses a request without a body? Usual: `refused 400`. */
    readonly 'missing-body-without-credential'?: Refused;
    /** Without a credential: what happens to a JSON body that is sent as text/plain? Usual: `refused 400`. */
    readonly 'other-media-type-without-credential'?: Refused;
    /** Without a credential: what happens to another method on the path? Usual: `refused 405`. */
    readonly 'other-method-without-credential'?: 'answered' | Refused;
    /** Without a credential: what happens on a path that the document does not have? Usual: `refused 404`. */
    readonly 'unknown-path-without-credential'?: 'answered' | Refused;
    /** Which status refuses a body that breaks the schema? Usual: `refused 400`. */
    readonly 'broken-schema'?: Refused;
    /** Which status refuses a body that is not well-formed JSON? Usual: `refused 400`. */
    readonly 'malformed-json'?: Refused;
    /** Which status refuses a request without a body? Usual: `refused 400`. */
    readonly 'missing-body'?: Refused;
    /** Which status refuses a body of no bytes that has a media type? Usual: `refused 400`. */
    readonly 'empty-body'?: Refused;
    /** What happens to a body with a byte order mark in front? Usual: `refused 400`. */
    readonly 'byte-order-mark'?: 'accepted' | Refused;
    /** What happens to a text with a byte that is no UTF-8? Usual: `refused 400`. */
    readonly 'broken-encoding'?: 'accepted' | Refused;
    /** What happens to a JSON body that is sent as text/plain? Usual: `refused 400`. */
    readonly 'other-media-type'?: 'accepted' | Refused;
    /** What happens to a JSON body that is sent as application/vnd.api+json? Usual: `refused 400`. */
    readonly 'json-media-type'?: 'accepted' | Refused;
    /** What happens to a JSON body that is sent as a form? Usual: `refused 400`. */
    readonly 'form-media-type'?: 'accepted' | Refused;
    /** What happens to a JSON body that is sent without a media type? Usual: `refused 400`. */
    readonly 'no-media-type'?: 'accepted' | Refused;
    /** What happens to a JSON body that is sent with the charset ISO-8859-1? Usual: `refused 400`. */
    readonly 'other-charset'?: 'accepted' | Refused;
    /** What happens to a JSON body that is in UTF-8, but sent with the charset UTF-16? Usual: `refused 400`. */
    readonly 'utf-16-charset'?: 'accepted' | Refused;
    /** May name be empty? Usual: `accepted`. */
    readonly 'empty-name'?: 'accepted' | Refused;
    /** May tag be empty? Usual: `accepted`. */
    readonly 'empty-tag'?: 'accepted' | Refused;
    /** May name be nothing but spaces? Usual: `accepted`. */
    readonly 'blank-name'?: 'accepted' | Refused;
    /** May tag be nothing but spaces? Usual: `accepted`. */
    readonly 'blank-tag'?: 'accepted' | Refused;
    /** Is whitespace around name kept? Usual: `kept`. */
    readonly 'whitespace-name'?: 'kept' | 'trimmed' | 'trimmed-at-start' | 'trimmed-at-end' | Refused;
    /** Is whitespace around tag kept? Usual: `kept`. */
    readonly 'whitespace-tag'?: 'kept' | 'trimmed' | 'trimmed-at-start' | 'trimmed-at-end' | Refused;
    /** May name have quotes? Usual: `accepted`. */
    readonly 'quotes-name'?: 'accepted' | Refused;
    /** May tag have quotes? Usual: `accepted`. */
    readonly 'quotes-tag'?: 'accepted' | Refused;
    /** May name have < and >? Usual: `accepted`. */
    readonly 'markup-name'?: 'accepted' | Refused;
    /** May tag have < and >? Usual: `accepted`. */
    readonly 'markup-tag'?: 'accepted' | Refused;
    /** May name have symbols such as &, / or \? Usual: `accepted`. */
    readonly 'symbols-name'?: 'accepted' | Refused;
    /** May tag have symbols such as &, / or \? Usual: `accepted`. */
    readonly 'symbols-tag'?: 'accepted' | Refused;
    /** May name have letters such as Ä, é or 桜? Usual: `accepted`. */
    readonly 'non-ascii-name'?: 'accepted' | Refused;
    /** May tag have letters such as Ä, é or 桜? Usual: `accepted`. */
    readonly 'non-ascii-tag'?: 'accepted' | Refused;
    /** May name have an emoji? Usual: `accepted`. */
    readonly 'astral-name'?: 'accepted' | Refused;
    /** May tag have an emoji? Usual: `accepted`. */
    readonly 'astral-tag'?: 'accepted' | Refused;
    /** May name have control characters, such as a tab or U+0001? Usual: `accepted`. */
    readonly 'control-name'?: 'accepted' | Refused;
    /** May tag have control characters, such as a tab or U+0001? Usual: `accepted`. */
    readonly 'control-tag'?: 'accepted' | Refused;
    /** May name have the character U+0000? Usual: `accepted`. */
    readonly 'nul-name'?: 'accepted' | Refused;
    /** May tag have the character U+0000? Usual: `accepted`. */
    readonly 'nul-tag'?: 'accepted' | Refused;
    /** May name have 10,000 characters? Usual: `accepted`. */
    readonly 'long-name'?: 'accepted' | Refused;
    /** How many characters may name have, where there is a limit? Usual: `5000`. */
    readonly 'max-length-name'?: `${number}`;
    /** May tag have 10,000 characters? Usual: `accepted`. */
    readonly 'long-tag'?: 'accepted' | Refused;
    /** How many characters may tag have, where there is a limit? Usual: `5000`. */
    readonly 'max-length-tag'?: `${number}`;
    /** What happens to a property that the document does not name? Usual: `ignored`. */
    readonly 'unknown-property'?: 'ignored' | 'returned' | Refused;
    /** Which value counts if the body has a key twice? Usual: `last`. */
    readonly 'duplicate-key'?: 'first' | 'last' | Refused;
    /** May an integer be spelled 1.0? Usual: `accepted`. */
    readonly 'fraction-spelling'?: 'accepted' | Refused;
    /** May an integer be spelled 1e2? Usual: `accepted`. */
    readonly 'exponent-spelling'?: 'accepted' | Refused;
    /** What happens to a body of 1 MiB? Usual: `accepted`. */
    readonly 'large-body'?: 'accepted' | Refused;
    /** Do responses carry rate-limit headers? Usual: `absent`. */
    readonly 'rate-limit-headers'?: 'absent' | 'present';
    /** What happens to another method on the path? Usual: `refused 405`. */
    readonly 'other-method'?: 'answered' | Refused;
    /** What happens on a path that the document does not have? Usual: `refused 404`. */
    readonly 'unknown-path'?: 'answered' | Refused;
    /** What happens to a request whose path has a slash at its end? Usual: `refused 404`. */
    readonly 'slash-at-the-end'?: 'accepted' | 'redirected-301' | 'redirected-302' | 'redirected-303' | 'redirected-307' | 'redirected-308' | Refused;
  };
};
