import type { RuleId } from './finding.ts';

/** What each rule of the contract says, in the words of reports. */
export const rules: Readonly<Record<RuleId, string>> = {
  R1: 'A valid request with a credential gets the documented success with a body of its shape',
  R2: 'A documented error carries a body of the documented error shape',
  R3: 'Responses have the documented media type',
  R4: 'The response returns what was sent, and nothing from another request',
  R5: 'An invalid request is not answered with success',
  R6: 'No 5xx, no dropped or hanging connection, no truncated body, whatever is sent',
  R7: 'Integers are exact within their format, and refused outside it',
  R8: 'Error statuses are documented',
  P1: 'Open questions are answered as the profile says',
};
