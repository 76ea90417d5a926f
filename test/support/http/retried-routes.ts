import type { RetriedMoney } from './retried-money.js';

/** Of an invoice, minor units. */
export const PRICE = 4_900;

/** One request that moves money, on things of its own. */
export interface Retried {
  readonly as: string;
  readonly url: string;
  readonly body?: object;
  /** Restores the rows that the next request of the route needs. */
  readonly after?: () => Promise<unknown>;
}

type Prepare = (money: RetriedMoney) => Promise<Retried>;

const WHY = { reason: 'service_failure', note: 'It did not work.' };
const REASON = { reason: 'Nobody answers any more.' };

interface Run {
  readonly id: string;
  readonly input_hash: string;
}

interface Proposed {
  readonly id: string;
  readonly digest: string;
}

/** A run of the next month with one payout to send; `after` ends it without paying. */
async function prepared(money: RetriedMoney): Promise<Run & { after: () => Promise<unknown> }> {
  await money.payable();
  const month = await money.closeMonth();
  const run = await money.must<Run>(money.preparer, '/finance/payout-runs', { month });
  return { ...run, after: () => money.must(money.preparer, `/finance/payout-runs/${run.id}/cancel`) };
}

async function approved(money: RetriedMoney): Promise<Awaited<ReturnType<typeof prepared>>> {
  const run = await prepared(money);
  await money.must(money.approver, `/finance/payout-runs/${run.id}/approve`, { input_hash: run.input_hash });
  return run;
}

/** A run with a payout that could not be sent. */
async function failed(money: RetriedMoney): Promise<string> {
  const { id } = await approved(money);
  await money.payeeCan('restricted');
  await money.must(money.preparer, `/finance/payout-runs/${id}/execute`);
  await money.work();
  return id;
}

