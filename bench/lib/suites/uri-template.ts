/**
 * uritemplate-test: RFC 6570. OpenAPI's styles are forms of it: a template's expression is parameters
 * of one style, in a row. What no style means (`+`, `#`, `/` and prefixes) is counted apart.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
} from '../../../src/openapi/json/json-value.ts';
import type { Parameter } from '../../../src/model/parameters/parameter.ts';
import { writeParameter } from '../../../src/model/parameters/write-parameter.ts';
import { pathTemplate } from '../../../src/model/routes.ts';
import { percentDecoded } from '../../../src/openapi/percent.ts';
import { type SuitePart, Tally } from './suite.ts';

type Expected = string | readonly string[];
type Groups = Readonly<
  Record<
    string,
    {
      readonly variables: JsonObject;
      readonly testcases: readonly (readonly [template: string, expected: Expected])[];
    }
  >
>;

const FILES = ['spec-examples.json', 'spec-examples-by-section.json', 'extended-tests.json'];

/** Counts expansions. */
export function measureUriTemplates(folder: string): SuitePart[] {
  const tally = new Tally();
  for (const file of FILES) {
    const groups = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Groups;
    for (const { variables, testcases } of Object.values(groups)) {
      for (const [template, expected] of testcases) {
        if (!isOfOpenApi(template)) continue;
        const isRight = [expected].flat().includes(expand(template, variables));
        tally.add(isRight, template);
      }
    }
  }
  const name = "uritemplate-test, forms of OpenAPI's styles";
  return [{ name, figure: tally.figure, wrong: tally.wrong }];
}

/** OpenAPI 3.2.0, appendix C. */
function isOfOpenApi(template: string): boolean {
  return !/\{[+#/]|\{[^}]*:/.test(template);
}

/** How the parameters of an expression are written, and what stands in front of the row and in it. */
const ROWS: Readonly<
  Record<
    string,
    Pick<Parameter, 'in' | 'style'> & { readonly first: string; readonly next: string }
  >
> = {
  '': { in: 'path', style: 'simple', first: '', next: ',' },
  '.': { in: 'path', style: 'label', first: '', next: '' },
  ';': { in: 'path', style: 'matrix', first: '', next: '' },
  '?': { in: 'query', style: 'form', first: '?', next: '&' },
  '&': { in: 'query', style: 'form', first: '&', next: '&' },
};

function expand(template: string, variables: JsonObject): string {
  return pathTemplate(template).fill((expression) => {
    const [, operator = '', names = ''] = /^([.;?&]?)(.*)$/.exec(expression) ?? [];
    const { first, next, ...form } = ROWS[operator]!;
    const texts = names.split(',').flatMap((spec) => {
      const variable = spec.replace(/\*$/, '');
      const value = variables[variable];
      if (isUndefined(value)) return [];
      // The name of a parameter is plain, that of a variable is encoded (RFC 6570, 2.3).
      const name = percentDecoded(variable);
      const parameter = { ...plain, ...form, name, explode: spec.endsWith('*') };
      return [writeParameter(parameter, value)];
    });
    return texts.length === 0 ? '' : first + texts.join(next);
  });
}

const plain: Pick<Parameter, 'required' | 'pointer' | 'isJson' | 'allowEmptyValue'> = {
  required: false,
  pointer: '',
  isJson: false,
  allowEmptyValue: false,
};

/** RFC 6570, 2.3: a list or a map without members is no value, and whoever sends a request leaves it out. */
function isUndefined(value: JsonValue | undefined): value is undefined | null {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
