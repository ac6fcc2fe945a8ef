/** What resources and their identities are called: `/pets`, `pet`, `petId`, `pet_id`. */

/** `thing_id` and `thingId` are the same name. */
export function plainName(name: string): string {
  // Most are plain already, and few things are done as often.
  return /[^a-z\d]/.test(name) ? name.replaceAll(/[^a-z\d]/gi, '').toLowerCase() : name;
}

/** What one of a collection is called: `member` in `/members`. */
export function nounOf(path: string): string {
  const [word = ''] = barePath(path)
    .split(/\/|(?<=\}):/)
    .slice(-1)
    .map(plainName);
  const endings = [
    // One of several ends in an s, too.
    [/(status|bus|virus|campus|corpus|census|bonus|radius|focus|alias|bias)$/, '$1'],
    [/ies$/, 'y'],
    [/(ss|x|ch|sh|[^aeo]us|lias|bias)es$/, '$1'],
    [/([^s])s$/, '$1'],
  ] as const;
  const [ending, singular = ''] = endings.find(([end]) => end.test(word)) ?? [];
  return ending === undefined ? word : word.replace(ending, singular);
}

/** What a path says that it creates one of: `user` in `/admin/create-user`, in `/addUser`, and in `/users/create`. */
export function createdNoun(path: string): string | undefined {
  const [, own] = /\/(?:create|add|register)[-_]?((?<=[-_])[^/{}]+|[A-Z][^/{}]*)$/.exec(path) ?? [];
  const [, above] = /\/([^/{}]+)\/create$/.exec(path) ?? [];
  const word = own ?? above;
  return word === undefined ? undefined : nounOf(word);
}

/** The path up to its last word: `/pets/{id}` is about pets. */
export function literalPath(path: string): string {
  return barePath(path).replace(/(?:\/[^/]*\{[^/]*)+$/, '');
}

/**
 * What properties are called, as {@link plainName} spells them, that refer to what a parameter of a path names:
 * `groupid` below `/groups/{id}`, and `sitecode` below `/sites/{code}`.
 */
export function namesOfReference(path: string, parameter: string): ReadonlySet<string> {
  const owner = nounOf(literalPath(path.slice(0, path.indexOf(`/{${parameter}}`))));
  return new Set([plainName(parameter), `${owner}id`, owner + plainName(parameter)]);
}

/** Without the slash that some documents have at the end of paths. */
export function barePath(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** `/things` for `/things/7` and for `/things/7/`, `/` for `/7`. */
export function pathAbove(path: string): string {
  return path.slice(0, Math.max(1, barePath(path).lastIndexOf('/')));
}

/**
 * Whether a path goes through another one, and on: `/things/{id}/parts` is below `/things/{id}/`, and so is
 * `/things/{id}:stop`, which does something to what stands before it.
 */
export function isPathBelow(path: string, above: string): boolean {
  const bare = barePath(path);
  const isActedOn = above.endsWith('}') && bare.startsWith(`${above}:`);
  return isActedOn || bare.startsWith(above.endsWith('/') ? above : `${above}/`);
}

/** The same without naming anything more: `/things/{id}/parts`, and not `/things/{id}/parts/{partId}`. */
export function isJustBelow(path: string, above: string): boolean {
  return isPathBelow(path, above) && !path.slice(above.length).includes('{');
}

/** Whether a path is another one, or below it. */
export function isPathWithin(path: string, above: string): boolean {
  return barePath(path) === barePath(above) || isPathBelow(path, above);
}

/** Whether nothing but what a path itself goes through stands in the path of a collection: neither names what is around it. */
export function isReachable(
  { collection }: { readonly collection: string },
  path: string,
): boolean {
  return !collection.includes('{') || isPathBelow(path, pathAbove(collection));
}

/** Whether a path ends with a parameter: what is there is one of several. */
export function endsInParameter(path: string): boolean {
  return /\}\/?$/.test(path);
}

/** Whether a path says that what is posted to it asks for something: `/things/search`. */
export function isQueryPath(path: string): boolean {
  return /[/:_-](?:get|read|fetch|list|query|search|find|filter|lookup|count)\/?$/i.test(path);
}

/** What a value names: a parameter, or a property of a body. */
export interface Named {
  readonly name: string;
  /** Path template of the collection that it names one of; `undefined` where it stands in no path. */
  readonly collection?: string | undefined;
}

/** What a property is called that tells a thing from others of its kind. */
const IDENTITIES = ['id', 'uuid', 'guid', 'key', 'code', 'slug', 'name', 'number'];
const IDENTITY_SUFFIX = new RegExp(`[-_.]?(?:${IDENTITIES.join('|')})$`, 'i');

/** Whether things of any kind have such a name: `id`, `name`. */
export function isCommonIdentity(name: string): boolean {
  return IDENTITIES.includes(name);
}

/** The words for what a value names: `pet` for `petId`, `pet` for what comes after `/pets/`. */
export function nounsOf({ name, collection }: Named): ReadonlySet<string> {
  const owner = plainName(name.replace(IDENTITY_SUFFIX, ''));
  const ofPath = collection === undefined ? [] : [nounOf(literalPath(collection))];
  return new Set([owner, ...ofPath].filter((noun) => noun !== ''));
}

/** The name with its noun, or without: `petname` for a `name` of pets, `name` for their `petName`. */
function otherNames(named: Named): string[] {
  const name = plainName(named.name);
  return [...nounsOf(named)]
    .map((noun) => (name.startsWith(noun) ? name.slice(noun.length) : noun + name))
    .filter((other) => other !== '');
}

/** Names that the identity has for certain, the surest first, as {@link plainName} spells them. */
export function certainNames(named: Named): string[] {
  const name = plainName(named.name);
  // An `email_address_id` is the `id` of an `email_address`, where it has one.
  return [...new Set([name, ...otherNames(named), 'id', name.replace(/id$/, '')])].filter(Boolean);
}

/** Names that a property with the value may have, the surest first. */
export function likelyNames(named: Named, isOwn: boolean): string[] {
  const name = plainName(named.name);
  const others = otherNames(named);
  const isBare = others.every((other) => other.length > name.length);
  return [...new Set([name, ...others, ...(isOwn || isBare ? IDENTITIES : ['id'])])];
}

/** Names of what names a resource: `id`, `ownerId`, `owner_id`, and `uid` or `ownerUid` of a user. */
const NAMES_RESOURCE = /^[a-z]?id$|_id$|[a-z](?:I[dD]|[A-Z]id)$/;

/** Whether a property names a resource, by what it is called. */
export function namesResource(name: string): boolean {
  return NAMES_RESOURCE.test(name);
}

/** Whether keys lead to the address of what they are in: `selfLink`, `links.self`, `_links.self.href`. */
export function isSelf(path: readonly string[]): boolean {
  const [name = '', ...around] = path.toReversed();
  if (name === 'href' && around[0] === 'self') return isSelf(path.slice(0, -1));
  return SELF.test(plainName(name));
}

/** Names that can be nothing else. */
const SELF = /^self(?:link|ur[il]|href)?$/;
