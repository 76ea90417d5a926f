import { commandLine, isAlive, parentOf } from './process-info.mjs';

/**
 * Calls `stop` once npm, which runs this script, is gone: killing npm with SIGKILL would leave us behind with nobody to
 * stop us. Started by hand or by a service manager, we keep running whatever our parent is.
 */
export function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return;
  // Between npm and us there may be a shell.
  const above = [process.ppid, parentOf(process.ppid)].filter((pid) => pid > 1);
  const npm = above.find((pid) => /\bnpm\b/.test(commandLine(pid))) ?? process.ppid;
  const watch = setInterval(() => {
    if (isAlive(npm)) return;
    clearInterval(watch);
    stop();
  }, 1_000);
  watch.unref();
}
