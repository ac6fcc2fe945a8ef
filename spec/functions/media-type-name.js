import { entriesOf } from './shared/objects.js';
import { operationsOf } from './shared/operations.js';

/** RFC 6838, section 4.2, with ranges such as text/*, and parameters. */
const MEDIA_TYPE = /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(;.*)?$/;

/** Finds bodies whose media type is none, such as `json`: no request or response ever has it. */
export default function mediaTypeName(document) {
  const findings = [];
  for (const { owner, path } of bodiesOf(document)) {
    for (const [name] of entriesOf(owner?.content)) {
      if (MEDIA_TYPE.test(name)) continue;
      findings.push({ message: `"${name}" is no media type`, path: [...path, 'content', name] });
    }
  }
  return findings;
}

function* bodiesOf(document) {
  for (const { operation, path } of operationsOf(document)) {
    yield { owner: operation.requestBody, path: [...path, 'requestBody'] };
    for (const [status, owner] of entriesOf(operation.responses)) {
      yield { owner, path: [...path, 'responses', status] };
    }
  }
}
