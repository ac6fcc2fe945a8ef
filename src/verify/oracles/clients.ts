/** What one client does with what another one has created. */
import type { Operation } from '../../model/operation.ts';
import { type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import type { Stage } from './oracle.ts';
import type { Remark } from './scene-parts.ts';

/** Whether an operation asks for a credential. */
export function asks({ security }: Operation): boolean {
  return security.length > 0;
}

/**
 * Whether whoever creates is a client as those are who ask for another operation: what somebody with a
 * credential of another kind has made, such as an administrator, is none of theirs, and may be for all of them.
 */
export function isOfClients(create: Operation, other: Operation): boolean {
  const names = ({ security }: Operation): string[] => security.flat().map(({ name }) => name);
  const makers = new Set(names(create));
  return asks(other) && (makers.size === 0 || names(other).some((name) => makers.has(name)));
}

/** The same stage, on which another client acts. */
export function asOther(stage: Stage): Stage {
  return stage.as({ asOtherClient: true }, 'another client asks for it');
}

/** What another client should not have been able to do. */
export function breach(exchange: JudgedExchange): Remark {
  const { operation } = exchange.case;
  return {
    message: `${DEEDS[operation.method] ?? operation.method} what another client has created`,
    received: `${acceptanceOf(exchange)?.status} for the other client`,
    documented: 'a refusal, such as 403 or 404',
    symptom: { kind: 'security', of: operation.id },
  };
}

/** What a method does with what somebody has created. */
export const DEEDS: Readonly<Record<string, string>> = {
  GET: 'shows',
  PUT: 'replaces',
  PATCH: 'changes',
  POST: 'does something with',
  DELETE: 'deletes',
};
