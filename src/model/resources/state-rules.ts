/** What a resource must not be in for something to be done, as a 409 says: “The project is closed.”, “The task is not open.” */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonObject, getProperty } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { type OfOperation, ofOperation } from '../of-operation.ts';
import { type Operation, operationAt } from '../operation.ts';
import { saidWith, sentencesOf } from '../words.ts';
import { resourceSchema } from './envelopes-in.ts';
import { type StateProperty, stateCalled } from './action-states.ts';
import { isJustBelow, nounOf } from './names.ts';
import { type ItemFamily, allFamilies } from './resources.ts';

/** A state in which something is refused, or the only one in which it isn't. */
export interface StateRule extends StateProperty {
  /** Of the resource that has the state; the path of the operation names it last. */
  readonly family: ItemFamily;
  /** Whether every other state is meant. */
  readonly isNegated: boolean;
  /** What says so. */
  readonly sentence: string;
}

const SAYING =
  /^(?:the|this) (?:parent )?(?<noun>\w+) (?:is|was|has been) (?:already )?(?<not>not )?(?<states>[\w-]+(?: or [\w-]+)*)(?: already| yet| any ?more)?$/i;

/** Those of an operation. Found once an operation. */
export const stateRulesOf: OfOperation<readonly StateRule[]> = ofOperation(findRules);

function findRules(document: OpenApiDocument, operation: Operation): StateRule[] {
  const family = allFamilies(document).find(
    (candidate): candidate is ItemFamily =>
      candidate.item !== undefined &&
      (candidate.item === operation.path || isJustBelow(operation.path, candidate.item)),
  );
  if (family === undefined || operation.method === 'GET') return [];
  const read = operationAt(document, 'GET', family.item) ?? family.create;
  const told = resourceSchema(document, family, read, 'told').properties;
  return sentencesOf(saidWith(document, operation, '409')).flatMap((sentence) => {
    const { noun = '', not, states = '' } = SAYING.exec(sentence.trim())?.groups ?? {};
    if (nounOf(noun) !== nounOf(family.collection)) return [];
    const wanted = states.split(' or ');
    // What is neither of two is in a third state.
    if (not !== undefined && wanted.length > 1) return [];
    return wanted.flatMap((word) => {
      const found = stateCalled(word, told);
      if (found === undefined) return [];
      return { family, ...found, isNegated: not !== undefined, sentence: sentence.trim() };
    });
  });
}

/** Whether a resource is in a state in which it is refused; `undefined` where it doesn't tell its state. */
export function forbids(
  { property, state, isNegated }: StateRule,
  resource: JsonObject,
): boolean | undefined {
  const is = getProperty(resource, property);
  return is === undefined ? undefined : (textOf(is) === textOf(state)) !== isNegated;
}
