/** Below this, a token is a common syllable: masked everywhere, it would garble the report. */
const DISTINCT = 6;

/** Texts go in as they come and come out masked. */
export interface MaskedStream {
  readonly push: (text: string) => void;
  /** Writes what was held back. */
  readonly end: () => void;
}

/** Takes a token out of texts, in each of the spellings in which Dredd could write it. */
export class SecretMask {
  readonly #spellings: readonly string[];

  /** @param token Empty or absent: nothing is masked. */
  constructor(token: string | undefined) {
    if (token === undefined || token === '') this.#spellings = [];
    else if (token.length < DISTINCT) this.#spellings = [`Bearer ${token}`];
    else this.#spellings = spellings(token);
  }

  mask(text: string): string {
    let masked = text;
    for (const spelling of this.#spellings) {
      masked = masked.replaceAll(spelling, spelling.startsWith('Bearer ') ? 'Bearer ***' : '***');
    }
    return masked;
  }

  /** Masks what comes in pieces, also where a token is cut by the end of a piece. */
  stream(write: (text: string) => void): MaskedStream {
    const longest = Math.max(1, ...this.#spellings.map((spelling) => spelling.length));
    let held = '';
    return {
      push: (text) => {
        const masked = this.mask(held + text);
        // A token has no line break, so what stands before the last one is whole.
        const cut = Math.max(masked.lastIndexOf('\n') + 1, masked.length - (longest - 1));
        held = masked.slice(cut);
        if (cut > 0) write(masked.slice(0, cut));
      },
      end: () => {
        if (held !== '') write(held);
        held = '';
      },
    };
  }
}

function spellings(token: string): string[] {
  const json = JSON.stringify(token).slice(1, -1);
  const html = token
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const base64 = Buffer.from(token).toString('base64');
  const all = new Set([token, json, html, encodeURIComponent(token), base64]);
  // The longest first: a spelling may contain a shorter one.
  return [...all].sort((left, right) => right.length - left.length);
}
