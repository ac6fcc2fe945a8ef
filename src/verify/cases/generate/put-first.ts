/** What puts there what a DELETE takes away. */
import { type Operation, operationAt } from '../../../model/operation.ts';
import { endsInParameter } from '../../../model/resources/names.ts';
import { relatingAt } from '../../../model/resources/relations.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { CaseTemplate, NeedStep } from '../case.ts';

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
