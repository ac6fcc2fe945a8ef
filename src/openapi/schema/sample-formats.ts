/** Texts that a format allows. */

/** 2024-02-29T12:00:00Z, in seconds. */
const NOON = 1_709_208_000;

const moment = (seconds: number): string => new Date(seconds * 1000).toISOString();

const uri = (variant: number): string => `https://example.com/${variant || ''}`;

/** Texts of formats that not every text has (JSON Schema 2020-12, validation 7.3), by the format; each number gives another. */
export const sampleOfFormat: Readonly<Record<string, (variant: number) => string>> = {
  'date-time': (variant) => moment(NOON + variant).replace('.000', ''),
  date: (variant) => moment(NOON + variant * 86_400).slice(0, 10),
  time: (variant) => `${moment(NOON + variant).slice(11, 19)}Z`,
  duration: (variant) => `P${1 + variant}D`,
  email: (variant) => `someone${variant || ''}@example.com`,
  'idn-email': (variant) => `someone${variant || ''}@example.com`,
  hostname: (variant) => `example${variant || ''}.com`,
  'idn-hostname': (variant) => `example${variant || ''}.com`,
  ipv4: (variant) => `192.0.2.${1 + (variant % 254)}`,
  ipv6: (variant) => `2001:db8::${(1 + variant).toString(16)}`,
  uri,
  'uri-reference': uri,
  iri: uri,
  'iri-reference': uri,
  'uri-template': (variant) => `${uri(variant)}{?page}`,
  'json-pointer': (variant) => `/sample${variant || ''}`,
  'relative-json-pointer': (variant) => `0/sample${variant || ''}`,
  regex: (variant) => `^sample${variant || ''}`,
  uuid: (variant) => `123e4567-e89b-42d3-a456-${String(426614174000 + variant)}`,
};
