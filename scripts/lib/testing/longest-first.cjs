// The order of Jest's work: longest first, so that the short ones fill the end.
const fs = require('node:fs');
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');
const { secondsOf } = require('./seconds.cjs');

const root = path.resolve(__dirname, '..', '..', '..');
const relative = (file) => path.relative(root, file).split(path.sep).join('/');

/** Test files that Jest sees as one (suites.mjs). */
function membersOf(file) {
  if (!file.endsWith('.suite.cjs')) return [file];
  const names = [...fs.readFileSync(file, 'utf8').matchAll(/require\("([^"]+)"\)/g)];
  return names.map(([, member]) => path.resolve(path.dirname(file), member));
}

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const seconds = new Map(
      tests.map((test) => [test, membersOf(test.path).reduce((sum, member) => sum + secondsOf(relative(member)), 0)]),
    );
    return [...tests].sort((a, b) => seconds.get(b) - seconds.get(a));
  }
};
