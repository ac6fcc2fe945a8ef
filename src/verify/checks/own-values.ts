/** Values that a server sets by itself, although the document lets clients send them. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { equalJson, valueKey } from '../../openapi/schema/equal-json.ts';
import { isTimeOfMaking } from '../../model/believable/moments.ts';
import { valuesAt } from '../../model/requests/slots.ts';
import type { JudgedExchange } from '../cases/case.ts';
import type { Finding } from './check.ts';
import { echoOf } from './echoed-values.ts';
import { ALTERED, DEFAULT, FILLED_IN, FILLED_IN_EMPTY, MERGED } from './server-defaults.ts';

/** Fewer different values may have been replaced for what they are. */
const LEAST_SENT = 3;

/** Of so many values that were sent, one may come back by chance. */
const BY_CHANCE = 4;

/** Findings of one property in the answers of one operation. */
type Group = readonly Finding[];

/** The findings, of which those about what the server sets by itself, whatever is sent, are one cause. */
export function withServerValues(
  findings: readonly Finding[],
  exchanges: readonly JudgedExchange[],
  document: OpenApiDocument,
): Finding[] {
  const echoed = findings.filter(
    ({ check, symptom }) => check === 'echoed-values' && KINDS.has(symptom?.kind ?? ''),
  );
  const places = Map.groupBy(echoed, ({ operation, symptom }) => `${operation} ${symptom?.place}`);
  const byOperation = Map.groupBy(exchanges, ({ case: { operation } }) => operation.id);
  const own = new Set(
    [...places.values()]
      .filter((group) => isOwn(group, byOperation.get(group[0]!.operation) ?? [], document))
      .flat(),
  );
  return findings.map((finding) => (own.has(finding) ? asOwnValue(finding) : finding));
}

const NONE_SENT = [FILLED_IN, DEFAULT];

const KINDS: ReadonlySet<string> = new Set([ALTERED, MERGED, ...NONE_SENT, FILLED_IN_EMPTY]);

/** Whether nothing, or hardly anything, of what was sent there comes back, in whichever way it differs. */
function isOwn(
  group: Group,
  exchanges: readonly JudgedExchange[],
  document: OpenApiDocument,
): boolean {
  const altered = group.filter(({ symptom }) => !NONE_SENT.includes(symptom?.kind ?? ''));
  const sent = new Set(altered.map(({ documented }) => documented));
  const place = group[0]!.symptom?.place ?? '';
  if (sent.size < (isMaking(place) ? 1 : LEAST_SENT)) return false;
  const told = new Set(group.map(({ received }) => received.replace(/ \(sent by [^)]*\)$/, '')));
  const ways = new Set(altered.map(({ symptom }) => symptom?.value));
  // One way in which all are altered is a fault.
  if (told.size > 1 && ways.size === 1 && !ways.has(undefined)) return false;
  return told.size === 1 || keptValues(exchanges, place, document) * BY_CHANCE <= sent.size;
}

/** How many different values come back as they were sent. */
function keptValues(
  exchanges: readonly JudgedExchange[],
  place: string,
  document: OpenApiDocument,
): number {
  const path = place.replaceAll('[]', '').split('.');
  const kept = new Set<string>();
  for (const exchange of exchanges) {
    const { sent, returned } = echoOf(exchange, document) ?? {};
    if (sent === undefined || returned === undefined) continue;
    const told = valuesAt(returned, path);
    for (const [i, value] of valuesAt(sent, path).entries())
      if (equalJson(value, told[i] ?? null)) kept.add(valueKey(value));
  }
  return kept.size;
}

/** What holds who asks: a service knows that better than whoever is asked for it. */
const ASKER =
  /(?:^|[._a-z])(?:(?:user|account|author|owner|creator|actor)(?:_?id)?|(?:created|updated|modified|changed)_?by(?:_?id)?)$/i;

/** When something was made or changed, a service knows by itself. */
function isMaking(place: string): boolean {
  return isTimeOfMaking(place.split('.').at(-1)!);
}

function asOwnValue(finding: Finding): Finding {
  const place = finding.symptom?.place ?? '';
  if (ASKER.test(place)) {
    const message = `${place} comes back as whoever asks, whatever is sent`;
    return { ...finding, severity: 'note', message };
  }
  const isTime = isMaking(place);
  return {
    ...finding,
    rule: 'R4',
    severity: isTime ? 'warning' : 'violation',
    message: `${place} is what the server makes of it, whatever is sent`,
    symptom: { kind: 'own value', of: isTime ? 'times' : '', place },
  };
}
