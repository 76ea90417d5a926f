import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describeWith, OLDEST_POSTGRES } from '../support/needs.js';

const SCRIPT = path.resolve('scripts/money-case.mjs');
const CASE = {
  authors: ['alice'],
  drives: { notes: { author: 'alice' } },
  tenants: ['acme'],
  events: [{ at: '2026-01-11', type: 'install', install: 'i1', drive: 'notes', tenant: 'acme', price: 3100 }],
};

function moneyCase(
  args: string[],
  input: string | Buffer = '',
  env = {},
): { code: number | null; out: string; error: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], {
    input,
    env: { ...process.env, ...env },
  });
  return { code: status, out: stdout.toString(), error: stderr.toString() };
}

describeWith('PostgreSQL 15', 'the oldest PostgreSQL that is promised', () => {
  it('takes the schema, and a month is charged, closed and paid out on it', () => {
    const found = spawnSync(path.join(OLDEST_POSTGRES, 'postgres'), ['--version']).stdout.toString();
    expect(found).toMatch(/^postgres \(PostgreSQL\) 15\./);
    const paid = { ...CASE, events: CASE.events.map((event) => ({ ...event, price: 310_000 })) };
    const { code, out, error } = moneyCase(['-', '--json'], JSON.stringify(paid), { POSTGRES_BIN: OLDEST_POSTGRES });
    expect([code, error]).toEqual([0, expect.any(String)]);
    expect(JSON.parse(out)).toMatchObject({ lines: [{ gross: '210000' }], runs: [{ payouts: [{ paid: '147000' }] }] });
  });
});

describe('npm run money-case', () => {
  it('computes a case from standard input and prints its result as JSON', () => {
    const { code, out } = moneyCase(['-', '--json'], JSON.stringify(CASE));
    expect(JSON.parse(out)).toMatchObject({
      simulation: 1,
      lines: [{ gross: '2100', author_share: '1470', platform_share: '630' }],
      runs: [{ payouts: [{ author: 'alice', paid: '0', carried: '1470', reason: 'below_minimum' }] }],
    });
    expect(code).toBe(0);
  });

  it('ends with 2 and lists every mistake of a case that is not valid', () => {
    const { code, out } = moneyCase(['-', '--json'], JSON.stringify({ ...CASE, surprise: 1, tenants: [1] }));
    expect([code, JSON.parse(out)]).toMatchObject([
      2,
      { problems: [{ pointer: '/surprise' }, { pointer: '/tenants/0' }] },
    ]);
    const inWords = moneyCase(['-'], Buffer.from('{"title":"Gr\u00fc\u00dfe"}', 'latin1'));
    expect(inWords).toEqual({ code: 2, out: '', error: 'Standard input is not UTF-8.\n' });
  });

  it.each<[string, string[]]>([
    ['no file', []],
    ['two files', ['a.json', 'b.json']],
    ['an unknown option', ['--xml']],
    ['a missing file', ['not-there.json']],
  ])('ends with 2 and explains its use for %s', (_name, args) => {
    const { code, out, error } = moneyCase(args);
    expect([code, out]).toEqual([2, '']);
    expect(error).toContain('Use: npm run money-case -- <case.json | -> [--json]');
  });
});
