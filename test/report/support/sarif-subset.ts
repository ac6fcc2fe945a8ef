/**
 * The part of SARIF 2.1.0 that the reporter uses, closed against everything else. From
 * `sarif-schema-2.1.0.json` of OASIS (oasis-tcs/sarif-spec).
 */
const text = { type: 'string', minLength: 1 };
const bag = { type: 'object' };
const closed = (properties: object, required: readonly string[]): object => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});
const level = { enum: ['none', 'note', 'warning', 'error'] };
const message = closed({ text }, ['text']);
const multiformat = closed({ text, markdown: text }, ['text']);
const date = { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` };
const artifactLocation = closed({ uri: text, uriBaseId: text }, ['uri']);
const content = closed(
  { text: { type: 'string' }, binary: { type: 'string' }, properties: bag },
  [],
);
const strings = { type: 'object', additionalProperties: { type: 'string' } };

const region = closed(
  {
    startLine: { type: 'integer', minimum: 1 },
    startColumn: { type: 'integer', minimum: 1 },
    endColumn: { type: 'integer', minimum: 1 },
    snippet: content,
  },
  ['startLine'],
);

const result = closed(
  {
    ruleId: { type: 'string' },
    ruleIndex: { type: 'integer', minimum: 0 },
    level,
    kind: { enum: ['notApplicable', 'pass', 'fail', 'review', 'open', 'informational'] },
    message,
    locations: {
      type: 'array',
      items: closed(
        {
          physicalLocation: closed({ artifactLocation, region }, ['artifactLocation']),
          logicalLocations: {
            type: 'array',
            uniqueItems: true,
            items: closed({ fullyQualifiedName: text, kind: text }, []),
          },
        },
        [],
      ),
    },
    baselineState: { enum: ['new', 'unchanged', 'updated', 'absent'] },
    suppressions: {
      type: 'array',
      uniqueItems: true,
      items: closed(
        {
          kind: { enum: ['inSource', 'external'] },
          status: { enum: ['accepted', 'underReview', 'rejected'] },
          justification: text,
          properties: bag,
        },
        ['kind'],
      ),
    },
    occurrenceCount: { type: 'integer', minimum: 1 },
    partialFingerprints: strings,
    webRequest: closed(
      {
        protocol: text,
        version: text,
        method: text,
        target: text,
        headers: strings,
        body: content,
      },
      [],
    ),
    webResponse: closed(
      {
        protocol: text,
        version: text,
        statusCode: { type: 'integer' },
        reasonPhrase: { type: 'string' },
        headers: strings,
        body: content,
        noResponseReceived: { type: 'boolean' },
      },
      [],
    ),
    properties: bag,
  },
  ['message'],
);

const rule = closed(
  {
    id: text,
    name: text,
    shortDescription: multiformat,
    fullDescription: multiformat,
    help: multiformat,
    defaultConfiguration: closed({ level }, []),
    properties: bag,
  },
  ['id'],
);

const run = closed(
  {
    tool: closed(
      {
        driver: closed(
          {
            name: text,
            version: text,
            semanticVersion: text,
            rules: { type: 'array', uniqueItems: true, items: rule },
          },
          ['name'],
        ),
      },
      ['driver'],
    ),
    automationDetails: closed({ id: text }, []),
    columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
    invocations: {
      type: 'array',
      items: closed(
        {
          executionSuccessful: { type: 'boolean' },
          startTimeUtc: date,
          endTimeUtc: date,
          toolExecutionNotifications: {
            type: 'array',
            items: closed({ level, message }, ['message']),
          },
        },
        ['executionSuccessful'],
      ),
    },
    artifacts: {
      type: 'array',
      uniqueItems: true,
      items: closed(
        {
          location: artifactLocation,
          roles: { type: 'array', items: { enum: ['analysisTarget'] } },
          mimeType: { type: 'string', pattern: '[^/]+/.+' },
        },
        [],
      ),
    },
    results: { type: 'array', items: result },
    properties: bag,
  },
  ['tool'],
);

export const sarifSubset: object = closed(
  { $schema: text, version: { const: '2.1.0' }, runs: { type: 'array', items: run } },
  ['version', 'runs'],
);
