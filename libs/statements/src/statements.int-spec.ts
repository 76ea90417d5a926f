import { createHash } from 'node:crypto';
import { encodeCursor } from '@portal/kernel';
import { nextRun } from '@portal/payouts';
import { Transactor } from '@portal/platform/database';
import { checkStatement, parseStatement } from '@portal/statement-proof';
import type { UnpaidListView } from '../../payouts/src/runs/http/payouts.view.js';
import { Client } from 'pg';
import { MoneyWorld, type PaidAuthor } from '../../../test/support/money/money-world.js';
import { runDrive } from '../../../apps/cli/src/testing/drive.js';
import { nameOperator } from '../../../test/support/money/two-months.js';
import { purgeOld } from '../../../test/support/purge-old.js';
import { MakeExport } from './make-export.js';
import { MakeStatements } from './make-statements.js';
import type { MonthKind } from './domain/export-kinds.js';
import { ExportRows } from './read/export-rows.js';
import { Statements } from './read/statements.js';
import type { EarningsView, ExportView, StatementVerdictView, StatementView } from './http/statements.view.js';

const world = MoneyWorld.forTests();
let owner: Client;
beforeAll(async () => {
  owner = await world.owner();
  await nameOperator(world);
});

let monthNo = 0;
/** The month of the last call. */
const lastMonth = (): string => new Date(Date.UTC(2025, 7 + monthNo, 1)).toISOString().slice(0, 7);
const nextMonth = (): string => {
  monthNo += 1;
  return lastMonth();
};
const span = (month: string): { from: string; to: string } => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return { from: `${month}-01T00:00:00Z`, to: new Date(Date.UTC(year, number, 1)).toISOString() };
};
const detail = async (author: PaidAuthor, id: string) =>
  (await world.read<StatementView>(author.session, `/author/statements/${id}`)).data;
const verdict = async (author: PaidAuthor, id: string) =>
  (await world.read<StatementVerdictView>(author.session, `/author/statements/${id}/verify`)).data;

