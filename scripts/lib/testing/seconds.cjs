// How long a test file takes, for the order of work and the sizes of suites; wrong numbers cost idle cores, nothing else.
const fs = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '..', '..', '..');
const FILE = path.join(root, 'test-output', 'seconds.json');
/** Of a file that was never run here: small files are short. */
const BYTES_PER_SECOND = 4_000;

let known;

/** Seconds that a test file took when it was last run here; `file` is relative to the checkout, with slashes. */
exports.secondsOf = (file) => {
  known ??= read();
  return known[file] ?? fs.statSync(path.join(root, file)).size / BYTES_PER_SECOND;
};

/** Keeps the seconds of the files of a run: Map of file to { ms }. */
exports.keepSeconds = (outcomes) => {
  const seconds = read();
  for (const [file, { ms }] of outcomes) seconds[file] = ms / 1000;
  fs.writeFileSync(FILE, JSON.stringify(seconds));
};

function read() {
  try {
    return JSON.parse(fs.readFileSync(FILE, 'utf8'));
  } catch {
    return {};
  }
}
