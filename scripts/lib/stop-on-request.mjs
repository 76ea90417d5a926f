/**
 * Stops the foreground work on request: Ctrl-C, a signal, the end of npm. Then this process ends.
 * stop({ now }): ends everything; called again with `now` on a later request.
 * Returns { isStopping }.
 */
export function stopOnRequest({ stop, exitCode = () => 0, say = () => {} }) {
  let since;
  const request = async (why) => {
    // Ctrl-C reaches us twice, from the terminal and from npm; only a later one means that the user wants to stop now.
    if (since !== undefined) return performance.now() - since > 1_500 ? stop({ now: true }) : undefined;
    since = performance.now();
    say(`\nStopping (${why}) ...`);
    await stop({ now: false });
    say(`Stopped after ${((performance.now() - since) / 1000).toFixed(1)} s. The data is kept.`);
    process.exit(exitCode());
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void request(signal));
  stopWithNpm(() => void request('npm has ended'));
  return {
    get isStopping() {
      return since !== undefined;
    },
  };
}

/** Calls `stop` once npm, which runs this script, was killed: nobody else would stop us then. */
export function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    stop();
  }, 1_000);
  watch.unref();
}
