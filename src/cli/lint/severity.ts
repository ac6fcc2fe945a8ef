/** How bad a finding is, in Spectral's words, worst first. */
export const severities = ['error', 'warn', 'info', 'hint'] as const;

/** One of Spectral's severities. */
export type Severity = (typeof severities)[number];
