import { ConfigError, readMigrateVariables } from '@portal/platform/config';
import { waitForPostgres } from '@portal/platform/process';
import { migrate } from './migrate.js';

async function main(): Promise<void> {
  const started = Date.now();
  const { databaseUrl, loginUrl, mode, startWaitMs } = readMigrateVariables(process.env);
  await waitForPostgres(databaseUrl, {
    forMs: startWaitMs,
    onWaiting: ({ server, reason }) =>
      void process.stderr.write(`${server} does not answer yet (${reason}), trying again\n`),
  });
  const ran = await migrate(databaseUrl, {
    loginUrl,
    mode,
    log: (text) => void process.stderr.write(`migrate: ${text}\n`),
  });
  process.stdout.write(`${JSON.stringify({ migrate: 'done', ran, ms: Date.now() - started })}\n`);
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(error instanceof ConfigError ? `${text}\n` : `migration failed: ${text}\n`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
});
