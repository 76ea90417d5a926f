import { randomUUID } from 'node:crypto';
import { BillingFixture } from '../../../../test/support/money/billing.js';
import { ChangeSegment } from './change-segment.js';
import { CloseSegment } from './close-segment.js';
import { OpenSegment } from './open-segment.js';

const at = (text: string): Date => new Date(text);

describe('segments of an install', () => {
  let billing: BillingFixture;
  beforeAll(async () => (billing = await BillingFixture.start()));
  afterAll(() => billing.close());

  const segments = (installId: string) =>
    billing.db.query<{ amount: string; started_at: Date; ended_at: Date | null; author_bps: number }>(
      'select amount, started_at, ended_at, author_bps from billing.install_segments where install_id = $1 order by started_at, created_at',
      [installId],
    );
  const upgrade = (installId: string, upgradedAt: Date, amountMinor = 9900n, eventId = randomUUID()) =>
    billing
      .get(ChangeSegment)
      .execute({ eventId, installId, priceId: randomUUID(), amountMinor, currency: 'usd', upgradedAt });
  const end = (installId: string, endedAt: Date) =>
    billing.get(CloseSegment).execute({ eventId: randomUUID(), installId, endedAt });

  it('follow each other without gap or overlap, at the price and the split of their time', async () => {
    const { installId } = await billing.activate({ activatedAt: at('2024-03-02T10:00:00Z') });
    await upgrade(installId, at('2024-03-10T10:00:00Z'));
    await end(installId, at('2024-03-20T10:00:00Z'));
    expect(await segments(installId)).toEqual([
      {
        amount: '4900',
        started_at: at('2024-03-02T10:00:00Z'),
        ended_at: at('2024-03-10T10:00:00Z'),
        author_bps: 7000,
      },
      {
        amount: '9900',
        started_at: at('2024-03-10T10:00:00Z'),
        ended_at: at('2024-03-20T10:00:00Z'),
        author_bps: 7000,
      },
    ]);
  });

  it('are opened, changed and closed once, however often the events arrive', async () => {
    const install = await billing.activate({ activatedAt: at('2024-03-02T10:00:00Z') });
    await billing.get(OpenSegment).execute(install);
    const first = randomUUID();
    await upgrade(install.installId, at('2024-03-05T00:00:00Z'), 100n, first);
    await upgrade(install.installId, at('2024-03-06T00:00:00Z'), 200n);
    await upgrade(install.installId, at('2024-03-05T00:00:00Z'), 100n, first);
    await end(install.installId, at('2024-03-07T00:00:00Z'));
    await end(install.installId, at('2024-03-09T00:00:00Z'));
    expect((await segments(install.installId)).map((s) => [s.amount, s.ended_at?.toISOString().slice(0, 10)])).toEqual([
      ['4900', '2024-03-05'],
      ['100', '2024-03-06'],
      ['200', '2024-03-07'],
    ]);
  });

  it('wait for an activation that arrives later than the upgrade or the end', async () => {
    await expect(upgrade(randomUUID(), new Date())).rejects.toThrow('before its activation');
    await expect(end(randomUUID(), new Date())).rejects.toThrow('before its activation');
  });

  it('may be empty when an install ends as it begins', async () => {
    const { installId } = await billing.activate({ activatedAt: at('2024-03-02T10:00:00Z') });
    await upgrade(installId, at('2024-03-02T10:00:00Z'));
    expect((await segments(installId)).map((s) => s.amount)).toEqual(['4900', '9900']);
  });

  it('have no price for a free install, and no author for a first-party Drive', async () => {
    const free = await billing.activate({ activatedAt: at('2024-03-02T10:00:00Z'), priceId: null, amountMinor: 0n });
    const own = await billing.activate({ activatedAt: at('2024-03-02T10:00:00Z'), orgId: null });
    expect(await segments(free.installId)).toMatchObject([{ amount: '0' }]);
    expect(await segments(own.installId)).toMatchObject([{ amount: '4900', author_bps: 0 }]);
  });
});
