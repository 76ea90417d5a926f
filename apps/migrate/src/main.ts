import { migrate } from './migrate.js';

async function main(): Promise<void> {
  const url = process.env.DATABASE_URL;
  if (!url) {
    process.stderr.write('DATABASE_URL is missing: name the PostgreSQL database to migrate.\n');
    process.exitCode = 2;
    return;
  }
  const started = Date.now();
  const ran = await migrate(url, {
    loginUrl: process.env.PORTAL_DATABASE_URL || undefined,
    say: (text) => process.stderr.write(`migrate: ${text}\n`),
  });
  process.stdout.write(`${JSON.stringify({ migrate: 'done', ran, ms: Date.now() - started })}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`migration failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
