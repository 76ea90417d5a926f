import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OwnDatabase } from '../../../test/support/database/database.js';

describe('npm run doctor', () => {
  const test = OwnDatabase.forTests();
  const run = (overrides: NodeJS.ProcessEnv = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/apps/api/src/doctor.js'], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        PORTAL_MODE: 'sandbox',
        DATABASE_URL: test.url,
        STRIPE_SECRET_KEY: 'sk_test_sandbox',
        STRIPE_WEBHOOK_SECRET: 'whsec_of_this_test_only',
        KEYRING: `k1:${randomBytes(32).toString('base64')}`,
        ...overrides,
      },
    });
    return { status, stdout, stderr };
  };
  const beginnings = (text: string): string[] => text.split('\n').map((line) => line.slice(0, 12).trim());

  it('ends with 1 and says what to do while something is wrong', () => {
    const { status, stdout } = run();
    expect(stdout).toMatch(
      /^failed {6}Workers that run: at least 1: it is 0\n {12}docs\/runbooks\/metrics.md, portal_workers_live/m,
    );
    expect(stdout).toMatch(/^not checked Backups are recent: BACKUP_STATUS_FILE is not set\n {12}Set up backups/m);
    expect(stdout).toMatch(/^passed {6}The clock is within 30 s/m);
    expect(status).toBe(1);
  });

  it('ends with 0 when nothing is wrong, also while something was not checked', async () => {
    await test.owner.query('select pg_advisory_lock(1685222961, 900001)');
    await test.owner.query(`insert into platform.workers (no, lease_until) values (900001, now() + interval '1 hour')`);
    const { status, stdout } = run();
    expect(beginnings(stdout)).not.toContain('failed');
    expect(beginnings(stdout)).toContain('not checked');
    expect(status).toBe(0);
  });

  it('names the figure that cannot be read, and judges the others', async () => {
    await test.owner.query('alter table platform.sealed_counts rename to away');
    const { stdout } = run();
    await test.owner.query('alter table platform.away rename to sealed_counts');
    expect(stdout).toMatch(/^failed {6}Sealed values that another key .*"platform.sealed_counts" does not exist$/m);
    expect(stdout).toMatch(/^passed {6}Deliveries that have failed until/m);
  });

  it('judges Redis only where it is used, and one that does not answer is not new enough', () => {
    expect(run().stdout).not.toContain('Redis is new enough');
    const { stdout } = run({ REDIS_URL: 'redis://127.0.0.1:1' });
    expect(stdout).toMatch(/^failed {6}Redis is new enough: Redis: no answer instead of 7\n {12}Upgrade it\./m);
  });

  it.each([
    [100, /^passed {6}A tenth of the disk of this machine is free$/m],
    [99, /^failed {6}A tenth of the disk of this machine is free: 0\.4 GiB free\n {12}Free or add disk space/m],
  ])('judges a disk of 4 GiB with %i thousandths free', (free, said) => {
    const directory = mkdtempSync(path.join(tmpdir(), 'doctor-'));
    try {
      const disk = path.join(directory, 'disk.cjs');
      const sizes = { bavail: free * 1000, blocks: 1_000_000, bsize: 4295 };
      writeFileSync(disk, `require('node:fs').promises.statfs = async () => (${JSON.stringify(sizes)});`);
      expect(run({ NODE_OPTIONS: `--require ${disk}` }).stdout).toMatch(said);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it.each<[string, { base?: number; wal?: number }, RegExp]>([
    ['were made in time', { base: 25 * 60, wal: 8 }, /^passed {6}Backups are recent$/m],
    [
      'lack a base backup for a day',
      { base: 27 * 60, wal: 8 },
      /^failed {6}Backups are recent: the last base backup was/m,
    ],
    ['never had a base backup', { wal: 8 }, /^failed {6}Backups are recent: the last base backup was/m],
    ['lack the log of ten minutes', { base: 60, wal: 12 }, /^failed {6}Backups are recent: the last log was archived/m],
  ])('judges backups that %s', (_what, minutesAgo, said) => {
    const directory = mkdtempSync(path.join(tmpdir(), 'doctor-'));
    try {
      const file = path.join(directory, 'backup.json');
      const made = Object.entries(minutesAgo).map(([what, n]) => [what, new Date(Date.now() - n * 60_000)]);
      writeFileSync(file, JSON.stringify(Object.fromEntries(made)));
      expect(run({ BACKUP_STATUS_FILE: file }).stdout).toMatch(said);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('says when VIES has answered about no VAT id for a day while some wait, and not before', async () => {
    expect(run().stdout).toMatch(/^not checked VIES answers about VAT ids: VIES_URL is not set/m);
    const vies = () => run({ VIES_URL: 'http://127.0.0.1:1/rest-api' }).stdout.match(/^.*VIES answers.*$/m)![0];
    expect(vies()).toBe('passed      VIES answers about VAT ids');
    const asked = (rows: string) =>
      test.owner.query(
        `delete from billing.vat_checks; insert into billing.vat_checks (vat_id, asked_at, checked_at, valid) values ${rows}`,
      );
    const answered = (age: string) => `('DE1', now() - interval '${age}', now() - interval '${age}', true)`;
    await asked(`${answered('25 hours')}, ('FR1', now(), null, null)`);
    expect(vies()).toMatch(/^failed .*: 1 VAT ids without an answer, the last one came at 20\d\d-/);
    await asked(`${answered('23 hours')}, ('FR1', now(), null, null)`);
    expect(vies()).toMatch(/^passed/);
    await asked(answered('80 days'));
    expect(vies()).toMatch(/^passed/);
    await asked(`('FR1', now(), null, null)`);
    expect(vies()).toMatch(/^failed .*the last one came never$/);
  });

  it('ends with 1 when it cannot begin: with wrong settings, or without a database', () => {
    const wrong = run({ LOG_LEVEL: 'loud' });
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringMatching(/^failed {6}.*\n.*LOG_LEVEL/)]);
    const away = run({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect([away.status, away.stderr]).toEqual([1, expect.stringMatching(/^failed {6}.*ECONNREFUSED/)]);
  });
});
