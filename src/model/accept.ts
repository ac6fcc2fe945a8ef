/** What a client takes (RFC 9110, 12.5.1). */
import { isJson, parseMediaType } from './media-type.ts';
import type { MediaType } from './operation.ts';

/**
 * The one of several types that a client likes best.
 *
 * @param content What there is, the usual one first: it counts where several are liked alike.
 * @param accept The header Accept. Default: anything will do.
 * @returns `undefined` where it takes none of them.
 */
export function acceptedOf(
  content: readonly MediaType[],
  accept: string | undefined,
): MediaType | undefined {
  const ranges = (accept ?? '').split(',').flatMap((text) => parseMediaType(text) ?? []);
  if (ranges.length === 0) return content[0];
  const likedBy = (isMeant: typeof covers): MediaType | undefined => {
    const liking = ({ name }: MediaType): number => {
      const essence = parseMediaType(name)?.essence ?? '';
      // The most specific range counts, whatever its weight.
      const [range] = ranges
        .filter((type) => isMeant(type.essence, essence))
        .toSorted((a, b) => specificity(b.essence) - specificity(a.essence));
      return range === undefined ? 0 : Number(range.parameters.get('q') ?? 1);
    };
    const [best] = content.toSorted((a, b) => liking(b) - liking(a));
    return best !== undefined && liking(best) > 0 ? best : undefined;
  };
  // Clients that name a version, or only JSON, take JSON under every name.
  return likedBy(covers) ?? likedBy((range, essence) => isJson(range) && isJson(essence));
}

/** Both may be ranges. */
function covers(range: string, essence: string): boolean {
  const [type, subtype] = range.split('/');
  const [ownType, ownSubtype] = essence.split('/');
  const isOne = (a = '*', b = '*'): boolean => a === '*' || b === '*' || a === b;
  const isSuffix = ownSubtype?.startsWith('*+') && subtype?.endsWith(ownSubtype.slice(1));
  return isOne(type, ownType) && (isOne(subtype, ownSubtype) || isSuffix === true);
}

function specificity(range: string): number {
  return range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2;
}
