import { isAction } from '../../model/resources/resources.ts';
import { getProperty } from '../../openapi/json/json-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { integerChange } from './alterations.ts';
import type { Check } from './check.ts';
import { altered, echoOf } from './echoed-values.ts';

/**
 * Whether a response repeats what only the request's schema names is an open question; what it
 * repeats must be exact.
 */
export const returnedIntegers: Check = {
  id: 'returned-integers',
  check: (exchange, context) => {
    const echo = echoOf(exchange, context.document);
    if (!echo) return [];
    const { operation, given } = exchange.case;
    // An action may tell of the resource in place of what it was sent.
    const resource = given?.around ?? given?.resource ?? {};
    const acted = isAction(context.document, operation) ? resource : {};
    return echo.unnamed.flatMap((property) => {
      const [was, is, held] = [echo.sent, echo.returned, acted].map((body) =>
        getProperty(body, property.name),
      );
      if (was === undefined || is === undefined || equalJson(was, is)) return [];
      if (held !== undefined && equalJson(held, is)) return [];
      return altered(property, { was, is, damage: integerChange(was, is) }, exchange, context);
    });
  },
};
