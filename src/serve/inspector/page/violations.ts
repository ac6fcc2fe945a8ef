import type { OutlineContent, OutlineOperation, OutlinePart, OutlineSchema } from '../outline.ts';
import type { ExchangeView } from '../../sandbox/exchange-view.ts';
import type { ValidatorFinding } from '../../validator.ts';

/** What was wrong with an exchange, in words. */
export interface Violation {
  readonly by: 'the mock' | 'Prism';
  readonly message: string;
  /** Where: `request body, id`. */
  readonly place: string;
  /** Line of the document's source. */
  readonly line?: number | undefined;
}

/**
 * What the responder and Prism hold against an exchange.
 *
 * @param operation What the lines of Prism's findings are looked up in.
 */
export function violationsOf(exchange: ExchangeView, operation?: OutlineOperation): Violation[] {
  const { problem, findings } = exchange;
  const violations: Violation[] =
    problem === undefined
      ? []
      : [{ by: 'the mock', message: problem.message, place: problem.kind, line: problem.line }];
  const prism = findings
    .filter(({ severity }) => severity === 'Error')
    .map((finding): Violation => ({
      by: 'Prism',
      message: finding.message,
      place: placeOf(finding),
      line: operation && lineOf(finding, operation, exchange.status),
    }));
  return [...violations, ...prism];
}

function placeOf({ location }: ValidatorFinding): string {
  const [side = '', part = '', ...path] = location;
  return [`${side} ${part}`.trim(), path.join('.')].filter(Boolean).join(', ');
}

/** The line that a finding is about: the property, or the nearest thing that the document names. */
function lineOf(
  { location }: ValidatorFinding,
  operation: OutlineOperation,
  status: number,
): number | undefined {
  const [side, part, ...path] = location;
  const wanted = path.filter((segment) => !/^\d+$/.test(segment)).join('.');
  if (side === 'response') {
    const response = responseFor(operation, status);
    return fieldLine(response, wanted) ?? response?.line ?? operation.line;
  }
  if (part === 'body') return fieldLine(operation.request, wanted) ?? operation.request?.line;
  const parameter = operation.parameters.find((field) => field.path.toLowerCase() === wanted);
  const isCredential = wanted === 'authorization' || path.length === 0;
  return parameter?.line ?? (isCredential ? operation.securityLine : undefined) ?? operation.line;
}

function responseFor(operation: OutlineOperation, status: number): OutlinePart | undefined {
  const names = [String(status), `${Math.trunc(status / 100)}XX`, 'default'];
  return names
    .map((name) => operation.responses.find((response) => response.name === name))
    .find((found) => found !== undefined);
}

function fieldLine(part: OutlinePart | undefined, path: string): number | undefined {
  const schemas = (part?.content ?? [])
    .map(({ schema }: OutlineContent) => schema)
    .filter((schema): schema is OutlineSchema => schema !== undefined);
  const field = schemas
    .flatMap(({ fields }) => fields)
    .find((candidate) => candidate.path === path);
  return field?.line ?? schemas[0]?.line;
}
