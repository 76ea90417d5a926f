import { verifyStatements, type StatementDocument } from '@portal/statement-proof';
import { runDrive } from '../../apps/cli/src/testing/drive.js';
import { MoneyWorld } from '../support/money/money-world.js';
import { runMonths, type TwoMonths } from '../support/money/two-months.js';

const JANUARY = 'ada 2026-01 usd';
const FEBRUARY = 'ada 2026-02 usd';

const world = MoneyWorld.forTests();
let months: TwoMonths;
beforeAll(async () => {
  months = await runMonths(world);
});

const of = (name: string): StatementDocument => months.statements.get(name)!;
const all = (): StatementDocument[] => [...months.statements.values()];

describe('the statements of two months with every kind of entry', () => {
  it('verify, each at its author’s and all of them together', async () => {
    const roots = [...new Set(all().map(({ proof }) => proof!.root))].join(',');
    for (const document of all()) {
      const { code, out } = await runDrive(['verify-statement', '-', '--root', roots], {
        input: JSON.stringify(document, null, 2),
      });
      expect([document.statement.month, code, out]).toEqual([document.statement.month, 0, out]);
    }
    const files = [...months.statements].map(([name, document]) => ({ name, document }));
    const wrong = verifyStatements(files, [months.root]).flatMap(({ checks }) => checks.filter(({ ok }) => !ok));
    expect(wrong).toEqual([]);
  });

  it('contain every kind of entry', () => {
    const kinds = (name: string): string[] => of(name).entries.map(({ kind }) => kind);
    expect(kinds(JANUARY)).toEqual(expect.arrayContaining(['credit_note', 'refund', 'dispute_opened']));
    expect(kinds(FEBRUARY)).toEqual(expect.arrayContaining(['dispute_won', 'refund', 'listing_fee']));
    expect(of(JANUARY).statement).toMatchObject({ outcome: 'paid', lines_elsewhere: 0 });
    expect(BigInt(of(JANUARY).statement.held_minor)).toBeGreaterThan(0n);
    expect(BigInt(of(FEBRUARY).statement.reserve_minor)).toBeGreaterThan(0n);
    expect(of(FEBRUARY).entries.some(({ kind, amount_minor }) => kind.includes('hold') && amount_minor > '0')).toBe(
      true,
    );
    expect(of(JANUARY).statement.unpaid.length).toBeGreaterThan(1);
    expect(of(JANUARY).pending).toHaveLength(1);
    expect(of(FEBRUARY).lines.map(({ month }) => month)).toContain('2026-01');
    expect(of('bob 2026-01 usd').statement).toMatchObject({ outcome: 'carried', carried_minor: '701' });
    expect(of('bob 2026-02 usd').statement).toMatchObject({ outcome: 'paid', opening_minor: '701' });
    expect(of(FEBRUARY).entries.some(({ lines }) => lines.length > 1)).toBe(true);
    for (const name of [JANUARY, FEBRUARY]) expect(of(name).proof!.size).toBeGreaterThan(2);
  });
});

