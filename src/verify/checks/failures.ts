import type { Check } from './check.ts';
import type { TransportFailure } from '../../http/exchange.ts';
import { standingOf } from './standing.ts';
import { printable } from './show.ts';

const WORDS: Readonly<Record<TransportFailure['kind'], string>> = {
  refused: 'the server takes no connection',
  reset: 'the connection is closed before a response',
  truncated: 'the response is cut off',
  timeout: 'the server does not answer in time',
  malformed: 'the response is not HTTP',
  tls: 'the TLS connection fails',
  dns: 'the host name is unknown',
  other: 'the connection fails',
};

/** Every request gets a complete HTTP response. */
export const transportFailure: Check = {
  id: 'transport-failure',
  title: 'every request gets a complete response',
  check: (exchange) => {
    const standing = standingOf(exchange);
    if (standing.kind !== 'failure') return [];
    const { failure } = standing;
    const isRace = failure.mayBeRace === true;
    return [
      {
        severity: isRace ? 'note' : 'violation',
        rule: 'R6',
        message: isRace
          ? 'a reused connection is closed while a request is sent on it'
          : words(failure),
        received: showFailure(failure),
        documented: 'a complete response, whatever is sent',
        pointer: `${exchange.case.operation.pointer}/responses`,
      },
    ];
  },
};

function words(failure: TransportFailure): string {
  if (failure.kind === 'timeout' && failure.partial) {
    return 'the response starts and then stands still';
  }
  return WORDS[failure.kind];
}

function showFailure({ message, partial }: TransportFailure): string {
  if (!partial) return message;
  return `${message} after status ${partial.status} and ${partial.bodyBytes} bytes of the body`;
}

/** What the traces of common languages look like; each is unlikely in a message for people. */
const TRACES: readonly RegExp[] = [
  // JavaScript: at handler (/srv/app.js:10:5), at file:///srv/app.js:10:5
  /\bat (?:[\w.<>$[\] ]+ \()?(?:file:\/\/|node:|[A-Za-z]:\\|\/)[^\s()]*:\d+:\d+/,
  // Java and Kotlin: at com.example.Store.create(Store.java:42)
  /\bat [\w.$]+\.[\w$<>]+\([\w$]+\.(?:java|kt|scala|groovy):\d+\)/,
  /\b(?:[a-z]\w*\.){2,}[A-Z]\w*(?:Exception|Error)\b/,
  // Python
  /Traceback \(most recent call last\)/,
  /File "[^"]+", line \d+/,
  // Go
  /\bgoroutine \d+ \[/,
  /\bpanic: /,
  // .NET
  /\bat [\w.`]+\([^)]*\) in .+:line \d+/,
  /\bSystem\.\w+(?:\.\w+)*Exception\b/,
  // PHP
  /\bStack trace:\s*#0/,
  /#\d+ \S+\.php\(\d+\)/,
  /\bin \S+\.php(?: on line |:)\d+/,
  // Go, Ruby; without the lookbehind, a long word would be tried from each of its characters on
  /(?<![\w./-])[\w./-]+\.(?:go:\d+|rb:\d+:in [`'])/,
  // Rust
  /\bthread '[^']*' panicked at/,
  // Source files with a line, whatever the language
  /(?<![\w.-])[\w.-]*(?:\/[\w.-]+){2,}\.(?:[cm]?[jt]sx?|py|rb|php|java|go|rs|cs|kt):\d+/,
];

/** Answers don't show the server's inside. */
export const stackTrace: Check = {
  id: 'stack-trace',
  title: 'answers carry no stack trace',
  check: (exchange) => {
    const standing = standingOf(exchange);
    if (standing.kind === 'failure' || standing.response.status < 400) return [];
    const { response } = standing;
    // In JSON, line ends and quotes of the trace are escaped.
    const text = new TextDecoder()
      .decode(response.body.subarray(0, 20_000))
      .replaceAll(/\\[nrt]/g, '\n')
      .replaceAll(/\\(["/\\])/g, '$1');
    const found = TRACES.map((trace) => trace.exec(text)?.[0]).find((hit) => hit !== undefined);
    if (found === undefined) return [];
    return [
      {
        severity: 'warning',
        rule: 'R6',
        message: `a ${response.status} shows a stack trace`,
        received: `${response.status} with “${printable(found)}”`,
        documented: 'a message for the caller',
        pointer: standing.documented?.pointer ?? `${exchange.case.operation.pointer}/responses`,
      },
    ];
  },
};
