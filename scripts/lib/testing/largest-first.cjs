// The order of Jest's work: what takes longest first, so that the short ones fill the end. A fresh clone remembers no
// durations, so the size of the files stands for them, except for the journeys, whose order was measured.
const fs = require('node:fs');
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

const LONGEST = [
  'failpoints',
  'portal-journeys',
  'portal-changes',
  'portal-hostile',
  'start',
  'portal-controls',
  'author-docs',
  'access',
]
  .map((name) => `${name}.e2e-spec.ts`)
  .reverse();

const sizes = new Map();
function sizeOf(file) {
  const rank = LONGEST.indexOf(path.basename(file));
  if (rank >= 0) return 1e9 + rank;
  if (!sizes.has(file)) {
    const text = fs.readFileSync(file, 'utf8');
    const members = file.endsWith('.suite.cjs') ? [...text.matchAll(/require\("([^"]+)"\)/g)] : [];
    const at = ([, member]) => fs.statSync(path.resolve(path.dirname(file), member)).size;
    sizes.set(file, members.length > 0 ? members.map(at).reduce((a, b) => a + b) : text.length);
  }
  return sizes.get(file);
}

module.exports = class LargestFirst extends Sequencer {
  sort(tests) {
    return [...tests].sort((a, b) => sizeOf(b.path) - sizeOf(a.path));
  }
};
