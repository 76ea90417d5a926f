/**
 * Kills this process at once (SIGKILL, as a crash would) when `FAILPOINT=name` or `FAILPOINT=name:3` (third passage)
 * names this step. Tests use it to prove that a crash between any two steps loses and doubles nothing. Production
 * refuses to start with FAILPOINT set, so there it is a no-op.
 */
export function failpoint(name: string): void {
  const armed = process.env.FAILPOINT;
  if (!armed) return;
  const [wanted, count = '1'] = armed.split(':');
  if (wanted !== name) return;
  passages += 1;
  if (passages < Number(count)) return;
  process.stderr.write(`failpoint ${name}: killing process ${process.pid}\n`);
  process.kill(process.pid, 'SIGKILL');
  // The signal is delivered asynchronously; nothing may run after it.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10_000);
}

let passages = 0;
