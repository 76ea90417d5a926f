// Preloaded into every process that `npm start` runs, and into Jest and its workers (node --require). When the process
// that started it disappears, also by SIGKILL, the channel between the two closes, and this one stops as if it had been
// asked to.
'use strict';

if (process.channel) {
  process.once('disconnect', () => {
    // An orderly stop first; a process that does not end is killed.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 3_000).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // The channel keeps nobody here but those who wait for messages, as the workers of Jest do.
  process.channel.unref();
  process.on('newListener', (event) => {
    if (event === 'message') process.channel?.ref();
  });
  process.on('removeListener', (event) => {
    if (event === 'message' && process.listenerCount('message') === 0) process.channel?.unref();
  });
}
