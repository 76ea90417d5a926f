import { randomUUID } from 'node:crypto';
import { ChangeSegment } from '../../libs/billing/src/segments/change-segment.js';
import { CloseSegment } from '../../libs/billing/src/segments/close-segment.js';
import { CollectingWorld } from '../support/money/collecting.js';

/** Prices of a month with thirty days, so that a day is a thirtieth. */
describe('Case 23: a price changes before and after acceptance, and a tier goes down in the month', () => {
  const world = CollectingWorld.forTests();

  let year = 2010;
  const nextApril = () => `${(year += 1)}-04`;
  async function installed(month: string, amountMinor: bigint) {
    const tenantId = randomUUID();
    const install = await world.billing.activate({
      activatedAt: new Date(`${month}-01T00:00:00Z`),
      tenantId,
      amountMinor,
      priceId: randomUUID(),
    });
    const accept = (day: string, amount: bigint) =>
      world.get(ChangeSegment).execute({
        eventId: randomUUID(),
        installId: install.installId,
        priceId: randomUUID(),
        amountMinor: amount,
        currency: 'usd',
        upgradedAt: new Date(`${month}-${day}T00:00:00Z`),
      });
    const lines = async () =>
      (await world.invoiceOf(tenantId, month)).lines.map((line) => [line.price_minor, line.amount_minor]);
    return { install, tenantId, accept, lines };
  }

  it('a manifest that raises its price costs no more until the operator accepts it, and from that second it does', async () => {
    const month = nextApril();
    const [waiting, accepted] = [await installed(month, 4_900n), await installed(month, 4_900n)];
    await accepted.accept('21', 9_900n);
    await world.closeMonth(month);
    expect(await waiting.lines()).toEqual([['4900', '4900']]);
    // 4900 × 20/30 = 3266.67 and 9900 × 10/30 = 3300.
    expect(await accepted.lines()).toEqual([
      ['4900', '3267'],
      ['9900', '3300'],
    ]);
  });

  it('a lower tier applies from its acceptance, in the same month', async () => {
    const month = nextApril();
    const one = await installed(month, 19_900n);
    await one.accept('11', 4_900n);
    await world.closeMonth(month);
    expect(await one.lines()).toEqual([
      ['19900', '6633'],
      ['4900', '3267'],
    ]);
  });

  it('an acceptance that is repeated or comes after the end changes nothing', async () => {
    const month = nextApril();
    const one = await installed(month, 3_000n);
    const change = {
      eventId: randomUUID(),
      installId: one.install.installId,
      priceId: randomUUID(),
      amountMinor: 6_000n,
      currency: 'usd',
      upgradedAt: new Date(`${month}-16T00:00:00Z`),
    };
    await world.get(ChangeSegment).execute(change);
    await world.get(ChangeSegment).execute(change);
    await world.get(CloseSegment).execute({
      eventId: randomUUID(),
      installId: one.install.installId,
      endedAt: new Date(`${month}-21T00:00:00Z`),
    });
    await one.accept('26', 90_000n);
    await world.closeMonth(month);
    expect(await one.lines()).toEqual([
      ['3000', '1500'],
      ['6000', '1000'],
    ]);
  });
});
