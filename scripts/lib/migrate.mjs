import { Problem } from './problem.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

/**
 * Brings a database up to date. loginUrl: as api and worker log in. beginsAt: when portal time begins, in an empty one.
 * Resolves with { ran, admin_links }: the names of the migrations that ran, and one-time links for the admins that are
 * missing.
 * @throws Problem
 */
export async function migrate(databaseUrl, loginUrl, env = process.env, beginsAt = undefined) {
  const time = beginsAt ? ['--begins-at', beginsAt.toISOString()] : [];
  const { code, stdout, output } = await run(process.execPath, ['dist/apps/migrate/src/main.js', ...time], {
    cwd: root,
    env: { ...env, DATABASE_URL: databaseUrl, PORTAL_DATABASE_URL: loginUrl, PORTAL_MODE: 'sandbox' },
  });
  if (code === 0) return JSON.parse(stdout);
  throw new Problem(
    'migrate_failed',
    `The database could not be brought up to date:\n${output.trim()}`,
    env.DATABASE_URL ? 'DATABASE_URL names the database that was used.' : undefined,
  );
}