/** Routes that move money, by their names in docs/permissions.md. */
export const RETRIED: Readonly<Record<string, Prepare>> = {
  'POST /api/v1/finance/invoices/{id}/refunds': async (money) => ({
    as: money.preparer,
    url: `/finance/invoices/${(await money.paid()).id}/refunds`,
    body: { scope: 'amount', amount_minor: '500', confirm_minor: '500', ...WHY },
  }),
  'POST /api/v1/finance/invoices/{id}/credit-notes': async (money) => ({
    as: money.preparer,
    url: `/finance/invoices/${(await money.pastDue()).id}/credit-notes`,
    body: { scope: 'amount', amount_minor: '500', ...WHY },
  }),
  'POST /api/v1/operator/invoices/{id}/pay': async (money) => {
    const { id, tenant } = await money.pastDue();
    await money.card(tenant, 'pm_card_bypassPending');
    // The worker would pay it.
    await money.unheard('payment_method.saved');
    return { as: money.operator, url: `/operator/invoices/${id}/pay` };
  },
  'POST /api/v1/finance/invoices/{id}/write-off': async (money) => ({
    as: money.preparer,
    url: `/finance/invoices/${(await money.pastDue()).id}/write-off`,
    body: REASON,
  }),
  'POST /api/v1/finance/tenants/{tenantId}/write-off': async (money) => ({
    as: money.preparer,
    url: `/finance/tenants/${(await money.pastDue()).tenant}/write-off`,
    body: REASON,
  }),
  'POST /api/v1/finance/periods/{month}/close': async (money) => {
    const { id: tenant } = await money.tenant();
    await money.card(tenant, 'pm_card_bypassPending');
    const month = money.nextMonth();
    await money.segment(tenant, money.earner.orgId, month);
    return { as: money.preparer, url: `/finance/periods/${month}/close` };
  },
  'POST /api/v1/operator/tenants/{tenantId}/payment-method': async (money) => ({
    as: money.operator,
    url: `/operator/tenants/${(await money.tenant()).id}/payment-method`,
    body: { payment_method: 'pm_card_visa' },
  }),
  'POST /api/v1/finance/payout-runs': async (money) => {
    await money.payable();
    const month = await money.closeMonth();
    return {
      as: money.preparer,
      url: '/finance/payout-runs',
      body: { month },
      after: async () => {
        const run = await money.one<Run>(`select id from payouts.payout_runs where state = 'computed'`);
        await money.must(money.preparer, `/finance/payout-runs/${run.id}/cancel`);
      },
    };
  },
  'POST /api/v1/finance/payout-runs/{id}/recompute': async (money) => {
    const { id, after } = await prepared(money);
    return { as: money.preparer, url: `/finance/payout-runs/${id}/recompute`, after };
  },
  'POST /api/v1/finance/payout-runs/{id}/exceptions/decide': async (money) => {
    const { id, input_hash, after } = await prepared(money);
    const items = [{ org_id: money.payee.orgId, currency: 'usd' }];
    return {
      as: money.preparer,
      url: `/finance/payout-runs/${id}/exceptions/decide`,
      body: { input_hash, decision: 'carry', reason: 'Reviewed manually.', items },
      after,
    };
  },
  'POST /api/v1/finance/payout-runs/{id}/approve': async (money) => {
    const { id, input_hash, after } = await prepared(money);
    return { as: money.approver, url: `/finance/payout-runs/${id}/approve`, body: { input_hash }, after };
  },
  'POST /api/v1/finance/payout-runs/{id}/cancel': async (money) => {
    const { id } = await approved(money);
    return { as: money.preparer, url: `/finance/payout-runs/${id}/cancel` };
  },
  'POST /api/v1/finance/payout-runs/{id}/execute': async (money) => {
    const { id } = await approved(money);
    return { as: money.preparer, url: `/finance/payout-runs/${id}/execute` };
  },
  'POST /api/v1/finance/payout-holds': async (money) => ({
    as: money.preparer,
    url: '/finance/payout-holds',
    body: { org_id: money.earner.orgId, kind: 'manual', basis_points: 1_000, reason: 'Reviewed manually.' },
    after: async () => {
      const hold = await money.one<{ id: string }>(
        'select id from payouts.payout_holds where org_id = $1 order by created_at desc limit 1',
        [money.earner.orgId],
      );
      await money.must(money.preparer, `/finance/payout-holds/${hold.id}/end`, { ...REASON, release_now: true });
    },
  }),
  'POST /api/v1/operator/installs': async (money) => {
    const { id, venture } = await money.tenant();
    await money.card(id, 'pm_card_visa');
    return { as: money.operator, url: '/operator/installs', body: await money.wish(venture) };
  },
  'POST /api/v1/operator/installs/{id}/uninstall': async (money) => {
    const { id } = await money.installed();
    return { as: money.operator, url: `/operator/installs/${id}/uninstall`, body: { confirm: 'Shop' } };
  },
  'POST /api/v1/host/installs': async (money) => {
    const { id, external } = await money.tenant();
    await money.card(id, 'pm_card_visa');
    const { venture_id: _venture, drive_id: _drive, ...agreed } = await money.wish('');
    const wish = {
      tenant: external,
      venture: 'shop',
      drive: money.world.drive.slug,
      operator_email: 'operator@demo.local',
    };
    return { as: money.host, url: '/host/installs', body: { ...agreed, ...wish } };
  },
  'POST /api/v1/host/installs/{id}/uninstall': async (money) => {
    const { id } = await money.installed();
    return { as: money.host, url: `/host/installs/${id}/uninstall`, body: { reason: 'The operator asked us to.' } };
  },
  'POST /api/v1/author/payout-account': async (money) => ({
    as: (await money.author()).cookie,
    url: '/author/payout-account',
  }),
  'POST /api/v1/finance/payout-holds/{id}/end': async (money) => {
    const { orgId } = await money.author();
    const hold = { org_id: orgId, kind: 'manual', basis_points: 1_000, reason: 'Reviewed manually.' };
    const { id } = await money.must(money.preparer, '/finance/payout-holds', hold);
    return { as: money.preparer, url: `/finance/payout-holds/${id}/end`, body: { ...REASON, release_now: true } };
  },
  'POST /api/v1/finance/payout-runs/{id}/give-up-failed': async (money) => {
    const id = await failed(money);
    // The next run has to pay it.
    await money.payeeCan('active');
    return { as: money.preparer, url: `/finance/payout-runs/${id}/give-up-failed`, body: REASON };
  },
  'POST /api/v1/finance/payout-runs/{id}/retry-failed': async (money) => {
    const id = await failed(money);
    await money.payeeCan('active');
    return { as: money.preparer, url: `/finance/payout-runs/${id}/retry-failed` };
  },
  'POST /api/v1/finance/recoveries': async (money) => ({
    as: money.preparer,
    url: '/finance/recoveries',
    body: { org_id: await money.indebted(), currency: 'usd', how: 'written_off', ...REASON },
  }),
  'POST /api/v1/approvals/{id}/approve': async (money) => {
    const recovery = { org_id: await money.indebted(), currency: 'usd', how: 'written_off', ...REASON };
    const { id, digest } = await money.must<Proposed>(money.preparer, '/finance/recoveries', recovery);
    return { as: money.approver, url: `/approvals/${id}/approve`, body: { digest } };
  },
  'POST /api/v1/finance/disputes/{id}/accept': async (money) => ({
    as: money.preparer,
    url: `/finance/disputes/${await money.disputed()}/accept`,
  }),
  'POST /api/v1/finance/exceptions/{id}/write-off': async (money) => ({
    as: money.preparer,
    url: `/finance/exceptions/${await money.unexplained()}/write-off`,
    body: { account: 'bad_debt', ...REASON },
  }),
  // Last: the double payment is in the books of the provider only.
  'POST /api/v1/finance/invoices/{id}/surplus-refunds': async (money) => ({
    as: money.preparer,
    url: `/finance/invoices/${await money.paidTwice()}/surplus-refunds`,
    body: { note: WHY.note, confirm_minor: String(PRICE) },
  }),
};
