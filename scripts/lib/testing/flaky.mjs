import fs from 'node:fs';
import { inRoot } from '../root.mjs';

const LIST = inRoot('docs', 'testing.md');
const HEADING = '## Flaky files';
const REPORT = inRoot('test-output', 'flaky.json');

/** The files that docs/testing.md lists as flaky, each to be repaired by the next change. */
export function knownFlaky() {
  return listedIn(fs.readFileSync(LIST, 'utf8'));
}

/** The files in the list of a page such as docs/testing.md. */
export function listedIn(text) {
  if (!text.includes(HEADING)) throw new Error(`docs/testing.md has no part "${HEADING}"`);
  const section = text.slice(text.indexOf(HEADING) + HEADING.length).split(/^## /m)[0];
  return [...section.matchAll(/^- `([^`]+)`/gm)].map(([, file]) => file);
}

/** More files than these that fail at first and pass when they are run again make the run fail. */
const MOST_FLAKY = 3;

/**
 * Which of the files that failed are run once more: none when more failed than may be flaky, nor one that is known to be
 * flaky. Returns { again, problems }.
 */
export function secondTries(failed, known) {
  const problems = failed
    .filter((file) => known.includes(file))
    .map((file) => `${file} is known to be flaky (docs/testing.md): it has to be repaired.`);
  if (failed.length > MOST_FLAKY) return { again: [], problems };
  return { again: failed.filter((file) => !known.includes(file)), problems };
}

/** Writes which files failed and passed when they were run again to test-output/flaky.json. */
export function writeFlakyReport(files) {
  fs.writeFileSync(REPORT, `${JSON.stringify({ flaky: files }, null, 2)}\n`);
}
