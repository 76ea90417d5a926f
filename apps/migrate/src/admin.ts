import { AppointmentRefused, appointAdmin } from './appoint-admin.js';

const USAGE = `Makes somebody an admin while there are fewer than two (docs/runbooks/admins.md).
  DATABASE_URL=... node dist/apps/migrate/src/admin.js <email> <reason>
DATABASE_URL is that of migrate: its user owns the tables. The reason goes into the audit trail, at least 10 characters.
Exit code: 0 done, 1 refused or failed, 2 wrong use.
`;

async function main([email, ...words]: string[]): Promise<void> {
  const url = process.env.DATABASE_URL;
  const reason = words.join(' ').trim();
  if (!url || !email?.includes('@') || reason.length < 10) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const { userId } = await appointAdmin(url, { email, reason });
  process.stdout.write(`${JSON.stringify({ admin: email, user_id: userId })}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof AppointmentRefused ? '' : 'failed: '}${text}\n`);
  process.exitCode = 1;
});
