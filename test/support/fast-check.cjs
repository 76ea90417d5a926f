// fast-check as the tests import it (jest.config.cjs): the same few examples in every run, so that a result is about
// the code and not about luck. `SOAK_TIMES` tries more of them, `FAST_CHECK_SEED` others.
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');
const { examples, SEED } = require('./examples');

fc.configureGlobal({ seed: SEED });

const assert = (property, { numRuns = 100, ...params } = {}) =>
  fc.assert(property, { ...params, numRuns: examples(numRuns) });

const asImported = { ...fc, assert };
module.exports = Object.defineProperty({ ...asImported, default: asImported }, '__esModule', { value: true });
