import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { Config, ConfigError } from '@portal/platform/config';
import { ClockOffset, startMetricsServer } from '@portal/platform/health';
import { createLogger, LOGGER, NestLogger } from '@portal/platform/logging';
import type { Logger } from 'pino';
import { WorkerModule } from './worker.module.js';

async function main(): Promise<void> {
  const started = performance.now();
  const config = Config.fromEnv();
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(config), {
    logger: false,
    abortOnError: false,
  });
  app.useLogger(new NestLogger(app.get<Logger>(LOGGER)));
  app.enableShutdownHooks();
  const metrics = await startMetricsServer(config.metrics, [app.get(ClockOffset)]);
  process.stdout.write(
    `${JSON.stringify({ worker: 'up', metrics_port: metrics.port, ms: Math.round(performance.now() - started), since_start_ms: Math.round(performance.now()) })}\n`,
  );
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else createLogger('worker', 'error').fatal({ err: error }, 'the worker did not start');
  process.exit(error instanceof ConfigError ? 2 : 1);
});
