import { randomUUID } from 'node:crypto';
import { ChangeSegment } from '../../libs/billing/src/segments/change-segment.js';
import { CloseMonth } from '../../libs/billing/src/invoicing/close-month.js';
import { CloseSegment } from '../../libs/billing/src/segments/close-segment.js';
import { SegmentsRepository } from '../../libs/billing/src/segments/segments.repository.js';
import { RequestClose } from '../../libs/billing/src/invoicing/request-close.js';
import { BillingFixture, FINANCE } from '../support/money/billing.js';

const at = (text: string): Date => new Date(text);
const JANUARY = 2_678_400n;

describe('Case 20: segments at their edges', () => {
  const billing = BillingFixture.forTests();

  const end = (installId: string, endedAt: Date) =>
    billing.get(CloseSegment).execute({ eventId: randomUUID(), installId, endedAt });
  const change = (installId: string, upgradedAt: Date, amountMinor: bigint) =>
    billing
      .get(ChangeSegment)
      .execute({ eventId: randomUUID(), installId, priceId: randomUUID(), amountMinor, currency: null, upgradedAt });
  const request = (month: string) => billing.get(RequestClose).execute(FINANCE, month);
  const close = (month: string) => billing.closeMonth(month);
  const lines = async (installId: string, month: string) =>
    (
      await billing.db.query<{ seconds: string; gross: string }>(
        'select seconds, gross from billing.invoice_lines where install_id = $1 and month = $2::date order by from_at, price_amount',
        [installId, `${month}-01`],
      )
    ).map((line) => [BigInt(line.seconds), BigInt(line.gross)]);
  const segments = (installId: string) =>
    billing.db.query<{ started_at: Date; ended_at: Date | null; reported_ended_at: Date | null }>(
      'select started_at, ended_at, reported_ended_at from billing.install_segments where install_id = $1 order by started_at, ended_at nulls last',
      [installId],
    );

  it('an end at the start, a change at the boundary of the month, and a change back and forth are charged to the second', async () => {
    const day = { activatedAt: at('2024-01-01T00:00:00Z'), amountMinor: 2_678_400n };
    const nothing = await billing.activate(day);
    await end(nothing.installId, day.activatedAt);
    const onTheSecond = await billing.activate(day);
    await change(onTheSecond.installId, at('2024-02-01T00:00:00Z'), 2n * 2_505_600n);
    const aSecondBefore = await billing.activate(day);
    await change(aSecondBefore.installId, at('2024-01-31T23:59:59Z'), 10n * 2_678_400n);
    const often = await billing.activate(day);
    await change(often.installId, at('2024-01-10T00:00:00Z'), 2n * 2_678_400n);
    await change(often.installId, at('2024-01-10T00:00:00Z'), 3n * 2_678_400n);
    await change(often.installId, at('2024-01-20T00:00:00Z'), 2_678_400n);
    await close('2024-01');
    expect(await lines(nothing.installId, '2024-01')).toEqual([]);
    expect(await lines(onTheSecond.installId, '2024-01')).toEqual([[JANUARY, JANUARY]]);
    expect(await lines(aSecondBefore.installId, '2024-01')).toEqual([
      [JANUARY - 1n, JANUARY - 1n],
      [1n, 10n],
    ]);
    const days = 86_400n;
    expect(await lines(often.installId, '2024-01')).toEqual([
      [9n * days, 9n * days],
      [10n * days, 30n * days],
      [12n * days, 12n * days],
    ]);
    for (const { installId } of [onTheSecond, aSecondBefore, often]) await end(installId, at('2024-03-01T00:00:00Z'));
    await close('2024-02');
    expect(await lines(onTheSecond.installId, '2024-02')).toEqual([[2_505_600n, 2n * 2_505_600n]]);
  });

  it('an end reported before the start, by a host with another clock, is charged nothing', async () => {
    const install = await billing.activate({ activatedAt: at('2024-04-10T12:00:00Z') });
    await change(install.installId, at('2024-04-10T11:59:58Z'), 7n);
    await end(install.installId, at('2024-04-10T11:59:30Z'));
    expect(await segments(install.installId)).toEqual([
      expect.objectContaining({ started_at: at('2024-04-10T12:00:00Z'), ended_at: at('2024-04-10T12:00:00Z') }),
      expect.objectContaining({ started_at: at('2024-04-10T12:00:00Z'), ended_at: at('2024-04-10T12:00:00Z') }),
    ]);
    await close('2024-04');
    expect(await lines(install.installId, '2024-04')).toEqual([]);
  });

  it('two concurrent uninstalls end a segment once, at the instant of one of them', async () => {
    const { installId } = await billing.activate({ activatedAt: at('2024-05-02T00:00:00Z') });
    const instants = [at('2024-05-10T00:00:00Z'), at('2024-05-11T00:00:00Z')];
    await Promise.all(instants.map((instant) => end(installId, instant)));
    const [segment, ...others] = await segments(installId);
    expect(others).toEqual([]);
    expect(instants).toContainEqual(segment!.ended_at);
  });

  describe('an uninstall while the month is closing', () => {
    it('counts when it was under way before the month was frozen: the close waits for it', async () => {
      const { installId } = await billing.activate({ activatedAt: at('2024-06-01T00:00:00Z'), amountMinor: 3000n });
      await request('2024-06');
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      let ended = (): void => undefined;
      const hasEnded = new Promise<void>((resolve) => (ended = resolve));
      const repository = billing.get(SegmentsRepository);
      const uninstall = billing.transactor.run(async (tx) => {
        await repository.cut(tx, installId, at('2024-06-16T00:00:00Z'), randomUUID());
        ended();
        await held;
      });
      await hasEnded;
      const closing = billing.get(CloseMonth).execute('2024-06');
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await billing.owner.query(waiting)).rows.length === 0);
      release();
      await Promise.all([uninstall, closing]);
      expect(await lines(installId, '2024-06')).toEqual([[15n * 86_400n, 1500n]]);
    });

    it('begins with the next month when it is processed afterwards, and waits for nothing', async () => {
      const { installId } = await billing.activate({ activatedAt: at('2024-07-01T00:00:00Z'), amountMinor: 3100n });
      await request('2024-07');
      await billing.owner.query(`update billing.periods set frozen_at = now() where month = '2024-07-01'`);
      // As while the lines are written: the row of the month is locked until all of them are there.
      await billing.owner.query('begin');
      try {
        await billing.owner.query(`select 1 from billing.periods where month = '2024-07-01' for update`);
        await end(installId, at('2024-07-11T00:00:00Z'));
      } finally {
        await billing.owner.query('rollback');
      }
      await billing.get(CloseMonth).execute('2024-07');
      expect(await lines(installId, '2024-07')).toEqual([[JANUARY, 3100n]]);
      expect(await segments(installId)).toMatchObject([
        { ended_at: at('2024-08-01T00:00:00Z'), reported_ended_at: at('2024-07-11T00:00:00Z') },
      ]);
      await close('2024-08');
      expect(await lines(installId, '2024-08')).toEqual([]);
    });
  });
});
