import { randomUUID } from 'node:crypto';
import { ChangeSegment } from '../../libs/billing/src/segments/change-segment.js';
import { CloseSegment } from '../../libs/billing/src/segments/close-segment.js';
import { CollectingWorld } from '../support/money/collecting.js';

/** Prices of a month with thirty days, so that a day is a thirtieth. */
describe('Case 23: a price changes before and after acceptance, a tier goes down in the month, free and paid', () => {
  let world: CollectingWorld;
  beforeAll(async () => {
    world = await CollectingWorld.start();
  });
  afterAll(() => world.stop());

  let year = 2010;
  const nextApril = () => `${(year += 1)}-04`;
  async function installed(month: string, amountMinor: bigint) {
    const tenantId = randomUUID();
    const free = amountMinor === 0n;
    const install = await world.billing.activate({
      activatedAt: new Date(`${month}-01T00:00:00Z`),
      tenantId,
      amountMinor,
      priceId: free ? null : randomUUID(),
    });
    const accept = (day: string, amount: bigint, priceId: string | null = randomUUID()) =>
      world.get(ChangeSegment).execute({
        eventId: randomUUID(),
        installId: install.installId,
        priceId,
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
    await world.close(month);
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
    await world.close(month);
    expect(await one.lines()).toEqual([
      ['19900', '6633'],
      ['4900', '3267'],
    ]);
  });

  it('from free to paid only the paid days are billed, from paid to free likewise', async () => {
    const month = nextApril();
    const [up, down] = [await installed(month, 0n), await installed(month, 3_000n)];
    await up.accept('16', 3_000n);
    await down.accept('16', 0n, null);
    await world.close(month);
    expect(await up.lines()).toEqual([['3000', '1500']]);
    expect(await down.lines()).toEqual([['3000', '1500']]);
  });

  it('a trial continues through a change of price, and what comes after it costs the new one', async () => {
    const month = nextApril();
    const tenantId = randomUUID();
    const { installId } = await world.billing.activate({
      activatedAt: new Date(`${month}-01T00:00:00Z`),
      tenantId,
      amountMinor: 3_000n,
      trialDays: 10,
    });
    for (const [day, amountMinor] of [
      ['06', 6_000n],
      ['21', 9_000n],
    ] as const)
      await world.get(ChangeSegment).execute({
        eventId: randomUUID(),
        installId,
        priceId: randomUUID(),
        amountMinor,
        currency: 'usd',
        upgradedAt: new Date(`${month}-${day}T00:00:00Z`),
      });
    await world.close(month);
    // Days 1 to 10 are free, whatever was accepted on the 6th: 10/30 of 6000, then 10/30 of 9000.
    expect((await world.invoiceOf(tenantId, month)).lines.map((line) => [line.price_minor, line.amount_minor])).toEqual(
      [
        ['6000', '2000'],
        ['9000', '3000'],
      ],
    );
  });

  it('two changes in the same second bill neither twice, and the last one applies', async () => {
    const month = nextApril();
    const one = await installed(month, 3_000n);
    await one.accept('16', 6_000n);
    await one.accept('16', 9_000n);
    await world.close(month);
    expect(await one.lines()).toEqual([
      ['3000', '1500'],
      ['9000', '4500'],
    ]);
  });

  it('an acceptance repeated, or after the end, changes nothing', async () => {
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
    await world.close(month);
    expect(await one.lines()).toEqual([
      ['3000', '1500'],
      ['6000', '1000'],
    ]);
  });
});
