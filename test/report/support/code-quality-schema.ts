/**
 * A code quality report as GitLab reads it: what its parser demands (`codeclimate.json` in GitLab's
 * source), and what its documentation ("Code Quality report format") asks for beyond that. Closed against
 * everything else: GitLab would not show it.
 */
export const codeQualitySchema: object = {
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    properties: {
      description: { type: 'string', minLength: 1 },
      check_name: { type: 'string', minLength: 1 },
      fingerprint: { type: 'string', minLength: 1 },
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        additionalProperties: false,
        required: ['path', 'lines'],
        properties: {
          // Relative to the repository, without ./ at the beginning.
          path: { type: 'string', pattern: String.raw`^(?!\.{0,2}/|[A-Za-z]:|\w+://).+` },
          lines: {
            type: 'object',
            additionalProperties: false,
            required: ['begin'],
            properties: { begin: { type: 'integer', minimum: 1 } },
          },
        },
      },
    },
  },
};
