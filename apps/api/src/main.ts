import 'reflect-metadata';
import { Config, ConfigError } from '@portal/platform/config';
import { ClockOffset, ProcessGauges, ProductGauges, Readiness, startMetricsServer } from '@portal/platform/health';
import { createLogger, startTracing } from '@portal/platform/logging';
import { assertMode, Database } from '@portal/platform/database';
import { NotUp, stopHttpApp, stopLimitMs, stopOnSignal, waitForDatabase } from '@portal/platform/process';
import { createApi } from './create-api.js';

async function main(): Promise<void> {
  const started = performance.now();
  const config = Config.fromEnv();
  const log = createLogger('api', config.logLevel);
  await startTracing('api');
  await waitForDatabase(config, log);
  const app = await createApi(config);
  await assertMode(app.get(Database), config);
  await app.listen(config.port, config.host);
  stopOnSignal(() => stopHttpApp(app, config.drainMs), { withinMs: stopLimitMs(config.drainMs), log });
  const metrics = await startMetricsServer(config.metrics, [
    app.get(ClockOffset),
    app.get(Readiness),
    app.get(ProcessGauges),
    app.get(ProductGauges, { strict: false }),
  ]);
  process.stdout.write(
    `${JSON.stringify({ api: 'up', url: config.publicUrl, metrics_port: metrics.port, ms: Math.round(performance.now() - started), since_start_ms: Math.round(performance.now()) })}\n`,
  );
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError || error instanceof NotUp) process.stderr.write(`${error.message}\n`);
  else createLogger('api', 'error').fatal({ err: error }, 'the api did not start');
  process.exit(error instanceof ConfigError ? 2 : 1);
});
