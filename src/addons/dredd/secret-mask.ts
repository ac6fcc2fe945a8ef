/** Below this, a secret is a common syllable: masked everywhere, it would garble the report. */
const DISTINCT = 6;

/** Texts go in as they come and come out masked. */
export interface MaskedStream {
  readonly push: (text: string) => void;
  /** Writes what was held back. */
  readonly end: () => void;
}

/** What nobody may read. */
export interface MaskedSecret {
  readonly secret: string;
  /** What stands before it in a request, such as `Bearer `. */
  readonly behind: string;
}

/** Takes secrets out of texts, in each of the spellings in which Dredd could write them. */
export class SecretMask {
  /** What is masked, and what stands there then; the longest first. */
  readonly #spellings: readonly (readonly [string, string])[];

  /** @param secrets Empty ones aren't masked. */
  constructor(secrets: readonly MaskedSecret[]) {
    const all = secrets.filter(({ secret }) => secret !== '').flatMap(spellings);
    // A spelling may contain a shorter one.
    this.#spellings = [...new Map(all)].sort(([left], [right]) => right.length - left.length);
  }

  mask(text: string): string {
    let masked = text;
    for (const [spelling, shown] of this.#spellings) {
      masked = masked.replaceAll(spelling, () => shown);
    }
    return masked;
  }

  /** Masks what comes in pieces, also where a token is cut by the end of a piece. */
  stream(write: (text: string) => void): MaskedStream {
    const longest = Math.max(1, ...this.#spellings.map(([spelling]) => spelling.length));
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

function spellings({ secret, behind }: MaskedSecret): [string, string][] {
  if (secret.length < DISTINCT) return [[`${behind}${secret}`, `${behind}***`]];
  const json = JSON.stringify(secret).slice(1, -1);
  const html = secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const base64 = Buffer.from(secret).toString('base64');
  return [secret, json, html, encodeURIComponent(secret), base64].map((one) => [one, '***']);
}
