// The order of Jest's work: the largest suites first, so that the short ones fill the end. A fresh clone remembers no
// durations, and the size of a suite's own file says nothing of its members.
const fs = require('node:fs');
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

const sizes = new Map();
function sizeOf(file) {
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
