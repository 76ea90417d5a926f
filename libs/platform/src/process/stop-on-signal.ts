import type { Logger } from 'pino';

interface StopOptions {
  /** The process ends by then in any case; its work is taken over as after a crash. */
  readonly withinMs: number;
  readonly log: Logger;
}

/**
 * Stops this process once on SIGTERM, Ctrl-C or the end of the terminal. Exit code 0, or 1 when `stop` fails or takes
 * too long.
 */
export function stopOnSignal(stop: () => Promise<void>, { withinMs, log }: StopOptions): void {
  let stopping = false;
  const begin = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    const started = performance.now();
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error({ within_ms: withinMs }, 'the process ends before all its work has ended');
      process.exit(1);
    }, withinMs);
    stop().then(
      () => {
        log.info({ ms: Math.round(performance.now() - started) }, 'stopped');
        process.exit(0);
      },
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, begin);
}
