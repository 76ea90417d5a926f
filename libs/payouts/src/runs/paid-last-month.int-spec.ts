import { PayoutWorld } from '../../../../test/support/money/payout-world.js';
import type { PaidLastMonthView } from './http/public-payouts.view.js';

describe('what authors were paid last month', () => {
  const world = PayoutWorld.forTests();

  const shown = async () =>
    (await world.app.call<PaidLastMonthView>({ method: 'GET', url: '/api/public/paid-last-month' })).data.amounts;
  const toNextMonth = async (): Promise<void> => {
    const [row] = await world.query<{ days: number }>(
      `select ceil(extract(epoch from date_trunc('month', n.at) + interval '1 month' - n.at) / 86400)::float8 as days
       from (select platform.portal_now() at time zone 'UTC' as at) n`,
    );
    await world.pass(row!.days);
  };
  const pay = async (amounts: readonly bigint[]): Promise<void> => {
    for (const amount of amounts) await world.earn((await world.author()).orgId, amount);
    const run = await world.executing();
    for (const payout of run.payouts.filter((one) => one.amount_minor !== '0')) await world.send(payout.id);
  };

  it('is the sum of the last calendar month, and of no other', async () => {
    await pay([5_000n, 7_000n, 4_000n]);
    expect(await shown()).toEqual([]);
    await toNextMonth();
    expect(await shown()).toEqual([{ currency: 'usd', amount_minor: '16000' }]);
    await toNextMonth();
    expect(await shown()).toEqual([]);
  });

  it('is nothing while fewer than three authors were paid', async () => {
    await pay([5_000n, 7_000n]);
    await toNextMonth();
    expect(await shown()).toEqual([]);
  });
});
