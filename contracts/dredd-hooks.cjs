/**
 * Dredd's hooks for this service. CommonJS, and `.cjs`: in a package of ES modules Dredd skips a
 * hooks file that ends in `.js`, and passes.
 *
 * DREDD_RUN names the file with this run's facts: the nonce and the file to sign in, and the JSON
 * Schemas of the documented responses, and which parts of DREDD_CREDENTIALS an operation wants.
 */
'use strict';

const { appendFileSync, readFileSync } = require('node:fs');
const hooks = require('hooks');

const run = JSON.parse(readFileSync(process.env.DREDD_RUN, 'utf8'));
const parts = JSON.parse(process.env.DREDD_CREDENTIALS);

/** Milliseconds since 1970 times 1000 leave room for a number behind them below 2^53. */
let nextId = Date.now() * 1000 + Math.floor(Math.random() * 900);

function sign(facts) {
  appendFileSync(run.proofFile, `${JSON.stringify({ nonce: run.nonce, ...facts })}\n`);
}

/** As the document names it: `POST /plants`. */
function operationOf({ request, origin }) {
  return `${request.method} ${origin.resourceName.replace(/\{\?.*$/, '')}`;
}

/** `POST /plants 200` */
function keyOf(transaction) {
  return `${operationOf(transaction)} ${transaction.expected.statusCode}`;
}

/** Puts the credential where the operation's security schemes want it. */
function authorise(transaction) {
  const { headers } = transaction.request;
  for (const index of run.credentials[operationOf(transaction)] || []) {
    const { place, name, value } = parts[index];
    const pair = `${name}=${place === 'query' ? encodeURIComponent(value) : value}`;
    if (place === 'header') headers[name] = value;
    else if (place === 'cookie') headers.Cookie = [headers.Cookie, pair].filter(Boolean).join('; ');
    else transaction.fullPath += `${transaction.fullPath.includes('?') ? '&' : '?'}${pair}`;
  }
}

function headerName(headers, wanted) {
  return Object.keys(headers).find((name) => name.toLowerCase() === wanted);
}

function mediaType(contentType) {
  return String(contentType).split(';')[0].trim().toLowerCase();
}

/** A new plant; for the 400 one without its id, as the document sends a valid one there too. */
function plantFor(status, body) {
  // Another document's operations may have no such body.
  if (!/"id":\d/.test(body)) return body;
  const plant = JSON.parse(body);
  plant.id = nextId++;
  if (status === '400') delete plant.id;
  return JSON.stringify(plant);
}

sign({});

hooks.beforeEach((transaction) => {
  const { request, expected } = transaction;
  transaction.skip = false;
  authorise(transaction);
  request.body = plantFor(expected.statusCode, request.body);
  // Without a schema, Dredd asks for every key of the example, and for no type.
  const contentType = expected.headers[headerName(expected.headers, 'content-type')];
  const schema = (run.schemas[keyOf(transaction)] || {})[mediaType(contentType)];
  if (schema) expected.bodySchema = JSON.stringify(schema, null, 2);
});

/** What the server said, where Dredd was shown something else. */
const contentTypes = new Map();

hooks.beforeEachValidation(({ expected, real }) => {
  const documented = expected.headers[headerName(expected.headers, 'content-type')];
  const name = headerName(real.headers, 'content-type');
  // Dredd compares the whole header, so it would fail a server over `; charset=utf-8`.
  if (name && documented && mediaType(real.headers[name]) === mediaType(documented)) {
    contentTypes.set(real, [name, real.headers[name]]);
    real.headers[name] = documented;
  }
});

hooks.afterEach((transaction) => {
  const { real } = transaction;
  if (!real) return;
  const [name, said] = contentTypes.get(real) || [];
  // The reports show what was received.
  if (name) real.headers[name] = said;
  sign({ transaction: keyOf(transaction) });
});
