import { createRequire } from 'node:module';
import { isMultipleOf } from '../../openapi/json/exact-number.ts';

/** What Ajv knows of a keyword. */
interface KeywordDefinition {
  code?: unknown;
  compile?: unknown;
  $data?: unknown;
}

/**
 * Makes Prism's validator divide as decimals: 4.35 is a multiple of 0.01, although the doubles next
 * to them don't divide (JSON Schema 2020-12, validation 6.2.1). Other users of Ajv in this process
 * keep theirs. Only works before Prism is loaded; where a later version of it has other modules, they
 * stay as they are.
 */
export function loadWithExactMultiples(requirePrism: NodeJS.Require): void {
  const validator = './validator/validators/utils.js';
  let definition: KeywordDefinition;
  try {
    const requireAjv = createRequire(requirePrism.resolve(validator));
    const module: unknown = requireAjv('ajv/dist/vocabularies/validation/multipleOf');
    definition = (module as { default: KeywordDefinition }).default;
  } catch {
    return;
  }
  const stock = { ...definition };
  delete definition.code;
  // Ajv wants more of a keyword whose value may stand in the data, which no schema asks for.
  delete definition.$data;
  definition.compile = compileMultipleOf;
  try {
    // An instance of Ajv copies the keywords when it is made, which the validator does at once.
    requirePrism(validator);
  } finally {
    delete definition.compile;
    Object.assign(definition, stock);
  }
}

function compileMultipleOf(divisor: number): (value: number) => boolean {
  return (value) => divisor > 0 && isMultipleOf(value, divisor);
}
