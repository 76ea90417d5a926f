import { ConfigError, readMigrateVariables } from '@portal/platform/config';
import { waitForPostgres } from '@portal/platform/process';
import { newAdminLinks } from './admin-links.js';
import { migrate } from './migrate.js';

async function main(): Promise<void> {
  const started = Date.now();
  const { databaseUrl, loginUrl, mode, publicUrl, startWaitMs } = readMigrateVariables(process.env);
  await waitForPostgres(databaseUrl, {
    forMs: startWaitMs,
    onWaiting: ({ server, reason }) =>
      void process.stderr.write(`${server} does not answer yet (${reason}), trying again\n`),
  });
  const beginsAt = process.argv[2] === '--begins-at' ? new Date(process.argv[3] ?? '') : undefined;
  const ran = await migrate(databaseUrl, {
    loginUrl,
    mode,
    beginsAt,
    log: (text) => void process.stderr.write(`migrate: ${text}\n`),
  });
  const links = await newAdminLinks(databaseUrl, publicUrl);
  for (const link of links)
    process.stderr.write(`An admin is missing. Whoever opens this link within a day becomes one: ${link}\n`);
  process.stdout.write(`${JSON.stringify({ migrate: 'done', ran, ms: Date.now() - started, admin_links: links })}\n`);
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(error instanceof ConfigError ? `${text}\n` : `migration failed: ${text}\n`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
});
