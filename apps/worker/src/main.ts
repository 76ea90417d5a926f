import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { Config, ConfigError } from '@portal/platform/config';
import { ClockOffset, ProcessGauges, Readiness, startMetricsServer } from '@portal/platform/health';
import { createLogger, NestLogger, startTracing } from '@portal/platform/logging';
import { NotUp, stopOnSignal, waitForServers } from '@portal/platform/process';
import { WorkerModule } from './worker.module.js';

/** Work that is under way has eight seconds of them (WorkRunner). */
const STOP_LIMIT_MS = 9_500;

async function main(): Promise<void> {
  const started = performance.now();
  const config = Config.fromEnv();
  const log = createLogger('worker', config.logLevel);
  await startTracing('worker');
  await waitForServers(config, log);
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(config), {
    logger: false,
    abortOnError: false,
  });
  app.useLogger(new NestLogger(log));
  stopOnSignal(() => app.close(), { withinMs: STOP_LIMIT_MS, log });
  const metrics = await startMetricsServer(config.metrics, [
    app.get(ClockOffset),
    app.get(Readiness),
    app.get(ProcessGauges),
  ]);
  process.stdout.write(
    `${JSON.stringify({ worker: 'up', metrics_port: metrics.port, ms: Math.round(performance.now() - started), since_start_ms: Math.round(performance.now()) })}\n`,
  );
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError || error instanceof NotUp) process.stderr.write(`${error.message}\n`);
  else createLogger('worker', 'error').fatal({ err: error }, 'the worker did not start');
  process.exit(error instanceof ConfigError ? 2 : 1);
});
