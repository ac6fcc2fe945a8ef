/** What the stack traces of common languages look like; each is unlikely in a message for people. */

/** The places that an error came by, which follow what it says. */
const FRAMES: readonly RegExp[] = [
  // JavaScript: at handler (/srv/app.js:10:5), at file:///srv/app.js:10:5
  /\bat (?:[\w.<>$[\] ]+ \()?(?:file:\/\/|node:|[A-Za-z]:\\|\/)[^\s()]*:\d+:\d+/,
  // Java and Kotlin: at com.example.Store.create(Store.java:42)
  /\bat [\w.$]+\.[\w$<>]+\([\w$]+\.(?:java|kt|scala|groovy):\d+\)/,
  // .NET
  /\bat [\w.`]+\([^)]*\) in .+:line \d+/,
  // PHP
  /\bStack trace:\s*#0/,
];

const TRACES: readonly RegExp[] = [
  ...FRAMES,
  /\b(?:[a-z]\w*\.){2,}[A-Z]\w*(?:Exception|Error)\b/,
  // Python
  /Traceback \(most recent call last\)/,
  /File "[^"]+", line \d+/,
  // Go
  /\bgoroutine \d+ \[/,
  /\bpanic: /,
  // .NET
  /\bSystem\.\w+(?:\.\w+)*Exception\b/,
  // PHP
  /#\d+ \S+\.php\(\d+\)/,
  /\bin \S+\.php(?: on line |:)\d+/,
  // Go, Ruby; without the lookbehind, a long word would be tried from each of its characters on
  /(?<![\w./-])[\w./-]+\.(?:go:\d+|rb:\d+:in [`'])/,
  // Rust
  /\bthread '[^']*' panicked at/,
  // Source files with a line, whatever the language
  /(?<![\w.-])[\w.-]*(?:\/[\w.-]+){2,}\.(?:[cm]?[jt]sx?|py|rb|php|java|go|rs|cs|kt):\d+/,
];

/** What shows that a text has a stack trace; `undefined` where nothing does. */
export function traceIn(text: string): string | undefined {
  return TRACES.map((trace) => trace.exec(text)?.[0]).find((hit) => hit !== undefined);
}

/** What an error says, without the places that it came by. */
export function beforeFrames(text: string): string {
  const starts = FRAMES.map((frame) => text.search(frame)).filter((start) => start >= 0);
  return text.slice(0, Math.min(text.length, ...starts));
}