describe('sealed data that is altered in the database', () => {
  const asOwner = async (table: string, change: string): Promise<void> => {
    const owner = await world.owner();
    await owner.query(
      `begin; alter table ${table} disable trigger user; ${change}; alter table ${table} enable trigger user; commit`,
    );
  };
  const read = async (name: 'ada' | 'bob', month: string): Promise<string | number> => {
    const { id } = of(`${name} ${month} usd`).statement;
    const answer = await world.read(months[name].session, `/author/statements/${id}/json`);
    return answer.error ?? answer.status;
  };

  it.each([
    [
      'a line of one author is given to another',
      'billing.invoice_lines',
      (line: string, altered: boolean) =>
        `update billing.invoice_lines set org_id = '${months[altered ? 'ada' : 'bob'].orgId}' where id = '${line}'`,
    ],
    [
      'a cent of a refund is taken from the author instead of the platform',
      'billing.line_adjustments',
      (_: string, altered: boolean) =>
        `update billing.line_adjustments set author_share = author_share + n, platform_share = platform_share - n
         from (values (${altered ? 1 : -1})) v (n) where source_type = 'refund'`,
    ],
    [
      'the price of another line is raised',
      'billing.invoice_lines',
      (line: string, altered: boolean) =>
        `update billing.invoice_lines set price_amount = price_amount + ${altered ? 1 : -1}
         where install_id <> (select install_id from billing.invoice_lines where id = '${line}')`,
    ],
  ])('is not shown until it is repaired: %s', async (_, table, change) => {
    const line = of('bob 2026-01 usd').lines[0]!.line_id;
    expect(await read('ada', '2026-01')).toBe(200);
    await asOwner(table, change(line, true));
    expect(await read('ada', '2026-01')).toBe('statement_altered');
    await asOwner(table, change(line, false));
    expect(await read('ada', '2026-01')).toBe(200);
  });

  interface Row {
    author_name: string;
    month: string;
    currency: string;
    altered: boolean;
    outcome: string;
    paid_minor: string | null;
  }
  /** Rows of ada's and bob's January, for finance and for their authors. */
  const rows = async (name: 'ada' | 'bob'): Promise<Row[]> => {
    const { author_name: author } = of(`${name} 2026-01 usd`).statement;
    const lists = await Promise.all([
      world.read<{ items: Row[] }>(world.preparer, '/finance/statements?month=2026-01'),
      world.read<{ items: Row[] }>(months[name].session, '/author/statements'),
    ]);
    expect(lists.map(({ status }) => status)).toEqual([200, 200]);
    return lists.map(({ data }) =>
      data.items.find((row) => [row.author_name, row.month, row.currency].join() === `${author},2026-01,usd`)!,
    );
  };
  const SHOWN = { altered: false, outcome: 'paid' };
  const HIDDEN = { altered: true, outcome: 'altered', paid_minor: null };
  const facts = (change: string): string =>
    `update statements.statements set facts = ${change} where org_id = '${months.ada.orgId}' and month = '2026-01' and currency = 'usd'`;

  it.each([
    ['a line', 'billing.invoice_lines', `update billing.invoice_lines set price_amount = price_amount + 1`],
    ['the paid amount', 'statements.statements', `facts || '{"paid_minor": "1"}'`],
    ['the paid amount, to a text', 'statements.statements', `facts || '{"paid_minor": "one"}'`],
    ['all of its facts', 'statements.statements', `'{}'`],
    ['the text of its reason', 'statements.statements', `facts || '{"reason_text": "Because."}'`],
    [
      'the day of an unpaid amount',
      'statements.statements',
      `jsonb_set(facts, '{unpaid,0,expected_at}', '"2036-01-01T00:00:00.000Z"')`,
    ],
    [
      'what an unpaid amount waits for',
      'statements.statements',
      `jsonb_set(facts, '{unpaid,0,waits_for}', '"nothing"')`,
    ],
  ])('hides the amount of its statement in the list, and of no other: %s', async (_, table, change) => {
    expect(await rows('ada')).toMatchObject([SHOWN, SHOWN]);
    const [before] = await world.query<{ facts: object }>(
      `select facts from statements.statements where org_id = $1 and month = '2026-01' and currency = 'usd'`,
      [months.ada.orgId],
    );
    const lines = table === 'billing.invoice_lines';
    const org = `where org_id = '${months.ada.orgId}'`;
    await asOwner(table, lines ? `${change} ${org}` : facts(change));
    expect(await rows('ada')).toMatchObject([HIDDEN, HIDDEN]);
    expect((await rows('bob')).map(({ altered }) => altered)).toEqual([false, false]);
    expect(await read('ada', '2026-01')).toBe('statement_altered');
    await asOwner(
      table,
      lines
        ? `update billing.invoice_lines set price_amount = price_amount - 1 ${org}`
        : facts(`'${JSON.stringify(before!.facts).replaceAll("'", "''")}'`),
    );
    expect(await rows('ada')).toMatchObject([SHOWN, SHOWN]);
    expect(await read('ada', '2026-01')).toBe(200);
  });

  it('hides every statement of a month whose published root was changed', async () => {
    const set = (root: string): Promise<void> =>
      asOwner('statements.months', `update statements.months set root = '${root}' where month = '2026-01'`);
    await set('ab'.repeat(32));
    for (const name of ['ada', 'bob'] as const) expect(await rows(name)).toMatchObject([HIDDEN, HIDDEN]);
    await set(of(JANUARY).proof!.root);
    expect(await rows('ada')).toMatchObject([SHOWN, SHOWN]);
  });

  it('is recorded once, whoever reads it, and enters the worklist of finance', async () => {
    const noted = await world.query<{ org_id: string }>(
      `select a.org_id from statements.alterations a join statements.months m using (run_id) where m.month = '2026-01' and a.org_id = $1 and a.currency = 'usd'`,
      [months.ada.orgId],
    );
    expect(noted).toHaveLength(1);
    const audit = await world.query(
      `select 1 from platform.audit_log where action = 'statement.found_altered' and subject_id = $1`,
      [months.ada.orgId],
    );
    expect(audit.length).toBeGreaterThan(0);
    await expect(world.query(`delete from statements.alterations`)).rejects.toThrow();
  });

  it('is not shown when a changed node of the tree is on its path to the root', async () => {
    const paths = months.statements.get(JANUARY)!.proof!.path;
    await asOwner('statements.tree_nodes', `update statements.tree_nodes set hash = sha256(hash)`);
    // A tree of three statements has one leaf whose way to the root passes no inner node but its own.
    expect(paths.length).toBeGreaterThan(0);
    const statements = [await read('ada', '2026-01'), await read('bob', '2026-01')];
    expect(statements).toContain('statement_altered');
  });
});
