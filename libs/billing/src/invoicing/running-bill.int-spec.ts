import { randomUUID } from 'node:crypto';
import { IdentityModule } from '@portal/identity';
import { LedgerModule } from '@portal/ledger';
import { prorate, spansIn, type Stretch } from '../../../../test/money/reference/proration.js';
import { BillingFixture } from '../../../../test/support/money/billing.js';
import { TestApp } from '../../../../test/support/http/http-app.js';
import { nowOperates } from '../../../../test/support/people/operator.js';
import { BillingModule } from '../billing.module.js';
import { monthOf } from '../domain/month.js';
import type { RunningBillView } from './http/running-bill.view.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Priced extends Stretch {
  readonly amount: bigint;
}

describe('the cost of an install in the current month so far', () => {
  let app: TestApp;
  const billing = BillingFixture.forTests();
  let operator: string;
  const tenantId = randomUUID();
  const ventureId = randomUUID();

  beforeAll(async () => {
    app = await TestApp.start([IdentityModule, LedgerModule, BillingModule], { DATABASE_URL: billing.database.url });
    billing.beforeClose(() => app.close());
    operator = await app.demo('operator');
    const me = await app.call<{ user: { id: string } }>({ method: 'GET', url: '/api/v1/me', as: operator });
    await nowOperates(billing.owner, me.data.user.id, tenantId);
    await billing.owner.query(
      `insert into installs.ventures (id, tenant_id, name, external_id) values ($1::uuid, $2, 'Shop', $1::text)`,
      [ventureId, tenantId],
    );
  });

  /** An install with the stretches that are billed for it. */
  async function install(stretches: readonly Priced[]): Promise<string> {
    const [id, driveId, orgId] = [randomUUID(), randomUUID(), randomUUID()];
    await billing.owner.query(
      `insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, origin, permissions, config, operator_email)
       values ($1, $2, $3, $4, $5, 'failed', gen_random_uuid(), 'd', 'https://drive.example', '{}', '{}', 'o@x.example')`,
      [id, tenantId, ventureId, driveId, orgId],
    );
    for (const { amount, startedAt, endedAt, trialEndsAt } of stretches)
      await billing.owner.query(
        `insert into billing.install_segments (id, install_id, tenant_id, venture_id, drive_id, org_id, tenant_name, venture_name, drive_name, price_id, amount,
           currency, split_rule_id, author_bps, started_at, ended_at, trial_ends_at, opened_by_event)
         values (gen_random_uuid(), $1, $2, $3, $4, $5, 'Acme', 'Shop', 'Notes', case when $6 > 0 then gen_random_uuid() end, $6::bigint, 'usd', 1, 7000, $7, $8, $9, gen_random_uuid())`,
        [id, tenantId, ventureId, driveId, orgId, amount.toString(), startedAt, endedAt, trialEndsAt ?? null],
      );
    return id;
  }
  /** Amounts by the rules written down a second time, as if the month ended at the instant. */
  function expected(stretches: readonly Priced[], until: Date): string[] {
    const month = monthOf(until);
    return spansIn({ ...month, endAt: until }, stretches).flatMap((span, at) => {
      const amount = span && prorate(stretches[at]!.amount, span.seconds, month.seconds);
      return amount ? [amount.toString()] : [];
    });
  }
  const bill = (id: string) =>
    app.call<RunningBillView>({ method: 'GET', url: `/api/v1/operator/installs/${id}/running-bill`, as: operator });

  it('is priced segment by segment as the close will price it, without time that is still to come', async () => {
    const now = Date.now();
    const stretches: Priced[] = [
      { amount: 4_900n, startedAt: new Date(now - 40 * DAY), endedAt: new Date(now - HOUR) },
      { amount: 99_900n, startedAt: new Date(now - HOUR), endedAt: null },
    ];
    const { status, data } = await bill(await install(stretches));
    expect(status).toBe(200);
    const amounts = expected(stretches, new Date(data.until));
    expect(data.lines.map((line) => line.amount_minor)).toEqual(amounts);
    expect(data.lines.at(-1)).toMatchObject({ price_minor: '99900', currency: 'usd', to_at: data.until });
    const total = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
    expect(data.totals).toEqual([{ currency: 'usd', amount_minor: total.toString() }]);
    expect(data.month).toBe(data.until.slice(0, 7));
  });

  it('has no line while the plugin is free or on trial', async () => {
    const since = new Date(Date.now() - HOUR);
    const free = await install([{ amount: 0n, startedAt: since, endedAt: null }]);
    const trial = await install([
      { amount: 4_900n, startedAt: since, endedAt: null, trialEndsAt: new Date(Date.now() + DAY) },
    ]);
    for (const id of [free, trial]) expect((await bill(id)).data).toMatchObject({ lines: [], totals: [] });
  });

  it('follows the rules of the close at any instant', async () => {
    const at = (text: string): Date => new Date(`2019-02-${text}Z`);
    const stretches: Priced[] = [
      { amount: 4_900n, startedAt: new Date('2019-01-20T00:00:00Z'), endedAt: at('03T10:00:00.250') },
      { amount: 777n, startedAt: at('03T10:00:00.250'), endedAt: at('03T10:00:00.900') },
      { amount: 12_345n, startedAt: at('03T10:00:00.900'), endedAt: null, trialEndsAt: at('10T12:00:00') },
    ];
    const whole: Priced[] = [{ amount: 4_900n, startedAt: new Date('2019-01-20T00:00:00Z'), endedAt: null }];
    for (const given of [stretches, whole]) {
      const id = await install(given);
      for (const until of [at('01T00:00:00'), at('03T10:00:00.500'), at('10T12:00:00'), at('28T23:59:59.999')]) {
        const rows = await billing.db.query<{ gross: string }>(
          `select gross from billing.charges('2019-02-01', $2::timestamptz) where install_id = $1 order by from_at`,
          [id, until],
        );
        expect([until, rows.map(({ gross }) => gross)]).toEqual([until, expected(given, until)]);
      }
    }
  });
});
