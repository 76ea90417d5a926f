import { randomUUID } from 'node:crypto';
import { parseStatement, verifyStatements, type StatementDocument } from '@portal/statement-proof';
import { runDrive } from '../../apps/cli/src/testing/drive.js';
import { ChangeSegment } from '../../libs/billing/src/segments/change-segment.js';
import { CloseSegment } from '../../libs/billing/src/segments/close-segment.js';
import { OpenSegment } from '../../libs/billing/src/segments/open-segment.js';
import { MoneyWorld, type PaidAuthor, type WorldRun } from '../support/money/money-world.js';
import { chargeAll, payingTenant } from '../support/money/played-months.js';

const [JANUARY, FEBRUARY, MARCH] = ['2025-01', '2025-02', '2025-03'] as const;
const MONTHS = [JANUARY, FEBRUARY, MARCH] as const;
const CURRENCIES = ['usd', 'jpy', 'kwd'] as const;
const at = (text: string): Date => new Date(`${text}Z`);
const share = (gross: bigint): bigint => (gross * 7_000n + 5_000n) / 10_000n;

/** Three months in currencies with two, no and three decimals. */
describe('Seconds and shares, from the install to the sealed statement', () => {
  let world: MoneyWorld;
  let author: PaidAuthor;
  const runs = new Map<string, WorldRun>();
  const statements = new Map<string, StatementDocument>();

  beforeAll(async () => {
    world = await MoneyWorld.start();
    author = await world.author('Ada');
    for (const currency of CURRENCIES) await playIn(currency);
    for (const month of MONTHS) {
      await world.closeMonth(month);
      await chargeAll(world, month);
      runs.set(month, await world.finish(await world.prepare(month)));
      await world.seal();
      for (const currency of CURRENCIES) {
        const { id } = await world.statementOf(author, month, currency);
        const text = await world.file(author.session, `/author/statements/${id}/json`);
        statements.set(`${month} ${currency}`, parseStatement(text));
      }
    }
  });
  afterAll(() => world.close());

  async function playIn(currency: string): Promise<void> {
    const tenantId = await payingTenant(world);
    const open = async (activatedAt: string, amountMinor: bigint): Promise<string> => {
      const installId = randomUUID();
      await world.app.get(OpenSegment).execute({
        eventId: randomUUID(),
        installId,
        tenantId,
        ventureId: randomUUID(),
        driveId: randomUUID(),
        orgId: author.orgId,
        priceId: randomUUID(),
        amountMinor,
        currency,
        activatedAt: at(activatedAt),
      });
      return installId;
    };
    const end = (installId: string, endedAt: string): Promise<void> =>
      world.app.get(CloseSegment).execute({ eventId: randomUUID(), installId, endedAt: at(endedAt) });
    // Payouts above zero, and a whole month in each of them.
    await open('2025-01-01T00:00:00', 40_003n);
    // Another price on the afternoon of the tenth, gone at noon of the twentieth.
    const changed = await open('2025-01-03T10:00:00', 7_001n);
    await world.app.get(ChangeSegment).execute({
      eventId: randomUUID(),
      installId: changed,
      priceId: randomUUID(),
      amountMinor: 13_007n,
      currency: null,
      upgradedAt: at('2025-01-10T15:30:00'),
    });
    await end(changed, '2025-02-20T12:00:00');
    // Gone and back within a day.
    const short = await open('2025-01-15T08:00:00', 9_999n);
    await end(short, '2025-01-15T08:00:01');
    for (let n = 0n; n < 9n; n += 1n) await open(`2025-01-${10n + n}T00:00:00`, 10n + n);
    for (let n = 0n; n < 9n; n += 1n) await open(`2025-02-${10n + n}T06:00:00`, 15n + n);
    const late = await open('2025-03-05T05:06:07', 3_331n);
    await end(late, '2025-03-09T10:11:12');
  }

  const of = (month: string, currency: string): StatementDocument => statements.get(`${month} ${currency}`)!;

  it.each(MONTHS.flatMap((month) => CURRENCIES.map((currency) => [month, currency] as const)))(
    '%s in %s: the sums are the transfer and the rest, and the statement verifies',
    async (month, currency) => {
      const { statement, lines, pending } = of(month, currency);
      expect([statement.exponent, statement.currency]).toEqual([{ usd: 2, jpy: 0, kwd: 3 }[currency], currency]);
      expect(pending).toEqual([]);
      const sum = lines.reduce((total, line) => total + BigInt(line.author_minor), 0n);
      expect(sum).toBeGreaterThan(0n);
      expect(BigInt(statement.earned_minor)).toBe(sum);
      const payout = runs.get(month)!.payouts.find((one) => one.org_id === author.orgId && one.currency === currency)!;
      expect(payout).toMatchObject({ state: 'settled', amount_minor: statement.paid_minor });
      expect(BigInt(statement.opening_minor) + sum).toBe(
        BigInt(statement.paid_minor) + BigInt(statement.carried_minor),
      );
      // Three decimals are paid out in tens, and the rest is the next month's beginning.
      expect(BigInt(statement.paid_minor) % (currency === 'kwd' ? 10n : 1n)).toBe(0n);

      const root = (await world.roots()).find((one) => one.month === month)!.root;
      const ran = await runDrive(['verify-statement', '-', '--root', root], {
        input: JSON.stringify(of(month, currency)),
      });
      expect([ran.code, ran.out.split('\n').filter((line) => line.includes('wrong'))]).toEqual([0, []]);
      const { data } = await world.get<{ ok: boolean }>(author.session, `/author/statements/${statement.id}/verify`);
      expect(data.ok).toBe(true);
    },
  );

  it('all of them follow each other', async () => {
    const [newest] = await world.roots();
    const files = [...statements].map(([name, document]) => ({ name, document }));
    expect(verifyStatements(files, [newest!.root]).flatMap(({ checks }) => checks.filter(({ ok }) => !ok))).toEqual([]);
  });

  it('what began within a second is charged to the second', () => {
    for (const currency of CURRENCIES)
      expect(of(MARCH, currency).lines.find((line) => line.price_minor === '3331')!.seconds).toBe(
        String(4 * 86_400 + 5 * 3_600 + 5 * 60 + 5),
      );
  });

  it('the author gets their part of the whole month, rounded once', () => {
    for (const currency of CURRENCIES)
      for (const month of MONTHS) {
        const { lines } = of(month, currency);
        const gross = lines.reduce((total, line) => total + BigInt(line.gross_minor), 0n);
        const author = lines.reduce((total, line) => total + BigInt(line.author_minor), 0n);
        expect(author).toBe(share(gross));
      }
  });
});
