/** Checks: pure functions from exchanges to what there is to say about them. */
import {
  acceptedInvalid,
  missingSuccess,
  redirect,
  serverError,
  undocumentedRefusal,
  undocumentedSuccess,
  stackTrace,
  transportFailure,
} from './status.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JudgedExchange } from '../cases/case.ts';
import type { Check, Finding, RunCheck } from './check.ts';
import { climbingLatency } from './climbing-latency.ts';
import { withConstantFailures } from './constant-failures.ts';
import { withoutLeftBefore } from './left-before.ts';
import { withServerDefaults } from './server-defaults.ts';
import { echoedValues } from './echoed-values.ts';
import { rateLimited } from './rate-limited.ts';
import { refusedValid } from './refused-valid.ts';
import { repeatedIdentity } from './repeated-identity.ts';
import { responseBody, responseMediaType, responseHeaders } from './response.ts';
import { returnedResource, returnedIntegers } from './returned-resource.ts';
import { unstableAnswers } from './unstable-answers.ts';
import { writeOnly } from './write-only.ts';

/** The checks of a single exchange, the gravest fault first: reports keep this order. */
export const checks: readonly Check[] = [
  transportFailure,
  serverError,
  acceptedInvalid,
  undocumentedSuccess,
  redirect,
  responseMediaType,
  responseBody,
  responseHeaders,
  returnedIntegers,
  echoedValues,
  returnedResource,
  undocumentedRefusal,
  stackTrace,
];

/** The checks of a run as a whole. */
export const runChecks: readonly RunCheck[] = [
  refusedValid,
  missingSuccess,
  repeatedIdentity,
  writeOnly,
  rateLimited,
  unstableAnswers,
  climbingLatency,
];

/** The checks that hold whatever a request was: also on another method or path. */
export const transportChecks: readonly Check[] = [transportFailure, serverError, stackTrace];

/** The findings of a run, as all its exchanges together tell them. */
export function toldTogether(
  findings: readonly Finding[],
  exchanges: readonly JudgedExchange[],
  document: OpenApiDocument,
): Finding[] {
  const here = withoutLeftBefore(findings, exchanges, document);
  return withServerDefaults(withConstantFailures(here, exchanges), exchanges);
}
