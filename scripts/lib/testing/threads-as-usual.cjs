// Preloaded into Jest and its workers, which have much room for young objects (jest-run.mjs). Threads that they start from here on
// have V8's usual room: with more than its limit of memory a thread would end the process instead of itself.
'use strict';
require('node:v8').setFlagsFromString('--max-semi-space-size=16');
