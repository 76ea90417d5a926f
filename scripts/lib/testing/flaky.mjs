import fs from 'node:fs';
import { inRoot } from '../root.mjs';

const LIST = inRoot('docs', 'testing.md');
const HEADING = '## Flaky files';
const REPORT = inRoot('test-output', 'flaky.json');

/** The files that docs/testing.md lists as flaky, each to be repaired by the next change. */
export function knownFlaky() {
  const text = fs.readFileSync(LIST, 'utf8');
  const section = text.slice(text.indexOf(HEADING) + HEADING.length).split(/^## /m)[0];
  return [...section.matchAll(/^- `([^`]+)`/gm)].map(([, file]) => file);
}

/** Writes which files failed and passed when they were run again to test-output/flaky.json. */
export function writeFlakyReport(files) {
  fs.writeFileSync(REPORT, `${JSON.stringify({ flaky: files }, null, 2)}\n`);
}
