import { randomUUID } from 'node:crypto';
import { Ledger, type AccountCode } from '@portal/ledger';
import { Transactor } from '@portal/platform/database';
import { Reconcile, ReconciliationModule, ReconciliationWorkerModule } from '@portal/reconciliation';
import { Client } from 'pg';
import type { ReconciliationView } from '../../libs/reconciliation/src/http/reconciliation.view.js';
import { MoneyWorld, type PaidAuthor } from '../support/money/money-world.js';
import { allowMadeUp } from '../support/money/made-up-postings.js';

// The third equality of the books: the amounts due to authors in the ledger equal the rest of their statements, author
// by author.

interface Item {
  kind: string;
  blocking: boolean;
  amount_minor: string;
  facts: { name: string; value: string }[];
}

describe('the amounts due to authors in the ledger equal their statements', () => {
  const world = MoneyWorld.forTests([ReconciliationModule, ReconciliationWorkerModule]);
  let owner: Client;
  let [large, small]: [PaidAuthor, PaidAuthor] = [undefined!, undefined!];

  beforeAll(async () => {
    owner = await world.owner();
    large = await world.author({ name: 'Large' });
    small = await world.author({ name: 'Small' });
  });

  async function compared() {
    await world.get(Reconcile).daily();
    const books = (await world.read<ReconciliationView>(world.preparer, '/finance/reconciliation')).data;
    return books.equalities
      .filter(({ name }) => name === 'authors')
      .map(({ currency, left_minor, right_minor, holds }) => ({ currency, left_minor, right_minor, holds }));
  }
  const items = async () =>
    (await world.read<{ items: Item[] }>(world.preparer, '/finance/exceptions?state=not_closed&kind=equality_authors'))
      .data.items;

  /** Takes from one of the author's accounts and gives to another, or to the platform. */
  const move = async (author: PaidAuthor, from: AccountCode, to: AccountCode, amount: bigint) => {
    await allowMadeUp(world.app.database.url, 'test_moved', 'test');
    return world.get(Transactor).run((tx) => {
      const of = (code: AccountCode) => ({
        code,
        currency: 'usd',
        ...(code.startsWith('author_') ? { ownerId: author.orgId } : {}),
      });
      return world.get(Ledger).post(tx, {
        kind: 'test_moved',
        idempotencyKey: `test:${randomUUID()}`,
        sourceType: 'test',
        sourceId: randomUUID(),
        effectiveAt: tx.now,
        legs: [
          { account: of(from), amountMinor: amount },
          { account: of(to), amountMinor: -amount },
        ],
      });
    });
  };

  /** As the owner of the database, bypassing every trigger; `money` is added to the amount due to the author. */
  async function tamper(changes: readonly { author: PaidAuthor; money: bigint; balance?: boolean }[]): Promise<void> {
    await owner.query('begin');
    await owner.query(`set local session_replication_role = 'replica'`);
    for (const { author, money, balance = true } of changes) {
      const account = `(select id from ledger.ledger_account where code = 'author_payable' and currency = 'usd' and owner_id = $1)`;
      if (balance)
        await owner.query(
          `update ledger.ledger_entry set amount = amount - $2 where (tx_id, seq) =
             (select tx_id, seq from ledger.ledger_entry where account_id = ${account} order by tx_id, seq limit 1)`,
          [author.orgId, money.toString()],
        );
      await owner.query(`update ledger.account_balance set credits = credits + $2 where account_id = ${account}`, [
        author.orgId,
        money.toString(),
      ]);
    }
    await owner.query('commit');
  }

  it('before any payout, over months with amounts carried, on hold, disputed and reversed, and while a run is open', async () => {
    await world.segment({ orgId: large.orgId, from: '2026-07-01T00:00:00Z', amount: 40_000n });
    await world.segment({ orgId: small.orgId, from: '2026-07-01T00:00:00Z', amount: 1_000n });
    const holds = (amount: string) => [{ currency: 'usd', left_minor: amount, right_minor: amount, holds: true }];
    await world.closeMonth('2026-07');
    expect(await compared()).toEqual([]);
    await world.pay('2026-07');
    expect(await compared()).toEqual(holds('28700'));
    const run = await world.prepare('2026-07');
    expect(await compared()).toEqual(holds('28700'));
    await world.finish(run);
    expect(await compared()).toEqual(holds('700'));
    await world.seal();
    expect(await compared()).toEqual(holds('700'));
    // Since then: an amount on hold for a dispute, another in reserve, one reversed permanently.
    await move(small, 'author_payable', 'author_disputed', 300n);
    await move(large, 'author_payable', 'author_reserve', 500n);
    await move(small, 'author_payable', 'platform_revenue', 100n);
    expect(await compared()).toEqual(holds('600'));
    const placed = await world.post(world.preparer, '/finance/payout-holds', {
      org_id: large.orgId,
      kind: 'manual',
      basis_points: 2_000,
      reason: 'A question about an invoice.',
    });
    expect([placed.status, placed.error]).toEqual([201, undefined]);
    await world.month('2026-08');
    // Of 27,500 a fifth is kept; with what was in reserve and with the small author's 600 + 700.
    expect(await compared()).toEqual(holds('7300'));
    await world.closeMonth('2026-09');
    await world.pay('2026-09');
    expect(await compared()).toEqual(holds('36000'));
    expect(await items()).toEqual([]);
  });

  it.each<[string, () => Parameters<typeof tamper>[0], bigint]>([
    ['a booking before the cutoff was changed', () => [{ author: small, money: 250n }], 250n],
    ['only the stored balance was changed', () => [{ author: large, money: -40n, balance: false }], -40n],
    [
      'two authors were changed, so that the sums agree',
      () => [
        { author: small, money: 90n },
        { author: large, money: -90n },
      ],
      0n,
    ],
  ])('a run leaves out exactly the authors of whom %s', async (_, changes, difference) => {
    await tamper(changes());
    const [found] = await compared();
    expect(found).toMatchObject({ currency: 'usd', holds: false });
    expect(BigInt(found!.left_minor) - BigInt(found!.right_minor)).toBe(difference);
    const [item] = await items();
    expect(item).toMatchObject({ blocking: true, amount_minor: (-difference).toString() });
    const facts = item!.facts.map(({ value }) => value).join('\n');
    for (const { author } of changes()) expect(facts).toContain(`${author.name}: ledger `);
    const run = await world.prepare('2026-09');
    const of = (authors: readonly PaidAuthor[]) => authors.map((author) => world.payoutOf(run, author).reason);
    const wrong = changes().map(({ author }) => author);
    expect(of(wrong)).toEqual(wrong.map(() => 'not_reconciled'));
    const right = [large, small].filter((author) => !wrong.includes(author));
    expect(of(right)).not.toContain('not_reconciled');
    const cancelled = await world.post(world.preparer, `/finance/payout-runs/${run.id}/cancel`, { reason: 'A test.' });
    expect(cancelled.status).toBe(200);
    await tamper(changes().map((change) => ({ ...change, money: -change.money })));
    expect((await compared()).every(({ holds }) => holds)).toBe(true);
    expect(await items()).toEqual([]);
  });

  it('a run continues after the repair', async () => {
    const run = await world.finish(await world.prepare('2026-09'));
    expect(run.state).toBe('settled');
    await world.seal();
    expect((await compared()).every(({ holds }) => holds)).toBe(true);
  });
});
