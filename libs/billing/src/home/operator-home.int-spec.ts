import { randomUUID } from 'node:crypto';
import { IdentityModule } from '@portal/identity';
import { LedgerModule } from '@portal/ledger';
import { Database } from '@portal/platform/database';
import { BillingFixture } from '../../../../test/support/money/billing.js';
import { TestApp } from '../../../../test/support/http/http-app.js';
import { nowOperates } from '../../../../test/support/people/operator.js';
import { BillingModule } from '../billing.module.js';
import { OperatorHomeController } from './operator-home.controller.js';
import type { OperatorHomeView } from './operator-home.view.js';

const billing = BillingFixture.forTests();
let app: TestApp;
let operator: string;
let userId: string;
const tenantId = randomUUID();

/** A stretch of an install since long ago until now, for 49.00 a month. */
const billed = (of: string): Promise<unknown> =>
  billing.owner.query(
    `insert into billing.install_segments (id, install_id, tenant_id, venture_id, drive_id, org_id, tenant_name, venture_name, drive_name, price_id, amount,
       currency, split_rule_id, author_bps, started_at, opened_by_event)
     values (gen_random_uuid(), gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'Acme', 'Shop', 'Notes', gen_random_uuid(), 4900,
       'usd', 1, 7000, platform.portal_now() - interval '400 days', gen_random_uuid())`,
    [of],
  );
const home = async (): Promise<OperatorHomeView> =>
  (await app.call<OperatorHomeView>({ method: 'GET', url: '/api/v1/operator/home', as: operator })).data;

beforeAll(async () => {
  app = await TestApp.start([IdentityModule, LedgerModule, BillingModule], { DATABASE_URL: billing.database.url });
  billing.beforeClose(() => app.close());
  operator = await app.demo('operator');
  const me = await app.call<{ user: { id: string } }>({ method: 'GET', url: '/api/v1/me', as: operator });
  userId = me.data.user.id;
  await nowOperates(billing.owner, userId, tenantId);
});

describe('the home of an operator', () => {
  it('is empty before anything is paid for', async () => {
    expect(await home()).toMatchObject({ costs: [], installs: [], unpaid: [] });
  });

  it('has the cost of the running month by the rules of the close, of twelve months, and none of other tenants', async () => {
    await billed(tenantId);
    await billed(randomUUID());
    const { costs } = await home();
    expect(costs).toHaveLength(12);
    const { rows } = await billing.owner.query<{ month: string; gross: string }>(
      `select to_char(month, 'YYYY-MM') as month, gross::text from (select date_trunc('month', platform.portal_now() at time zone 'UTC')::date as month) m,
         billing.charges(m.month, platform.portal_now()) c where c.tenant_id = $1`,
      [tenantId],
    );
    expect(costs.at(-1)).toMatchObject({ month: rows[0]!.month, currency: 'usd' });
    const close = Number(costs.at(-1)!.amount_minor) - Number(rows[0]!.gross);
    expect(Math.abs(close)).toBeLessThanOrEqual(1);
    expect(costs.slice(0, -1).every(({ amount_minor }) => amount_minor === '0')).toBe(true);
  });

  it.each(['author', 'reviewer', 'finance-preparer', 'admin'])('is refused to a person who is %s', async (person) => {
    const answer = await app.call({ method: 'GET', url: '/api/v1/operator/home', as: await app.demo(person) });
    expect([answer.status, answer.error]).toEqual([403, 'forbidden']);
  });

  it('is one read of at most 12 statements', async () => {
    const statements = jest.spyOn(app.get(Database), 'query');
    const roles = [{ role: 'operator' as const, scopeId: tenantId }];
    await app.get(OperatorHomeController).get({ kind: 'user', userId, name: 'Olga', sessionId: 'of the test', roles });
    expect(statements.mock.calls.length).toBeLessThanOrEqual(12);
    expect(statements.mock.calls.length).toBeGreaterThan(2);
    statements.mockRestore();
  });
});
