import { Earnings } from '../../libs/statements/src/read/earnings.js';
import type { EarningsView, StatementView } from '../../libs/statements/src/http/statements.view.js';
import type { MoneyWorld, PaidAuthor } from '../support/money/money-world.js';
import { chargeAll, payingTenant, startPlayedMonths, type PlayedMonths } from '../support/money/played-months.js';

let world: MoneyWorld;
let played: PlayedMonths;
beforeAll(async () => {
  ({ world, played } = await startPlayedMonths());
});
afterAll(() => world.close());

const earnings = async (author: PaidAuthor, month: string, currency: string): Promise<EarningsView> =>
  (await world.get<EarningsView>(author.session, `/author/earnings?month=${month}&currency=${currency}`)).data;
const bars = (view: EarningsView): Record<string, bigint> =>
  Object.fromEntries(view.waterfall.map((step) => [step.code, BigInt(step.amount_minor)]));

/** Invariants of every month, whatever happened in it. */
function expectOneWordOneNumber(view: EarningsView): Record<string, bigint> {
  const bar = bars(view);
  const sum = (column: 'gross_minor' | 'platform_minor' | 'author_minor', state?: 'pending'): bigint =>
    view.lines
      .filter((line) => state === undefined || line.state === state)
      .reduce((total, line) => total + BigInt(line[column]), 0n);
  expect([bar['charged'], bar['charged']]).toEqual([BigInt(view.gross_minor), sum('gross_minor')]);
  expect([-bar['platform']!, -bar['platform']!]).toEqual([BigInt(view.platform_minor), sum('platform_minor')]);
  expect([bar['share'], bar['share']]).toEqual([BigInt(view.share_minor), sum('author_minor')]);
  expect(BigInt(view.gross_minor)).toBe(BigInt(view.platform_minor) + BigInt(view.share_minor));
  expect(bar['earned']).toBe(BigInt(view.earned_minor));
  expect(BigInt(view.pending_minor) + BigInt(view.written_off_minor)).toBe(sum('author_minor', 'pending'));
  return bar;
}

describe('strip, waterfall, lines and statement of one month', () => {
  it('agree to the cent in months with credits, refunds, disputes, late payments, holds and carried amounts', async () => {
    for (const [name, author] of [
      ['ada', played.ada],
      ['bob', played.bob],
    ] as const)
      for (const month of ['2026-01', '2026-02'])
        for (const currency of ['usd', 'eur']) {
          const document = played.statements.get(`${name} ${month} ${currency}`);
          const view = await earnings(author, month, currency);
          const bar = expectOneWordOneNumber(view);
          if (!document) continue;
          expect(view.statement_id).toBe(document.statement.id);
          const page = (await world.get<StatementView>(author.session, `/author/statements/${view.statement_id}`)).data;
          expect([bar['earned'], bar['opening'], bar['other'], bar['held'], bar['carried'], bar['paid']]).toEqual(
            [
              page.earned_minor,
              page.opening_minor,
              page.other_minor,
              (-BigInt(page.held_minor)).toString(),
              (-BigInt(page.carried_minor)).toString(),
              page.paid_minor,
            ].map(BigInt),
          );
          expect(-bar['pending']! - (bar['given_up'] ?? 0n)).toBe(BigInt(page.pending_minor));
        }
    const january = await earnings(played.ada, '2026-01', 'usd');
    // The late tenant's payment came after the cutoff: pending on the statement, not any more today.
    expect(BigInt(january.waterfall.find(({ code }) => code === 'pending')!.amount_minor)).toBeLessThan(0n);
    expect(january.pending_minor).toBe('0');
    const february = bars(await earnings(played.ada, '2026-02', 'usd'));
    expect(february['earlier']).toBeGreaterThan(0n);
    expect(february['other']).not.toBe(0n);
    expect(february['held']).toBeLessThan(0n);
  });

  it('agree before any run has counted the month, with a part that nobody has paid', async () => {
    const author = await world.author('Early');
    const span = { from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z' };
    await world.segment({ orgId: author.orgId, ...span, amount: 9_999n, tenantId: await payingTenant(world) });
    await world.segment({ orgId: author.orgId, ...span, amount: 3_333n });
    await world.closeMonth('2026-03');
    await chargeAll(world, '2026-03');
    const view = await earnings(author, '2026-03', 'usd');
    expect(view).toMatchObject({ gross_minor: '13332', statement_id: null });
    expect(BigInt(view.pending_minor)).toBeGreaterThan(0n);
    const bar = expectOneWordOneNumber(view);
    expect([bar['pending'], bar['paid']]).toEqual([-BigInt(view.pending_minor), 0n]);
    expect(bar['waits']).toBe(-BigInt(view.earned_minor));
  });

  it('agree for a month whose lines were paid before the run of the month before', async () => {
    const author = await world.author('Quick');
    const tenantId = await payingTenant(world);
    for (const [from, to] of [
      ['2026-04-01T00:00:00Z', '2026-05-01T00:00:00Z'],
      ['2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z'],
    ] as const)
      await world.segment({ orgId: author.orgId, from, to, amount: 8_000n, tenantId });
    for (const month of ['2026-04', '2026-05']) {
      await world.closeMonth(month);
      await chargeAll(world, month);
    }
    for (const month of ['2026-03', '2026-04', '2026-05']) await world.finish(await world.prepare(month));
    const views = await Promise.all(['2026-04', '2026-05'].map((month) => earnings(author, month, 'usd')));
    for (const view of views) {
      expect(view.gross_minor).toBe('8000');
      expectOneWordOneNumber(view);
    }
    // The run of March came late and counted both; its statement says so, and theirs do not count them again.
    expect(views.map((view) => [bars(view)['elsewhere'], bars(view)['earned']])).toEqual([
      [-5600n, 0n],
      [-5600n, 0n],
    ]);
  });

  it('include nothing of a first-party Drive', async () => {
    const author = await world.author('Beside');
    const span = { from: '2026-06-01T00:00:00Z', to: '2026-07-01T00:00:00Z' };
    const tenantId = await payingTenant(world);
    await world.segment({ orgId: author.orgId, ...span, amount: 5_000n, tenantId });
    await world.segment({ orgId: null, ...span, amount: 7_000n, bps: 0, tenantId });
    await world.closeMonth('2026-06');
    await chargeAll(world, '2026-06');
    const view = await world.app.get(Earnings).get(author.orgId, '2026-06', 'usd');
    expectOneWordOneNumber(view);
    expect(view).toMatchObject({ gross_minor: '5000', share_minor: '3500', platform_minor: '1500' });
  });
});
