import { randomUUID } from 'node:crypto';
import { PayoutsModule, PayoutsWorkerModule } from '@portal/payouts';
import { Reconcile, ReconciliationModule, ReconciliationWorkerModule } from '@portal/reconciliation';
import type { ExceptionView } from '../../libs/reconciliation/src/http/reconciliation.view.js';
import { BillingModule } from '../../libs/billing/src/index.js';
import { CollectingWorld } from '../support/money/collecting.js';
import { FinanceWorld, type PaidAuthor, type RunResult } from '../support/money/finance-world.js';

const SHARE = 7_000n;
const world = new CollectingWorld();
const finance = FinanceWorld.forTests({
  on: world,
  features: [BillingModule, PayoutsModule, PayoutsWorkerModule, ReconciliationModule, ReconciliationWorkerModule],
});
const bank = async ({ accountId, session }: PaidAuthor, account_number: string): Promise<void> => {
  await finance.control(`/accounts/${accountId!}`, { account_number });
  expect((await finance.post(session, '/author/payout-account/refresh')).status).toBe(200);
};
const earn = (authors: readonly PaidAuthor[]) =>
  world.paid(authors.map(({ orgId }) => ({ amountMinor: 10_000n, orgId })));
const open = async () =>
  (
    await finance.read<{ items: ExceptionView[] }>(
      finance.preparer,
      '/finance/exceptions?state=not_closed&kind=shared_bank',
    )
  ).data.items;
describe('one bank account behind two payees', () => {
  let [first, second, other]: PaidAuthor[] = [];
  let run: RunResult;

  beforeAll(async () => {
    [first, second, other] = [await finance.author(), await finance.author(), await finance.author()];
    await finance.topUp(1_000_000);
    await bank(first, 'DE89370400440532013000');
    await bank(second, 'DE89370400440532013000');
    const { month } = await earn([first, second, other]);
    await finance.pass(2);
    await finance.get(Reconcile).daily();
    run = await finance.prepare(month);
  }, 300_000);

  it('keeps both from being paid, and nobody else, until finance has decided', async () => {
    for (const who of [first!, second!])
      expect(finance.payoutOf(run, who)).toMatchObject({ amount_minor: '0', reason: 'shared_bank' });
    expect(finance.payoutOf(run, other!)).toMatchObject({ amount_minor: SHARE.toString() });
    const [item, ...more] = await open();
    expect(more).toEqual([]);
    expect(item).toMatchObject({ blocking: true, amount_minor: '0' });
    const everyCurrency = [first!, second!].map(({ orgId, name }) => ({ org_id: orgId, author: name, currency: null }));
    expect(item!.leaves_out).toEqual(expect.arrayContaining(everyCurrency));
    expect(item!.leaves_out).toHaveLength(2);
    expect(item!.facts.map(({ value }) => value).sort()).toEqual([first!.name, second!.name, '…3000'].sort());
    const seen = JSON.stringify((await finance.read(first!.session, '/author/unpaid')).data);
    expect(seen).toContain('shared_bank');
    expect(seen).not.toContain(second!.name);
  });

  it('is decided by a person of finance who belongs to neither, whoever writes', async () => {
    const [item] = await open();
    const owner = world.billing.owner;
    const person = async (sql: string, ...values: string[]) =>
      (await owner.query<{ id: string }>(sql, values)).rows[0]?.id ?? null;
    /** As the service would, without it: who is refused, or whether the pair is still open. */
    const closed = async (by: string | null, close: boolean) => {
      await owner.query('begin');
      try {
        await owner.query(`select set_config('role', 'portal_app', true), set_config('portal.actor', $1, true)`, [by]);
        if (close)
          await owner.query(
            `update reconciliation.items set state = 'closed', closed_at = now(), close_reason = 'Fine.' where id = $1`,
            [item!.id],
          );
        await owner.query(
          `insert into reconciliation.item_history (id, item_id, what, by_id, by_name) values (gen_random_uuid(), $1, 'closed', $2, 'Somebody')`,
          [item!.id, by],
        );
        const { rows } = await owner.query('select from reconciliation.shared_banks()');
        return rows.length > 0 ? 'open' : 'decided';
      } catch (error) {
        return (error as { constraint?: string }).constraint;
      } finally {
        await owner.query('rollback');
      }
    };
    const member = await person('select user_id as id from identity.role_grants where scope_id = $1', first!.orgId);
    const controller = await person(
      `select user_id as id from identity.role_grants g where role = 'finance' and not exists (select from authors.organization_members m where m.user_id = g.user_id)`,
    );
    expect(await closed(member, true)).toBe('own_organization');
    expect(await closed(randomUUID(), true)).toBe('decisions_role');
    expect(await closed(controller, false)).toBe('open');
    expect(await closed(controller, true)).toBe('decided');
  });

  it('is decided for that pair: it does not come back, also not from another bank account of both', async () => {
    const [item] = await open();
    const act = (what: string) =>
      finance.post(finance.preparer, `/finance/exceptions/${item!.id}/${what}`, {
        reason: 'One owner, seen in the register.',
      });
    expect((await act('explain')).status).toBeLessThan(300);
    expect((await act('close')).status).toBeLessThan(300);
    run = (await finance.post<RunResult>(finance.preparer, `/finance/payout-runs/${run.id}/recompute`)).data;
    for (const who of [first!, second!])
      expect(finance.payoutOf(run, who)).toMatchObject({ amount_minor: SHARE.toString() });
    await finance.get(Reconcile).daily();
    for (const who of [first!, second!]) await bank(who, 'FR1420041010050500013M02606');
    await finance.get(Reconcile).daily();
    expect(await open()).toEqual([]);
    // With a third one it is another pair.
    await bank(other!, 'FR1420041010050500013M02606');
    await finance.get(Reconcile).daily();
    expect(await open()).toHaveLength(2);
    await bank(other!, 'NL91ABNA0417164300');
    await finance.get(Reconcile).daily();
    expect(await open()).toEqual([]);
  });
});
