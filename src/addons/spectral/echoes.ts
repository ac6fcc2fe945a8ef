/** What Spectral says of a mistake that is said better elsewhere, or is none. */
import type { LintResult } from '../../openapi/linter.ts';

/** Spectral's rules that name a symptom where others name the cause. */
const VAGUE: ReadonlySet<string | number> = new Set([
  'invalid-ref',
  'oas2-schema',
  'oas3-schema',
  'path-params',
]);

/**
 * Of one mistake, what is said best: Spectral's own words only where no rule of the kit's has any.
 *
 * @param places Where the kit's rules have found something, as keys and indexes.
 */
export function withoutEchoes(
  all: readonly LintResult[],
  places: readonly LintResult['path'][],
): LintResult[] {
  const misread = misreadParameters(all);
  const results = all.filter((result) => !misread.has(result));
  const repeated = results.filter(({ code }) => code === 'operation-parameters');
  const causes = new Set([...places, ...repeated.map(({ path }) => path)].map(keyOf));
  const around = new Set([...causes].flatMap(beginnings));
  // A parameter of a path that need not be there has no form: Spectral holds it to that of another kind.
  const formless = new Map(
    results
      .filter(({ code, path }) => code === 'path-params' && path.at(-2) === 'parameters')
      .map((result) => [keyOf(result.path), result]),
  );
  // Of several forms that a value has none of, each says what it lacks.
  const named = results.filter(({ code, message }) => isOfForm(code) && !UNNAMED.test(message));
  const byPlace = Map.groupBy(named, ({ path }) => keyOf(path));
  const nearer = new Set([...byPlace.keys()].flatMap((key) => [key, ...beginnings(key)]));
  const best = results.filter((result) => {
    const { code, path, message } = result;
    if (code === 'parser' && OF_YAML.test(message)) return false;
    if (!VAGUE.has(code)) return true;
    if (path.some((key) => String(key).startsWith('x-'))) return false;
    const place = path.at(-1) === '$ref' ? path.slice(0, -1) : path;
    const near = [path, place, place.slice(0, -1), [...place, '$ref']].map(keyOf);
    if (near.some((key) => causes.has(key))) return false;
    if (isOfForm(code)) {
      if ([keyOf(path), ...beginnings(keyOf(path))].some((key) => formless.has(key))) return false;
      const isSaid = around.has(keyOf(place)) || nearer.has(keyOf(path));
      return UNNAMED.test(message) ? !isSaid : byPlace.get(keyOf(path))?.[0] === result;
    }
    if (code !== 'path-params') return true;
    const lists = [path, path.slice(0, -1)].map((owner) => keyOf([...owner, 'parameters']));
    // What is wrong with a template is wrong with its parameters.
    return !lists.some((list) => around.has(list)) && !causes.has(keyOf(path.slice(0, 2)));
  });
  const byKey = new Map(
    results.filter(({ code }) => isOfForm(code)).map((result) => [keyOf(result.path), result]),
  );
  return best.map((result) => {
    const isFormless = formless.get(keyOf(result.path)) === result;
    const { path, range } =
      (isFormless && byKey.get(keyOf([...result.path, 'required']))) || result;
    return { ...result, path, range };
  });
}

/** What a parameter of Swagger 2.0 is told where it is held against the form of another place, as of a body. */
const OF_PLACE = /^"in" property must be equal to one of the allowed values/;
const OF_FORM =
  /exactly one schema|required property "(?:schema|required)"|^Property "(?:type|format|items|collectionFormat|allowEmptyValue|enum|default|pattern|(?:max|min)\w*)" is not expected/;

/** What is said of parameters for a form that they don't have, where something else is said of them, too. */
function misreadParameters(all: readonly LintResult[]): ReadonlySet<LintResult> {
  const ofParameters = Map.groupBy(
    all.filter(({ code }) => code === 'oas2-schema'),
    ({ path }) => {
      const at = path.lastIndexOf('parameters');
      return at < 0 ? '' : keyOf(path.slice(0, at + 2));
    },
  );
  ofParameters.delete('');
  return new Set(
    [...ofParameters.values()].flatMap((told) => {
      const isTried = told.some(({ message }) => OF_PLACE.test(message));
      const misread = told.filter(({ message }) => OF_PLACE.test(message) || OF_FORM.test(message));
      return isTried && misread.length < told.length ? misread : [];
    }),
  );
}

/** Tabs are white space in JSON, and the kit tells where they are none in YAML; `200:` is a status, quoted or not. */
const OF_YAML = /^(?:Using tabs|Mapping key must be a string)/;

function isOfForm(code: string | number): boolean {
  return code === 'oas2-schema' || code === 'oas3-schema';
}

/** Messages that name no key: the mistake can be anywhere below. */
const UNNAMED =
  /unevaluated|exactly one schema|anyOf|oneOf|duplicate items|not expected to be here|required property "type"/;

function keyOf(path: LintResult['path']): string {
  return JSON.stringify(path.map(String)).slice(0, -1);
}

/** The places that one is below of. */
function beginnings(key: string): string[] {
  const keys = JSON.parse(`${key}]`) as string[];
  return keys.map((_, i) => keyOf(keys.slice(0, i))).slice(1);
}
