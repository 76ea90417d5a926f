// In place of libs/platform/src/jobs/threads/thread-main-path.ts.
exports.THREAD_MAIN = require('node:path').join(__dirname, 'main.cjs');
