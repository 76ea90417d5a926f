import { Database } from '@portal/platform/database';
import { BooksWorld } from '../../../../test/support/money/books.js';
import type { FinanceHomeView } from './finance-home.view.js';
import { FinanceHomeController } from './finance-home.controller.js';

const world = BooksWorld.forTests();

describe('the home of finance', () => {
  it('has open exceptions and the position as their own pages have them', async () => {
    await world.charge(7_000, { booked: false });
    await world.pass(1);
    await world.reconcile();
    const { status, data } = await world.read<FinanceHomeView>(world.preparer, '/finance/home');
    expect(status).toBe(200);
    expect(data.exceptions).toEqual(await world.items());
    expect(data.exceptions).toHaveLength(1);
    expect(data.position).toEqual((await world.read(world.preparer, '/finance/balance-overview')).data);
    expect(data.books).toEqual({ reconciled_at: (await world.books()).reconciled_at, holds: true });
    expect(data.periods.length).toBeLessThanOrEqual(12);
  });

  it('names the policies that still are as the product came, until the host decides them', async () => {
    const undecided = async (): Promise<string[]> => {
      const { data } = await world.read<FinanceHomeView>(world.preparer, '/finance/home');
      return data.coming_policies.filter(({ effective_at }) => effective_at === null).map(({ key }) => key);
    };
    const before = await undecided();
    expect(before).toEqual(expect.arrayContaining(['operator_identity', 'tax']));
    await (
      await world.owner()
    ).query(
      `insert into billing.policies (id, key, version, value, valid_from) select gen_random_uuid(), key, 2, value, platform.portal_now()
       from billing.policies where key = 'operator_identity'`,
    );
    const rest = before.filter((key) => key !== 'operator_identity');
    expect(await undecided()).toEqual(rest);
    // VAT is stated in the seller's currency only where there is some.
    await (
      await world.owner()
    ).query(
      `insert into billing.policies (id, key, version, value, valid_from) select gen_random_uuid(), key, 2, '{"provider": "stripe", "table": []}', platform.portal_now()
       from billing.policies where key = 'tax'`,
    );
    expect(await undecided()).toEqual([...rest.filter((key) => key !== 'tax'), 'vat_currency']);
  });

  it('is refused to whoever is no person of finance', async () => {
    const answers = ['author', 'operator', 'reviewer', 'admin'].map(async (person) =>
      world.read(await world.app.demo(person), '/finance/home'),
    );
    expect((await Promise.all(answers)).map(({ error }) => error)).toEqual(Array(4).fill('forbidden'));
  });

  it('is one read of at most 12 statements', async () => {
    const me = await world.read<{ user: { id: string; name: string } }>(world.preparer, '/me');
    const statements = jest.spyOn(world.get(Database), 'query');
    const { id, name } = me.data.user;
    await world.get(FinanceHomeController).get({
      kind: 'user',
      userId: id,
      name,
      sessionId: 'of the test',
      roles: [{ role: 'finance', scopeId: null }],
    });
    expect(statements.mock.calls.length).toBeLessThanOrEqual(12);
    expect(statements.mock.calls.length).toBeGreaterThan(8);
    statements.mockRestore();
  });
});
