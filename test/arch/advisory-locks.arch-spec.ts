import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Locks that outlive transactions or work on a database without the product's functions: named in lock_order.sql. */
const APART = [
  'apps/migrate/src/migrate.ts',
  'db/platform/functions/end_lost_workers.sql',
  'db/platform/functions/take_lock.sql',
  'libs/platform/src/jobs/worker-liveness.ts',
];

describe('advisory locks', () => {
  it('are taken by name from one registry, never by a number of their own', () => {
    const taking = execFileSync(
      'git',
      ['grep', '-lE', 'pg_(try_)?advisory_', '--', 'apps', 'libs', 'db', ':!apps/stripe-sandbox', ':!*spec.ts'],
      { encoding: 'utf8' },
    );
    expect(taking.trim().split('\n')).toEqual(APART);
  });

  it('have a name in the registry for every place that takes one', () => {
    const registry = readFileSync('db/platform/functions/lock_order.sql', 'utf8');
    const known = [...registry.matchAll(/^ {2}'([a-z_.]+)'/gm)].map(([, name]) => name);
    expect(new Set(known).size).toBe(known.length);
    const places = execFileSync('git', ['grep', '-hE', 'take_?[lL]ock\\(', '--', 'libs', 'db', ':!*spec.ts'], {
      encoding: 'utf8',
    });
    const taken = [...places.matchAll(/take_?[lL]ock\((?:tx, )?'([a-z_.]+)'/g)].map(([, name]) => name);
    expect([...new Set(taken)].sort()).toEqual([...known].sort());
  });
});
