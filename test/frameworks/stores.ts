/** The plant store in one framework: as somebody writes it at first, and mended. */
export interface Store {
  readonly name: string;
  /** In `stores/`; takes a port, `first` or `mended`, and the document. */
  readonly file: string;
  /** What is wrong with the first version: each matches a cause, and each cause is matched. */
  readonly causes: readonly RegExp[];
  /** Besides its language and packages. */
  readonly needs?: 'postgresql' | undefined;
  /** Default true. */
  readonly isMended?: boolean | undefined;
}

export const npmPackages = [
  'express@5',
  'express-openapi-validator@5',
  'fastify@5',
  'hono@4',
  '@hono/node-server@1',
  'koa@3',
  'koa-bodyparser@4',
  '@nestjs/core@11',
  '@nestjs/common@11',
  '@nestjs/platform-express@11',
  'class-validator@0.14',
  'class-transformer@0.5',
  'reflect-metadata@0.2',
  'rxjs@7',
  'pg@8',
] as const;

/** `if (!id)` refuses 0. */
const REFUSES_ZERO = /^R7 a valid integer is refused: id 0$/;
/** Numbers beyond int64 are numbers. */
const TAKES_ANY_INTEGER = /^R7 not checked: id \(format\)$/;
const NOT_JSON = /^R5 an invalid request is accepted: the body is not JSON/;
const TAKES_OTHER_TYPES = /^R5 .*(?:are accepted|not null\.$)/;
const BREAKS = /^R6 the server fails (?:with 500 )?on /;
const ERROR_OF_ITS_OWN = /^R2 (?:the body of a 400|a body) is not of its shape: /;
const ERROR_AS_TEXT = /^R[23] (?:a 400 has the media type text|the body of a 400 is not JSON)/;
const NULL_FOR_NOTHING = /^R1 the body of a 200 is not of its shape: tag must be a string$/;

export const stores: readonly Store[] = [
  {
    name: 'express',
    file: 'express.mjs',
    causes: [BREAKS, REFUSES_ZERO, TAKES_ANY_INTEGER, ERROR_AS_TEXT, TAKES_OTHER_TYPES],
  },
  {
    name: 'express-openapi-validator',
    file: 'express-openapi-validator.mjs',
    causes: [TAKES_ANY_INTEGER],
  },
  {
    name: 'fastify',
    file: 'fastify.mjs',
    causes: [TAKES_ANY_INTEGER, ERROR_OF_ITS_OWN, TAKES_OTHER_TYPES],
  },
  {
    name: 'hono',
    file: 'hono.mjs',
    causes: [BREAKS, REFUSES_ZERO, TAKES_ANY_INTEGER, TAKES_OTHER_TYPES],
  },
  {
    name: 'koa',
    file: 'koa.mjs',
    causes: [
      BREAKS,
      REFUSES_ZERO,
      TAKES_ANY_INTEGER,
      ERROR_AS_TEXT,
      TAKES_OTHER_TYPES,
      // A form is parsed as well.
      /^R5 bodies are accepted as application\/x-www-form-urlencoded/,
    ],
  },
  {
    name: 'nestjs',
    file: 'nestjs.mjs',
    causes: [BREAKS, TAKES_ANY_INTEGER, ERROR_OF_ITS_OWN, TAKES_OTHER_TYPES],
  },
  {
    name: 'fastapi',
    file: 'fastapi_store.py',
    causes: [BREAKS, TAKES_ANY_INTEGER, ERROR_OF_ITS_OWN, NULL_FOR_NOTHING, TAKES_OTHER_TYPES],
  },
  {
    name: 'flask',
    file: 'flask_store.py',
    isMended: false,
    causes: [
      BREAKS,
      REFUSES_ZERO,
      TAKES_ANY_INTEGER,
      ERROR_AS_TEXT,
      NULL_FOR_NOTHING,
      TAKES_OTHER_TYPES,
    ],
  },
  {
    name: 'express with postgresql',
    file: 'express-postgres.mjs',
    needs: 'postgresql',
    causes: [BREAKS, REFUSES_ZERO, ERROR_AS_TEXT, NULL_FOR_NOTHING, TAKES_OTHER_TYPES],
  },
  {
    name: 'go',
    file: 'go_store.go',
    causes: [
      REFUSES_ZERO,
      // Names are compared whatever their case, and what comes after the value is not read.
      /^R5 an invalid request is accepted: name is required, and Name is another field/,
      NOT_JSON,
      /^R5 an invalid request is accepted: tag .* not null\.$/,
    ],
  },
  {
    name: 'php',
    file: 'php_store.php',
    causes: [REFUSES_ZERO, TAKES_ANY_INTEGER, NULL_FOR_NOTHING, TAKES_OTHER_TYPES],
  },
  {
    name: 'sinatra',
    file: 'sinatra_store.rb',
    causes: [BREAKS, TAKES_ANY_INTEGER, NOT_JSON, TAKES_OTHER_TYPES],
  },
];
