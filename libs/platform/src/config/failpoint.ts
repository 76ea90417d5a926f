import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/**
 * Kills this process (SIGKILL, like a crash) when `FAILPOINT` names this step. Tests use it to prove that a crash
 * between any two steps loses and repeats nothing. Production refuses to start with FAILPOINT. `FAILPOINT=name` kills
 * every time. `FAILPOINT=@file` reads names from a file, one per line, and removes the name before it kills, so each
 * works once, also across restarts. A line `name=stop` stops the process instead (SIGSTOP), like a machine that hangs,
 * until it is continued (SIGCONT).
 */
export function failpoint(name: string): void {
  const armed = process.env.FAILPOINT;
  if (!armed) return;
  const file = armed.startsWith('@') ? armed.slice(1) : undefined;
  if (file !== undefined && takeLine(file, `${name}=stop`)) {
    process.stderr.write(`failpoint ${name}: stopping process ${process.pid}\n`);
    process.kill(process.pid, 'SIGSTOP');
    return;
  }
  if (file === undefined ? armed !== name : !takeLine(file, name)) return;
  process.stderr.write(`failpoint ${name}: killing process ${process.pid}\n`);
  process.kill(process.pid, 'SIGKILL');
  // The signal is delivered asynchronously; nothing may run after it.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10_000);
}

function takeLine(file: string, name: string): boolean {
  let names: string[];
  try {
    names = readFileSync(file, 'utf8').split('\n');
  } catch {
    return false;
  }
  if (!names.includes(name)) return false;
  const rest = `${file}.${process.pid}`;
  writeFileSync(rest, names.filter((other) => other !== name).join('\n'));
  renameSync(rest, file);
  return true;
}
