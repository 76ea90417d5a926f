// Preloaded into every process that `npm start` runs (node --require). When the process that started it disappears, also
// by SIGKILL, the channel between the two closes, and this one stops as if it had been asked to.
'use strict';

if (process.channel) {
  process.once('disconnect', () => {
    // An orderly stop first; one that does not come to an end is cut short.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 3_000).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref();
}
