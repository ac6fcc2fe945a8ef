/** What creates what others are about, and puts there what a DELETE takes away. */
import { type Operation, operationAt } from '../../../model/operation.ts';
import { endsInParameter } from '../../../model/resources/names.ts';
import { relatingAt } from '../../../model/resources/relations.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import { putFamilies } from '../../../model/resources/put-families.ts';
import { type CaseTemplate, type Need, type NeedStep, parameterOf } from '../case.ts';
import type { Variation } from './candidate.ts';
import { underNewName } from './resource-candidates.ts';

interface Creation {
  readonly document: OpenApiDocument;
  readonly plainOf: (
    operation: Operation,
    needs: Need | undefined,
    variation?: Variation,
  ) => CaseTemplate | undefined;
}

/**
 * A plain request that creates one; what clients name is put under a new name, unless that is created before it.
 *
 * @param before What creates that which it lies below.
 */
export function plainNew(
  { document, plainOf }: Creation,
  create: Operation,
  before?: Need,
): CaseTemplate | undefined {
  const put = create.method === 'PUT' ? putFamilies(document).get(create.path) : undefined;
  const isNamed = before?.steps.some((step) => parameterOf(step) === put?.parameter) ?? false;
  const naming =
    put === undefined || isNamed
      ? {}
      : underNewName(document, put, { isBelowNew: before !== undefined });
  return naming && plainOf(create, before, naming);
}

interface Deletion {
  readonly document: OpenApiDocument;
  readonly operation: Operation;
  readonly plainOf: (operation: Operation, needs: undefined) => CaseTemplate | undefined;
}

/** Relates what it takes apart. */
export function relating(deletion: Deletion): NeedStep[] {
  const { document, operation } = deletion;
  return stepsOf(deletion, relatingAt(document, operation));
}

/** Puts what each resource has one of. */
export function putting(deletion: Deletion): NeedStep[] {
  const { document, operation } = deletion;
  const isOfMany = endsInParameter(operation.path);
  return stepsOf(deletion, isOfMany ? undefined : operationAt(document, 'PUT', operation.path));
}

function stepsOf({ operation, plainOf }: Deletion, put: Operation | undefined): NeedStep[] {
  const template = operation.method === 'DELETE' && put ? plainOf(put, undefined) : undefined;
  return template === undefined ? [] : [{ template }];
}
