/** Those properties of an object that are named. */
export function pick<From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> {
  const entries = names.flatMap((name) => (name in from ? [[name, from[name]] as const] : []));
  return Object.fromEntries(entries) as Pick<From, Name>;
}
