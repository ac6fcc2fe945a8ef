/** How far a run can go with an operation, and what would lift that. */
import { type Operation, pathParameters } from '../../../model/operation.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import type { Need, Reach } from '../case.ts';
import type { Harm } from './resource-candidates.ts';

/** What is known of an operation's cases. */
interface ReachFacts {
  readonly operation: Operation;
  readonly needs: Need | undefined;
  /** Whether the run finds out what is taken. */
  readonly isProvable: boolean | undefined;
  readonly harm: Harm | undefined;
  /** Parameters of which nothing tells for sure a value that names something. */
  readonly unsure: readonly Parameter[];
  /** Why nothing tells what is to succeed. */
  readonly trouble: string | undefined;
  /** Whether a body can be made up, where it takes one. */
  readonly hasBody: boolean;
}

/** Whether requests of an operation are sent: an answer to `TRACE` repeats credentials (RFC 9110, 9.3.8). */
export function isSent({ method }: Operation): boolean {
  return method !== 'TRACE';
}

/** How far a run can go with an operation, before anything is sent. */
export function operationReach(facts: ReachFacts): Reach {
  const { operation: about, needs, isProvable = false, harm, trouble } = facts;
  const operation = about.id;
  if (!isSent(about)) {
    return { operation, level: 'none', message: `${about.method} is not sent` };
  }
  const steps = needs?.steps ?? [];
  const lift = liftOf(facts);
  if (isProvable) {
    const [first] = needs?.trial?.attempts ?? [];
    const isChained = steps.length + (first?.steps.length ?? 0) > 0;
    const message = `with ${first?.words}, if it is taken`;
    return { operation, level: isChained ? 'chained' : 'full', message, lift };
  }
  if (harm !== undefined) {
    const level = harm.absent === undefined ? 'none' : 'partial';
    return { operation, level, message: harm.message, lift, harms: true };
  }
  if (trouble !== undefined) return { operation, level: 'partial', message: trouble, lift };
  if (steps.length === 0) return { operation, level: 'full', message: 'by itself' };
  const creators = steps.map(({ template }) => template.operation.id);
  const verb = creators.length === 1 ? 'creates' : 'create';
  return { operation, level: 'chained', message: `on what ${creators.join(' and ')} ${verb}` };
}

/** What would show more of it than values that are made up. */
function liftOf(facts: ReachFacts): string | undefined {
  const { operation, harm, needs, hasBody } = facts;

  if (!hasBody) return 'document an example of its body';
  if (harm !== undefined) {
    const names = pathParameters(operation).map(({ name }) => name);
    const allowed = '--allow-changes sends it';
    return names.length === 0
      ? allowed
      : `document what creates ${names.join(' and ')}; ${allowed}`;
  }
  const unsure = facts.unsure.filter(({ name }) => needs?.values?.[name] === undefined);
  if (unsure.length === 0) return undefined;
  const flags = unsure.map(({ name }) => {
    return `--value ${/^(?:id|name)$/i.test(name) ? `${operation.id}.` : ''}${name}=…`;
  });
  const isShown = unsure.every(({ example }) => example !== undefined);
  return `give ${flags.join(' ')}${isShown ? '' : ', or document an example'}`;
}

/** Why nothing tells whether a request is to succeed whose path has these parameters. */
export function pathTrouble(unsure: readonly Parameter[]): string | undefined {
  const named = (hasExample: boolean): string =>
    unsure
      .filter(({ example }) => (example !== undefined) === hasExample)
      .map(({ name }) => name)
      .join(' and ');
  const [unknown, exemplary] = [named(false), named(true)];
  if (unknown !== '') {
    return `nothing tells which ${unknown} there is: no operation creates it, and it has no example`;
  }
  return exemplary === ''
    ? undefined
    : `the example of ${exemplary} may name something that is not there`;
}

/** @param parameter One that has few values. */
export function fewTrouble(parameter: string | undefined): string | undefined {
  return parameter === undefined
    ? undefined
    : `there are so few values of ${parameter} that others may use the one that is created`;
}