describe('a statement', () => {
  it('is made in every currency, shows zero as a value, and verifies on the author’s own machine', async () => {
    const month = nextMonth();
    const [paid, small, free] = [await world.author(), await world.author(), await world.author({ account: 'none' })];
    const during = span(month);
    await world.segment({ orgId: paid.orgId, ...during, amount: 9_999n });
    await world.segment({ orgId: paid.orgId, ...during, amount: 7_777n, currency: 'eur' });
    await world.segment({ orgId: paid.orgId, ...during, amount: 9_500n, currency: 'jpy' });
    await world.segment({ orgId: small.orgId, ...during, amount: 1_001n });
    await world.segment({ orgId: free.orgId, ...during, amount: 0n });
    await world.month(month);

    for (const [currency, share] of [
      ['usd', '6999'],
      ['eur', '5444'],
      ['jpy', '6650'],
    ] as const) {
      const { id } = await world.statementOf(paid, month, currency);
      expect(await detail(paid, id)).toMatchObject({
        paid_minor: share,
        earned_minor: share,
        final: true,
        outcome: 'paid',
      });
      expect((await verdict(paid, id)).checks.filter((check) => !check.ok)).toEqual([]);
      const text = await world.file(paid.session, `/author/statements/${id}/json`);
      const [root] = await world.roots();
      const ran = await runDrive(['verify-statement', '-', '--root', root!.root], { input: text });
      expect([ran.code, ran.err]).toEqual([0, '']);
    }
    const kept = await detail(small, (await world.statementOf(small, month)).id);
    expect(kept).toMatchObject({ paid_minor: '0', carried_minor: '701', outcome: 'carried', transfer_id: null });
    expect(kept.unpaid.reduce((sum, part) => sum + BigInt(part.amount_minor), 0n)).toBe(701n);
    const zero = await detail(free, (await world.statementOf(free, month)).id);
    expect(zero).toMatchObject({ closing_minor: '0', outcome: 'nothing', lines: [] });
    expect((await verdict(free, zero.id)).ok).toBe(true);
    const earnings = await world.read<EarningsView>(paid.session, `/author/earnings?month=${month}&currency=eur`);
    expect(earnings.data).toMatchObject({ currency: 'eur', currencies: ['eur', 'jpy', 'usd'], earned_minor: '5444' });
    expect(earnings.data.waterfall.at(-1)).toMatchObject({ code: 'paid', amount_minor: '5444' });
    expect(earnings.data.waterfall[0]).toMatchObject({ code: 'sales', amount_minor: '7777' });
  });

  it('is preliminary until the run has ended, then final, and runs that are given up leave none', async () => {
    const month = nextMonth();
    const author = await world.author();
    await world.segment({ orgId: author.orgId, ...span(month), amount: 5_000n });
    await world.closeMonth(month);
    await world.pay(month);
    const first = await world.prepare(month);
    const { id } = await world.statementOf(author, month);
    expect(await detail(author, id)).toMatchObject({ final: false, proof: null, outcome: 'open', paid_minor: '0' });
    const open = await verdict(author, id);
    expect(open.ok).toBe(true);
    expect(await world.seal()).toEqual([]);
    await world.post(world.preparer, `/finance/payout-runs/${first.id}/cancel`, { reason: 'again' });
    expect((await world.read(author.session, `/author/statements/${id}`)).status).toBe(404);
    const run = await world.finish(await world.prepare(month));
    expect(await world.seal()).toEqual([month]);
    expect(await world.seal()).toEqual([]);
    const sealed = await detail(author, (await world.statementOf(author, month)).id);
    expect(sealed).toMatchObject({ final: true, outcome: 'paid', paid_minor: '3500' });
    expect(sealed.id).toBe(run.payouts.find((one) => one.org_id === author.orgId)!.id);
    // What needs a seal is checked of no other statement, and the rest of each.
    const names = ({ checks }: StatementVerdictView) => checks.map(({ name }) => name);
    const own = checkStatement(
      parseStatement(await world.file(author.session, `/author/statements/${sealed.id}/json`)),
    );
    const [needSeal, others] = [true, false].map((need) =>
      own.filter(({ code }) => ['inclusion', 'outcome'].includes(code) === need).map(({ title }) => title),
    );
    expect(names(await verdict(author, sealed.id))).toEqual(expect.arrayContaining([...needSeal!, ...others!]));
    expect(names(open)).toEqual(expect.arrayContaining(others!));
    expect(names(open).filter((name) => needSeal!.includes(name))).toEqual([]);
  });

  it('shows every other booking as a row of its own, also of an unknown kind', async () => {
    const month = nextMonth();
    const author = await world.author();
    await world.segment({ orgId: author.orgId, ...span(month), amount: 10_000n });
    await world.closeMonth(month);
    await world.pay(month);
    await world.book(author, 'listing_fee', 'listing_fee', -1_900n, `lfee:1:${month}`);
    await world.book(author, 'surprise_bonus', 'surprise', 25n);
    await world.book(author, 'refund', 'refund', -700n, 'refund:re_linked');
    const [line] = await world.query<{ id: string }>(
      `insert into billing.line_adjustments (posting_key, line_id, invoice_id, org_id, currency, source_type, source_id, gross, tax, author_share, platform_share)
       select 'refund:re_linked', id, invoice_id, org_id, currency, 'refund', gen_random_uuid(), 1000, 0, 700, 300 from billing.invoice_lines
       where org_id = $1 returning line_id as id`,
      [author.orgId],
    );
    await world.finish(await world.prepare(month));
    await world.seal();
    const statement = await detail(author, (await world.statementOf(author, month)).id);
    expect(statement.entries.map(({ title, amount_minor }) => [title, amount_minor])).toEqual([
      ['Listing fee', '-1900'],
      ['Given: surprise bonus', '25'],
      ['Refund to the tenant', '-700'],
    ]);
    expect(statement.entries[2]).toMatchObject({
      source_id: 're_linked',
      lines: [{ line_id: line!.id, amount_minor: '-700' }],
    });
    expect(statement).toMatchObject({ earned_minor: '7000', other_minor: '-2575', paid_minor: '4425' });
  });

  it('is listed page by page, each statement once, and a cursor of another list is refused', async () => {
    const month = lastMonth();
    const path = `/finance/statements?month=${month}`;
    type List = { items: StatementView[]; next_cursor: string | null };
    const whole = (await world.read<List>(world.preparer, path)).data.items.map((item) => item.id);
    expect(whole.length).toBeGreaterThan(1);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: List = (
        await world.read<List>(world.preparer, `${path}&limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
      ).data;
      expect(page.items).toHaveLength(1);
      seen.push(...page.items.map((item) => item.id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(whole);
    for (const values of [['x', 'y', 'z'], [crypto.randomUUID(), crypto.randomUUID(), 'usd'], ['x']])
      expect((await world.read(world.preparer, `${path}&cursor=${encodeCursor(values)}`)).status).toBe(400);
  });

  it('is listed with as many statements to the database for many months and authors as for one', async () => {
    const sentFor = async (limit: number) => {
      const sent = jest.spyOn(Client.prototype, 'query');
      const { items } = await world.get(Statements).list(null, { limit });
      const texts = sent.mock.calls.map(([given]: unknown[]) => (given as { text?: string }).text ?? String(given));
      sent.mockRestore();
      const times = new Map<string, number>();
      for (const text of texts.filter((one) => /^\s*(with|select)/i.test(one)))
        times.set(text, (times.get(text) ?? 0) + 1);
      return { items, most: Math.max(...times.values()), different: times.size };
    };
    await sentFor(1);
    const [one, many] = [await sentFor(1), await sentFor(100)];
    const months = new Set(many.items.map((item) => ('altered' in item ? item.month : item.statement.month)));
    expect([one.items.length, many.items.length > 5, months.size > 1]).toEqual([1, true, true]);
    expect([one.most, many.most]).toEqual([1, 1]);
  });

  it('states on which day the next payout is prepared at the earliest', async () => {
    const author = await world.author();
    await world.book(author, 'correction', 'correction', 5_000n);
    const today = (): string => new Date().toISOString().slice(0, 10);
    const before = today();
    const { data } = await world.read<UnpaidListView>(author.session, '/author/unpaid');
    const { month } = await world.get(Transactor).run((tx) => nextRun(tx));
    const [year, number] = month.split('-').map(Number) as [number, number];
    const over = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
    // Midnight may pass in between.
    expect([before, today()].map((day) => (over > day ? over : day))).toContain(data.items[0]!.next_payout_on);
  });

  it('is shown to finance as its author sees it', async () => {
    const month = lastMonth();
    const list = await world.read<{ items: StatementView[] }>(world.preparer, `/finance/statements?month=${month}`);
    const one = list.data.items.find((item) => item.other_minor === '-2575')!;
    for (const form of ['csv', 'json', 'pdf'])
      expect((await world.read(world.preparer, `/finance/statements/${one.id}/${form}`)).status).toBe(200);
    const whole = await world.read<StatementView>(world.preparer, `/finance/statements/${one.id}`);
    expect(whole.data.entries).toHaveLength(3);
    expect(
      (await world.read<StatementVerdictView>(world.preparer, `/finance/statements/${one.id}/verify`)).data.ok,
    ).toBe(true);
  });
  it('has the lines of an invoice that was too small, once the invoice that includes them is paid', async () => {
    const [small, big] = [nextMonth(), nextMonth()];
    const author = await world.author({ account: 'none' });
    const tenantId = '0190a000-0000-7000-8000-00000000cccc';
    await world.segment({ orgId: author.orgId, ...span(small), amount: 40n, tenantId });
    await world.segment({ orgId: author.orgId, ...span(big), amount: 6_000n, tenantId });
    await world.month(small);
    const before = await detail(author, (await world.statementOf(author, small)).id);
    expect(before).toMatchObject({ earned_minor: '0', pending_minor: '28' });
    await world.month(big);
    const after = await detail(author, (await world.statementOf(author, big)).id);
    expect(after).toMatchObject({ earned_minor: '4228', other_minor: '0', pending_minor: '0' });
    expect(after.lines.map((line) => [line.month, line.author_minor])).toEqual([
      [small, '28'],
      [big, '4200'],
    ]);
    expect(after.payments).toHaveLength(1);
    expect((await verdict(author, after.id)).ok).toBe(true);
  });
});

describe('self-billing', () => {
  const profile = {
    legal_name: 'Żółć Sp. z o.o.',
    address: 'Ulica 1\n00-001 Warszawa',
    country: 'PL',
    vat_id: 'PL8567346215',
    vat_treatment: 'reverse_charge',
    self_billing_consent: true,
  };

  it('attributes what was credited before it was paid to the credit note and its lines, now and on every later read', async () => {
    const month = nextMonth();
    const author = await world.author();
    const tenantId = crypto.randomUUID();
    await world.segment({ orgId: author.orgId, tenantId, ...span(month), amount: 10_000n });
    await world.segment({ orgId: author.orgId, tenantId, ...span(month), amount: 4_000n });
    await world.closeMonth(month);
    const [line] = await world.query<{ id: string; invoice_id: string }>(
      'select id, invoice_id from billing.invoice_lines where org_id = $1 and gross = 4000',
      [author.orgId],
    );
    const note = {
      scope: 'lines',
      lines: [{ line_id: line!.id }],
      reason: 'service_failure',
      note: 'It did not work.',
    };
    const issued = await world.post(world.preparer, `/finance/invoices/${line!.invoice_id}/credit-notes`, note);
    expect(issued.status).toBe(201);
    await world.pay(month);
    await world.finish(await world.prepare(month));
    await world.seal();
    const { id } = await world.statementOf(author, month);
    const statement = await detail(author, id);
    expect(statement).toMatchObject({ final: true, paid_minor: '7000' });
    expect(statement.entries).toMatchObject([
      {
        title: 'Credited to the tenant before it was paid',
        amount_minor: '-2800',
        lines: [{ line_id: line!.id, amount_minor: '-2800' }],
      },
    ]);
    expect((await verdict(author, id)).ok).toBe(true);
    const text = await world.file(author.session, `/author/statements/${id}/json`);
    const [root] = await world.roots();
    expect((await runDrive(['verify-statement', '-', '--root', root!.root], { input: text })).code).toBe(0);
  });

  it('needs nine digits of a tax number in the United States, where a 1099 states it', async () => {
    const author = await world.author();
    const american = { ...profile, country: 'US', vat_id: undefined, vat_treatment: 'not_registered' };
    for (const tax_id of ['123', '12-34567890', 'n/a'])
      expect(await world.post(author.session, '/author/tax-profile', { ...american, tax_id })).toMatchObject({
        status: 422,
        error: 'tax_id_invalid',
      });
    expect(
      (await world.post(author.session, '/author/tax-profile', { ...american, tax_id: '12-3456789' })).status,
    ).toBe(200);
    const saved = await world.read<{ tax_id: string }>(author.session, '/author/tax-profile');
    expect(saved.data.tax_id).toBe('123456789');
  });

  it('is refused to a person who has not seen what a colleague saved meanwhile', async () => {
    const { session } = await world.author();
    const save = (body: object) =>
      world.post<{ revision: string }>(session, '/author/tax-profile', { ...profile, ...body });
    const names = ['One', 'Two', 'Three'];
    for (const round of [1, 2]) {
      const before = (await world.read<{ revision: string }>(session, '/author/tax-profile')).data.revision;
      const results = await Promise.all(
        names.map((name) => save({ legal_name: `${name} ${round}`, revision: before })),
      );
      expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(JSON.parse(results.find(({ status }) => status === 409)!.body)).toMatchObject({
        error: 'changed_meanwhile',
        details: expect.arrayContaining([
          { pointer: '/revision', code: 'changed_by', message: 'you' },
          { pointer: '/revision', code: 'changed_at', message: expect.stringMatching(/^\d{4}-.*Z$/) },
        ]),
      });
      const won = names[results.findIndex(({ status }) => status === 200)];
      expect((await world.read(session, '/author/tax-profile')).data).toMatchObject({ legal_name: `${won} ${round}` });
    }
    expect((await save({ legal_name: 'Unseen' })).error).toBe('changed_meanwhile');
    const { revision } = (await world.read<{ revision: string }>(session, '/author/tax-profile')).data;
    expect((await save({ legal_name: 'Decided', revision })).status).toBe(200);
  });

  it('needs tax data and consent, and its numbers are gapless per author', async () => {
    const [with_, without] = [await world.author(), await world.author()];
    const { vat_id: _, ...noVat } = profile;
    expect((await world.post(with_.session, '/author/tax-profile', noVat)).error).toBe('tax_profile_invalid');
    expect((await world.post(with_.session, '/author/tax-profile', profile)).status).toBe(200);
    await world.post(without.session, '/author/tax-profile', { ...profile, self_billing_consent: false });
    const numbers: (string | null)[] = [];
    for (const month of [nextMonth(), nextMonth()]) {
      for (const { orgId } of [with_, without]) await world.segment({ orgId, ...span(month), amount: 6_000n });
      await world.month(month);
      numbers.push((await detail(with_, (await world.statementOf(with_, month)).id)).self_billing_number);
      expect((await detail(without, (await world.statementOf(without, month)).id)).self_billing_number).toBeNull();
    }
    expect(numbers.map((number) => number!.slice(-6))).toEqual(['000001', '000002']);
  });

  it('is refused by the database with a gap in the numbers, or without consent', async () => {
    const [row] = (
      await owner.query<{ org_id: string; statement_id: string }>(
        'select * from statements.self_billing_invoices limit 1',
      )
    ).rows;
    const [spare] = (
      await owner.query<{ id: string; org_id: string }>(
        `select s.id, s.org_id from statements.statements s join statements.tax_profiles p on p.org_id = s.org_id and not p.self_billing_consent limit 1`,
      )
    ).rows;
    const insert = (org: string, seq: number, kind: string, statement = spare!.id) =>
      owner.query(
        `insert into statements.self_billing_invoices (org_id, seq, number, statement_id, kind, profile_version) values ($1, $2, $3, $4, $5, 1)`,
        [org, seq, `X-${seq}`, statement, kind],
      );
    await expect(insert(row!.org_id, 9, 'corrective')).rejects.toThrow('leaves a gap');
    for (const kind of ['invoice', 'corrective'])
      await expect(insert(spare!.org_id, 1, kind)).rejects.toThrow('no consent');
    const { n } = (
      await owner.query<{ n: number }>(
        'select max(seq)::int + 1 as n from statements.self_billing_invoices where org_id = $1',
        [row!.org_id],
      )
    ).rows[0]!;
    // With the statement of somebody else, or of the invoice itself: nothing earlier to correct.
    const [alone, month] = [await world.author(), nextMonth()];
    await world.post(alone.session, '/author/tax-profile', profile);
    await world.segment({ orgId: alone.orgId, ...span(month), amount: 6_000n });
    await world.month(month);
    const { id } = await world.statementOf(alone, month);
    await expect(insert(row!.org_id, n, 'corrective')).rejects.toThrow('no consent');
    await expect(insert(alone.orgId, 2, 'corrective', id)).rejects.toThrow('no consent');
  });
});

describe('the published roots', () => {
  it('are a chain that anybody reads, and the database accepts months only in order', async () => {
    const roots = await world.roots();
    expect(roots.length).toBe(monthNo);
    roots.slice(0, -1).forEach((month, index) => expect(month.previous_root).toBe(roots[index + 1]!.root));
    expect(roots.at(-1)!.previous_root).toBe('0'.repeat(64));
    const insert = `insert into statements.months (seq, month, run_id, after_tx, cutoff_tx, sealed_tx, size, tree_root, previous_root, root, salt_key)
      select (select max(seq) + 1 from statements.months), '2030-01', gen_random_uuid(), max(cutoff_tx), max(cutoff_tx), max(sealed_tx), 0, repeat('0', 64), $1, repeat('b', 64), decode(repeat('00', 32), 'hex')
      from statements.months`;
    await expect(owner.query(insert, ['c'.repeat(64)])).rejects.toThrow('does not follow');
    // No part of a month follows its last one.
    const part = `insert into statements.months select m.seq + 1, m.month, m.run_id, m.after_tx, m.cutoff_tx, m.sealed_tx, 1, 0, m.tree_root, m.root, repeat('d', 64), m.salt_key, m.sealed_at
      from statements.months m order by seq desc limit 1`;
    await expect(owner.query(part)).rejects.toThrow('does not follow');
  });

  it('are sealed in the order of their cutoffs, whichever run ends first', async () => {
    const [early, later] = [nextMonth(), nextMonth()];
    const author = await world.author();
    await world.segment({ orgId: author.orgId, ...span(early), amount: 8_000n });
    await world.closeMonth(early);
    await world.pay(early);
    const first = await world.prepare(early);
    await world.closeMonth(later);
    const second = await world.prepare(later).catch((error: Error) => error);
    // A second run while the first is open may be refused by payouts; the seal must hold either way.
    if (!(second instanceof Error)) {
      await world.post(world.preparer, `/finance/payout-runs/${second.id}/cancel`, { reason: 'too early' });
    }
    await world.finish(first);
    expect(await world.seal()).toEqual([early]);
  });
});

describe('the sealing of a month', () => {
  /** Enough lines for the author to have a batch of their own. */
  const many = async (orgId: string, month: string) => {
    const installId = await world.segment({ orgId, ...span(month), amount: 1n });
    await owner.query(
      `insert into billing.install_segments (id, install_id, tenant_id, venture_id, drive_id, org_id, tenant_name, venture_name, drive_name, price_id,
         amount, currency, split_rule_id, author_bps, started_at, ended_at, opened_by_event)
       select gen_random_uuid(), gen_random_uuid(), tenant_id, venture_id, drive_id, org_id, tenant_name, venture_name, drive_name, price_id,
         amount, currency, split_rule_id, author_bps, started_at, ended_at, gen_random_uuid()
       from billing.install_segments cross join generate_series(1, 100) where install_id = $1`,
      [installId],
    );
  };

  it('continues where it was interrupted between two batches, with the same salts and numbers', async () => {
    world.get(MakeStatements).linesAtOnce = 100;
    const month = nextMonth();
    const authors = [await world.author(), await world.author(), await world.author()];
    for (const author of authors) {
      await world.post(author.session, '/author/tax-profile', {
        legal_name: author.name,
        address: '1 Main Street',
        country: 'US',
        vat_treatment: 'not_registered',
        self_billing_consent: true,
      });
      await world.segment({ orgId: author.orgId, ...span(month), amount: 10_000n });
      await world.segment({ orgId: author.orgId, ...span(month), amount: 9_000n, currency: 'eur' });
      await many(author.orgId, month);
    }
    await world.closeMonth(month);
    await world.pay(month);
    await world.finish(await world.prepare(month));
    const last = [...authors].sort((a, b) => (a.orgId < b.orgId ? -1 : 1)).at(-1)!;
    await owner.query(`create function pg_temp.cut() returns trigger language plpgsql as $$
      begin raise exception 'cut off here'; end $$`);
    await owner.query(`create trigger cut before insert on statements.made for each row
      when (new.org_id = '${last.orgId}') execute function pg_temp.cut()`);
    await expect(world.seal()).rejects.toThrow('cut off here');
    const made = () =>
      owner.query(
        'select m.*, m.xmin::text, s.salt_key from statements.made m join statements.sealings s using (run_id) order by m.org_id, m.currency',
      );
    const before = (await made()).rows as { org_id: string; statement_root: string }[];
    expect(before.filter(({ org_id: id }) => authors.some((author) => author.orgId === id))).toHaveLength(4);
    expect(before.some(({ org_id: id }) => id === last.orgId)).toBe(false);
    expect((await world.roots())[0]!.month).not.toBe(month);
    // Parts that stay unchanged between the two, even where the name changes: they were made before.
    await owner.query(`update authors.organizations set name = name || ' renamed' where id = any($1)`, [
      authors.map(({ orgId }) => orgId),
    ]);
    await owner.query('drop trigger cut on statements.made');
    expect(await Promise.all([world.seal(), world.seal()]).then((sealed) => new Set(sealed.flat()))).toEqual(
      new Set([month]),
    );
    expect((await made()).rows).toEqual([]);
    expect((await owner.query('select 1 from statements.sealings')).rows).toEqual([]);
    const roots = new Map(
      (
        await owner.query<{ org_id: string; currency: string; statement_root: string }>(
          `select org_id, currency, statement_root from statements.statements where month = $1`,
          [month],
        )
      ).rows.map((row) => [`${row.org_id} ${row.currency}`, row.statement_root]),
    );
    for (const row of before as unknown as { org_id: string; currency: string; statement_root: string }[])
      expect(roots.get(`${row.org_id} ${row.currency}`)).toBe(row.statement_root);
    for (const author of authors) {
      const { id } = await world.statementOf(author, month);
      const text = await world.file(author.session, `/author/statements/${id}/json`);
      expect(parseStatement(text).statement.author_name.endsWith('renamed')).toBe(author === last);
      const ran = await runDrive(['verify-statement', '-', '--root', (await world.roots())[0]!.root], { input: text });
      expect([ran.code, ran.err]).toEqual([0, '']);
    }
    const { rows } = await owner.query<{ seqs: string }>(
      `select string_agg(seq::text, ',' order by seq) as seqs from statements.self_billing_invoices where org_id = any($1) group by org_id`,
      [authors.map(({ orgId }) => orgId)],
    );
    expect(rows.map(({ seqs }) => seqs)).toEqual(['1,2', '1,2', '1,2']);
  });
});

describe('exports of finance', () => {
  const request = (kind: string, format: string, month: string) =>
    world.post<ExportView>(world.preparer, '/finance/exports', { kind, format, month });
  /** The last month with postings: that of now, unless it ended while the tests above ran. */
  const journalMonth = async (): Promise<string> =>
    (await world.query<{ month: string }>(`select to_char(max(period), 'YYYY-MM') as month from ledger.ledger_tx`))[0]!
      .month;

  it.each(['journal', 'invoices', 'payouts', 'statements', 'authors_by_quarter'])(
    'of %s are made in the background as CSV and JSON',
    async (kind) => {
      const month = '2026-01';
      for (const format of ['csv', 'json']) {
        const asked = await request(kind, format, kind === 'journal' ? await journalMonth() : month);
        expect([asked.status, asked.data.state]).toEqual([202, 'queued']);
        expect((await world.read(world.preparer, `/finance/exports/${asked.data.id}/file`)).error).toBe(
          'export_not_ready',
        );
        await world.get(MakeExport).execute(asked.data.id);
        const { data } = await world.read<ExportView>(world.preparer, `/finance/exports/${asked.data.id}`);
        expect(data).toMatchObject({ state: 'done', rows_done: data.rows_total });
        expect(data.rows_done).toBeGreaterThan(0);
        const text = await world.file(world.preparer, `/finance/exports/${asked.data.id}/file`);
        expect(createHash('sha256').update(text).digest('hex')).toBe(data.sha256);
        if (format === 'json') {
          const rows = JSON.parse(text) as object[];
          expect(rows.length).toBe(data.rows_done);
          if (kind === 'payouts')
            for (const row of rows as Record<'balance_minor' | 'amount_minor' | 'carry_minor' | 'held_minor', string>[])
              expect(BigInt(row.amount_minor) + BigInt(row.carry_minor) + BigInt(row.held_minor)).toBe(
                BigInt(row.balance_minor),
              );
          expect(Object.keys(rows[0]!)).toEqual([...world.get(ExportRows).columns(kind as MonthKind), 'sandbox']);
        } else expect(text.split('\r\n').length).toBeGreaterThanOrEqual(data.rows_done + 2);
        await world.get(MakeExport).execute(asked.data.id);
        expect(await world.file(world.preparer, `/finance/exports/${asked.data.id}/file`)).toBe(text);
      }
    },
  );

  it('of authors by quarter say what each was credited in the year, less what was given back', async () => {
    const asked = await request('authors_by_quarter', 'json', '2026-05');
    await world.get(MakeExport).execute(asked.data.id);
    const rows = JSON.parse(await world.file(world.preparer, `/finance/exports/${asked.data.id}/file`)) as {
      [K in 'year' | 'quarter' | 'author' | 'currency' | 'country' | 'consideration_minor' | 'sales']: string;
    }[];
    const credited = await world.query<{ quarter: number; author: string; currency: string; credited: string }>(
      `select extract(quarter from t.effective_at at time zone 'UTC')::int as quarter, a.owner_id::text as author, e.currency, (-sum(e.amount))::text as credited
       from ledger.ledger_tx t join ledger.ledger_entry e on e.tx_id = t.id join ledger.ledger_account a on a.id = e.account_id
       where a.code = 'author_payable' and t.kind in ('invoice_paid', 'refund') and to_char(t.effective_at at time zone 'UTC', 'YYYY') = '2026'
       group by 1, 2, 3`,
    );
    expect(credited.length).toBeGreaterThan(2);
    expect(rows.filter(({ sales }) => Number(sales) > 0)).toHaveLength(credited.length);
    for (const { quarter, author, currency, credited: minor } of credited)
      expect(rows).toContainEqual(
        expect.objectContaining({ year: '2026', quarter, author, currency, consideration_minor: minor }),
      );
  });

  it('of the journal balance: its debits are its credits', async () => {
    const asked = await request('journal', 'json', await journalMonth());
    await world.get(MakeExport).execute(asked.data.id);
    const legs = JSON.parse(await world.file(world.preparer, `/finance/exports/${asked.data.id}/file`)) as {
      debit_minor: string;
      credit_minor: string;
    }[];
    const sum = (column: 'debit_minor' | 'credit_minor') => legs.reduce((all, leg) => all + BigInt(leg[column]), 0n);
    expect(sum('debit_minor')).toBe(sum('credit_minor'));
    expect(sum('debit_minor')).toBeGreaterThan(0n);
  });

  it('start again after a crash, are refused to others, and are deleted after 30 days', async () => {
    const asked = await request('payouts', 'csv', '2026-01');
    await owner.query(`update statements.exports set state = 'running', rows_done = 1, bytes = 3 where id = $1`, [
      asked.data.id,
    ]);
    await owner.query(`insert into statements.export_parts values ($1, 1, 'half a file')`, [asked.data.id]);
    await world.get(MakeExport).execute(asked.data.id);
    expect(await world.file(world.preparer, `/finance/exports/${asked.data.id}/file`)).not.toContain('half a file');
    const author = await world.author({ account: 'none' });
    expect((await world.read(author.session, `/finance/exports/${asked.data.id}/file`)).status).toBe(403);
    expect((await request('everything', 'csv', '2026-01')).status).toBe(400);
    await owner.query(`update platform.test_clock set offset_ms = offset_ms + $1`, [29 * 86_400_000]);
    await purgeOld(world);
    expect((await world.read(world.preparer, `/finance/exports/${asked.data.id}`)).status).toBe(200);
    await owner.query(`update platform.test_clock set offset_ms = offset_ms + $1`, [2 * 86_400_000]);
    expect(await purgeOld(world)).toBeGreaterThan(0);
    expect((await world.read(world.preparer, `/finance/exports/${asked.data.id}`)).error).toBe('export_not_found');
    expect((await owner.query('select 1 from statements.export_parts')).rowCount).toBe(0);
  });
});
