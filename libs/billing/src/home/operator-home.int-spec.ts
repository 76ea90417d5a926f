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
    expect(await home()).toMatchObject({ costs: [], counts: { running: 0 }, installs: [], unpaid: [] });
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

  it('counts all of more than 100 installs, and lists those that wait for somebody first, however old', async () => {
    const [other, orgId, driveId] = [randomUUID(), randomUUID(), randomUUID()];
    await billing.owner.query(
      `insert into installs.tenants (id, name, external_id) values ($1::uuid, 'Other', $1::text)`,
      [other],
    );
    await billing.owner.query(
      `insert into authors.organizations (id, name, country, website) values ($1, 'Ada Works', 'SE', 'https://a.example')`,
      [orgId],
    );
    await billing.owner.query(
      `with a as (insert into authors.applications (id, org_id, applicant_id, state, company_name, country, website, drive_name, drive_slug, description, security_contact, submitted_at, decided_by)
         values (gen_random_uuid(), $1, gen_random_uuid(), 'approved', 'C', 'US', 'https://a.example', 'many', 'many', 'D', 's@a.example', platform.portal_now(), gen_random_uuid()) returning id)
       insert into authors.drive_reservations (id, org_id, application_id, slug, name) select $2, $1, a.id, 'many', 'many' from a`,
      [orgId, driveId],
    );
    // The first two are the oldest: one does not respond, one has an upgrade; 105 others run, one has ended, one is of another tenant.
    const install = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
    await billing.owner.query(
      `with v as (insert into installs.ventures (id, tenant_id, name, external_id)
         select gen_random_uuid(), case when n = 109 then $2::uuid else $1 end, 'V' || n, n::text from generate_series(1, 109) n returning id, tenant_id, external_id::int as n)
       insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, version, origin, permissions, config, amount,
         operator_email, scoped_token, drive_install_id, activated_at, unreachable_since, ended_at)
       select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, tenant_id, id, $3, $4, case when n = 108 then 'revoking' else 'active' end,
         gen_random_uuid(), repeat('a', 64), '1.0.0', 'http://127.0.0.1:1', '{}', '{}', 0, 'o@x.example', 't', 'i', now(), case when n = 1 then now() end, case when n = 108 then now() end
       from v`,
      [tenantId, other, driveId, orgId],
    );
    // Operators see Drives that were listed once. Their revisions nobody needs here.
    await billing.owner.query(
      `begin; set local session_replication_role = 'replica';
       insert into listings.listings (drive_id, org_id, slug, name, state, listed_at, live_revision_id)
       values ('${driveId}', '${orgId}', 'many', 'Many', 'listed', now(), gen_random_uuid());
       insert into installs.upgrade_prompts (id, install_id, from_revision_id, to_revision_id, to_version, digest, permissions)
       values (gen_random_uuid(), '${install(2)}', gen_random_uuid(), gen_random_uuid(), '2.0.0', repeat('b', 64), '{}'); commit`,
    );
    const { counts, installs } = await home();
    expect(counts).toEqual({ running: 107, unreachable: 1, upgrades: 1 });
    expect(installs).toHaveLength(100);
    expect(installs.slice(0, 4).map(({ id }) => id)).toEqual([2, 1, 108, 107].map(install));
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
