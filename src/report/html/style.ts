/** The page's style sheet. Colours are chosen for WCAG AA contrast in both schemes. */
export const style: string = `
:root {
  --bg: #f6f7f5; --panel: #ffffff; --ink: #1d2420; --faint: #5d6862; --line: #dde2de; --code: #f0f3f1;
  --pass: #14713f; --fail: #b3261e; --violation: #b3261e; --warning: #8a5a00; --note: #2a5d9f;
  --violation-soft: #fdecea; --warning-soft: #fdf3dc; --note-soft: #e8f0fb; --pass-soft: #e3f4ea;
  --bar: #2f8f5f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #121614; --panel: #1a201d; --ink: #e6ece8; --faint: #9aa8a0; --line: #2e3732; --code: #222a26;
    --pass: #5fd394; --fail: #ff8a80; --violation: #ff8a80; --warning: #f2c14e; --note: #8ab8f5;
    --violation-soft: #3a1f1d; --warning-soft: #362c14; --note-soft: #1c2a3d; --pass-soft: #16321f;
    --bar: #4fb681;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--bg); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
.wide, main { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .875em; }
code, dd, h1, h3, .about { overflow-wrap: anywhere; }
.faint { color: var(--faint); font-weight: 400; }
body > header { background: var(--panel); border-bottom: 1px solid var(--line); border-top: 6px solid var(--pass); padding: 2rem 0 1.5rem; }
body.fail > header { border-top-color: var(--fail); }
.verdict { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; margin: 0 0 .75rem; }
.badge { background: var(--pass); color: var(--panel); border-radius: 999px; padding: .2rem .95rem; font-weight: 700; letter-spacing: .02em; }
.fail .badge { background: var(--fail); }
.sentence { font-weight: 600; }
h1 { font-size: clamp(1.35rem, 4vw, 1.9rem); line-height: 1.25; margin: 0; letter-spacing: -.01em; }
.about { margin: .35rem 0 0; color: var(--faint); }
.stopped { background: var(--violation-soft); border-left: 4px solid var(--violation); border-radius: 6px; padding: .6rem .9rem; margin: 1rem 0 0; }
.figures { list-style: none; display: flex; flex-wrap: wrap; gap: .5rem 2.25rem; padding: 0; margin: 1.5rem 0 0; }
.figures b { font-size: 1.6rem; line-height: 1.2; display: block; font-variant-numeric: tabular-nums; }
.figures span { color: var(--faint); font-size: .875rem; }
.figures.small { margin: 0 0 .75rem; }
.figures.small b { font-size: 1.2rem; }
.figures .violation b { color: var(--violation); }
.figures .warning b { color: var(--warning); }
.figures .note b { color: var(--note); }
.figures .none b { color: var(--faint); }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; letter-spacing: -.005em; }
.lead { color: var(--faint); margin: -.5rem 0 .9rem; }
.panel, .finding { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.25rem; margin: 0 0 1rem; }
.panel h3 { margin: 0 0 .75rem; font-size: 1rem; }
.finding { border-left: 5px solid var(--note); }
.finding.violation { border-left-color: var(--violation); }
.finding.warning { border-left-color: var(--warning); }
.kicker { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .6rem; margin: 0; font-size: .875rem; color: var(--faint); }
.pill { border-radius: 999px; padding: .05rem .6rem; font-weight: 600; background: var(--note-soft); color: var(--note); }
.violation .pill { background: var(--violation-soft); color: var(--violation); }
.warning .pill { background: var(--warning-soft); color: var(--warning); }
.times { margin-left: auto; font-variant-numeric: tabular-nums; }
.finding h3 { font-size: 1.1rem; line-height: 1.35; margin: .4rem 0 .9rem; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin: 0; }
.sides > div { border-radius: 8px; padding: .55rem .8rem; background: var(--code); }
.finding.violation .received { background: var(--violation-soft); }
.finding.warning .received { background: var(--warning-soft); }
.sides .documented { background: var(--pass-soft); }
dt { font-size: .75rem; font-weight: 600; color: var(--faint); }
dd { margin: .1rem 0 0; font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875rem; }
.place { margin: .75rem 0; font-size: .9rem; display: flex; flex-wrap: wrap; gap: .15rem .9rem; }
.exchange { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin: 0 0 .75rem; }
figure { margin: 0; min-width: 0; }
figcaption { font-size: .75rem; font-weight: 600; color: var(--faint); margin: 0 0 .25rem; }
pre { margin: 0; padding: .7rem .85rem; background: var(--code); border-radius: 8px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 22rem; overflow-y: auto; line-height: 1.5; }
details { margin: .35rem 0 0; }
summary { cursor: pointer; font-size: .9rem; font-weight: 600; padding: .15rem 0; }
summary:focus-visible { outline: 2px solid var(--note); outline-offset: 2px; border-radius: 4px; }
details > pre, details > p, details > ul, details > .scroll { margin: .4rem 0 .5rem; }
.cases { columns: 18rem; padding-left: 1.1rem; font-size: .9rem; }
.empty { color: var(--faint); background: var(--panel); border: 1px dashed var(--line); border-radius: 10px; padding: 1rem 1.25rem; margin: 0; }
.panel .empty { border: 0; padding: 0; margin: 0 0 .5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--faint); font-weight: 600; font-size: .8rem; }
tbody th { font-weight: 400; }
.pairs th { width: 62%; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.number:last-child, th.number:last-child { padding-right: .25rem; }
td code { overflow-wrap: break-word; }
.requests td { white-space: nowrap; }
tr.missed td { color: var(--warning); }
tr.violation td { color: var(--violation); }
tr.warning td { color: var(--warning); }
.chips { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0 0 .75rem; }
.chip { border: 1px solid var(--line); border-radius: 999px; padding: .1rem .7rem; font-size: .875rem; }
.chip.met { border-color: transparent; background: var(--pass-soft); color: var(--pass); }
.chip.missed, .chip.undocumented { border-color: transparent; background: var(--warning-soft); color: var(--warning); }
.constraints summary { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; }
.constraints summary::before { content: "▸"; color: var(--faint); width: .7rem; }
.constraints[open] summary::before { content: "▾"; }
.meter { width: 7rem; height: .5rem; }
.meter .rest { fill: var(--line); }
.meter .part { fill: var(--bar); }
.chart { display: block; width: 100%; height: auto; max-height: 15rem; }
.axis { stroke: var(--line); }
.bar { fill: var(--bar); }
.tick, .count { fill: var(--faint); font-size: 11px; }
.count { text-anchor: middle; }
body > footer { color: var(--faint); font-size: .875rem; padding: 1rem 0 2.5rem; }
@media (max-width: 640px) {
  .sides, .exchange { grid-template-columns: 1fr; }
  .figures { gap: .75rem 1.75rem; }
  .panel, .finding { padding: .9rem 1rem; }
  .tick, .count { font-size: 19px; }
  .tick:nth-of-type(even) { display: none; }
}
@media print {
  body { background: none; }
  .finding, .panel { break-inside: avoid; }
  pre { max-height: none; }
}
`;
