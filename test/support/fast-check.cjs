// fast-check as the tests import it (jest.config.cjs): the same examples in every run, so that a run says something about
// the code and not about luck. FAST_CHECK_SEED=<number> looks elsewhere.
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_122) });
module.exports = fc;
