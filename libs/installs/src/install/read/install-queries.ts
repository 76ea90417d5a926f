import { Injectable } from '@nestjs/common';
import { offMessage, offOf } from '@portal/approvals';
import { describePermission, mountUrlRefusal, type ManifestQuota } from '@portal/contract';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import type { BillingModel } from '@portal/listings';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { typedId } from '@portal/platform/http';
import { INSTALL_SQL, INSTALL_WORDS } from '../domain/install-capabilities.js';
import { quotaUse } from '../domain/quota.js';
import { CALL_COLUMN, callPlanView, OPEN_CALL, type CallPlanRow } from './call-plan.view.js';
import { accentOf, pagesOf, type ExposedRoute } from '../../embed/domain/plugin-pages.js';
import type { InstallPrice } from '../install-prices.js';
import type { InstallsQuery } from '../http/installs.dto.js';
import { lapseView, type LapseRow } from '../../compliance/read/compliance-lapse.view.js';
import type { InstallPriceView, InstallView, MetricsView, RunningInstallsView } from './installs.view.js';

type Instant =
  | 'trial_ends_at'
  | 'token_refused_at'
  | 'suspended_at'
  | 'paused_at'
  | 'unreachable_since'
  | 'refused_since'
  | 'signed_at'
  | 'activated_at'
  | 'ended_at'
  | 'ends_at'
  | 'created_at';
type Computed = 'permissions' | 'price' | 'billing_model' | 'cannot_open' | 'pages' | 'call' | 'compliance_lapses';

export type InstallRow = RowOf<Omit<InstallView, Computed>, Instant> &
  CallPlanRow & {
    tenant_external_id: string;
    venture_external_id: string;
    operator_email: string;
    permissions: string[];
    price_id: string | null;
    amount: string;
    currency: string | null;
    billing_model: BillingModel | null;
    drive_origin: string | null;
    host_origin: string | null;
    routes: ExposedRoute[] | null;
    opens_pages: boolean;
    pages_off: { until: string; reason: string } | null;
    compliance_lapses: LapseRow[];
  };

/** Whether its signed calls are refused, and the last one that succeeded: at first the install request. */
export const SIGNED_COLUMNS = `i.refusal, i.refused_since, coalesce(i.signed_at, i.activated_at) as signed_at,
  coalesce(i.signed_endpoint, case when i.activated_at is not null then 'install' end) as signed_endpoint`;

/** An install `i` with what is around it. */
const INSTALLS = `installs.installs i join installs.tenants t on t.id = i.tenant_id join installs.ventures v on v.id = i.venture_id
    join authors.drive_reservations d on d.id = i.drive_id left join listings.revisions r on r.id = i.revision_id
    left join listings.listings l on l.drive_id = i.drive_id left join listings.revisions live on live.id = l.live_revision_id
    left join listings.deprecations s on s.drive_id = i.drive_id and s.withdrawn_at is null and s.retired_at is null
    ${OPEN_CALL}`;

// An install has the name that its operator agreed to; the listing may have another one since.
export const SELECT_INSTALLS = `select i.id, i.state, i.drive_id, d.slug, coalesce(r.manifest->>'name', d.slug) as name, r.manifest->>'category' as category,
    r.manifest->>'supportUrl' as support_url, r.manifest->>'supportEmail' as support_email, i.tenant_id, t.name as tenant_name, t.external_id as tenant_external_id, i.venture_id, v.name as venture_name, v.external_id as venture_external_id, i.operator_email,
    i.version, i.digest, i.permissions,
    i.config, i.amount, i.currency, i.price_id, i.trial_days, i.mount_url, coalesce(live.origin, r.origin) as drive_origin, r.manifest#>>'{installReturns,hostOrigin}' as host_origin, r.manifest->'routesExposed' as routes, r.manifest->>'accentColor' as accent_color,
    coalesce(r.manifest->'capabilities' ? 'provision_widget' and r.manifest#>>'{installReturns,embedSnippet}' is not null, false) as embeds, i.failure, i.token_refused_at, i.token_proof, i.unreachable_since, ${SIGNED_COLUMNS}, i.activated_at, i.ended_at, i.created_at,
    case when i.trial_days > 0 then i.activated_at + i.trial_days * interval '24 hours' end as trial_ends_at,
    case when i.price_id is not null and i.state = 'active' then t.suspended_at end as suspended_at, case when i.state = 'active' then i.paused_at end as paused_at,
    case when i.state = 'active' then (select coalesce(jsonb_agg(to_jsonb(x) order by x.since, x.gap), '[]') from installs.compliance_lapses x
      where x.install_id = i.id and x.ended_at is null) else '[]' end as compliance_lapses,
    (select c.model from listings.commercial_changes c where c.drive_id = i.drive_id and c.kind = 'billing_model'
      and c.effective_from <= (select platform.portal_now()) order by c.effective_from desc limit 1) as billing_model,
    i.state in (${INSTALL_SQL.open_pages}) and i.paused_at is null as opens_pages, ${offOf('install', 'open_pages', 'i.id')} as pages_off, exists (select 1 from installs.upgrade_prompts p where p.install_id = i.id and p.state = 'open') as upgrade_available,
    i.state = 'active' and exists (select 1 from installs.upgrade_prompts p where p.install_id = i.id and p.state = 'declined' and p.to_revision_id =
      (select u.revision_id from listings.publications u where u.drive_id = i.drive_id and u.prompts order by u.published_at desc, u.id desc limit 1)) as upgrade_declined,
    s.retires_at as ends_at, s.reason as ends_reason, ${CALL_COLUMN}
  from ${INSTALLS}`;

const FILTERS = `case when i.state = 'active' and exists (select from installs.upgrade_prompts w where w.install_id = i.id and w.state = 'open') then 'upgrade'
  when i.state = 'active' then 'active' when i.state in ('failed', 'revoked') then 'ended' else 'moving' end`;

/** Whether a person has to decide, by the install `i` and its open call `c`. */
export const ATTENTION = `(c.state = 'attention' or i.state = 'active' and (i.token_refused_at is not null
  or exists (select from installs.compliance_lapses x where x.install_id = i.id and x.ended_at is null)))`;

/** Whether it does not respond, or waits for a person or an upgrade. */
const WAITS = `(${ATTENTION} or ${FILTERS} = 'upgrade' or i.state = 'active' and i.unreachable_since is not null) is true`;

export const permissionViews = (names: readonly string[]): { name: string; text: string }[] =>
  names.map((name) => ({ name, text: describePermission(name).text }));

/** Greater than every id. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Views for operators and the host; always limited to the given tenants. */
@Injectable()
export class InstallQueries {
  constructor(private readonly database: Database) {}

  /** @param waitingFirst on a first page only: a cursor is of the list that is newest first */
  async list(
    tenantIds: readonly string[],
    { limit, cursor, q, status, waitingFirst }: InstallsQuery & { waitingFirst?: boolean },
  ): Promise<Page<InstallView>> {
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)[0];
    const search = q?.trim() || null;
    const from =
      search === null
        ? `installs.installs i ${OPEN_CALL} where $5::text is null and $6::uuid is null`
        : `${INSTALLS} where (strpos(lower(coalesce(r.manifest->>'name', d.slug)), lower($5)) > 0 or strpos(lower(v.name || ' ' || t.name), lower($5)) > 0 or i.id = $6)`;
    const matches =
      status === undefined
        ? '$4::text is null'
        : `($4 = 'attention' and ${ATTENTION} or ${FILTERS} = any(case $4 when 'active' then array['active', 'upgrade'] else array[$4] end))`;
    const waits = waitingFirst ? WAITS : 'not true';
    // What a row shows is read only for the rows of the page, which an index finds when nothing is searched.
    const rows = await this.database.query<InstallRow>(
      `${SELECT_INSTALLS} where i.id = any(array(
         select p.id from unnest($1::uuid[]) own(tenant_id) cross join lateral (
           select i.id, ${waits} as waits from ${from}
             and i.tenant_id = own.tenant_id and i.id < coalesce($2::uuid, '${LAST_ID}') and ${matches}
           order by waits desc, i.id desc limit $3) p
         order by p.waits desc, p.id desc limit $3))
       order by ${waits} desc, i.id desc`,
      [tenantIds, before, limit + 1, status ?? null, search, typedId(search ?? '')],
    );
    return toPage(rows, limit, ['id'], installView);
  }

  async count(tenantIds: readonly string[]): Promise<RunningInstallsView> {
    const [row] = await this.database.query<RunningInstallsView & Record<string, unknown>>(
      `select count(*)::int as running, count(i.unreachable_since)::int as unreachable, count(*) filter (where ${FILTERS} = 'upgrade')::int as upgrades
       from installs.installs i where i.tenant_id = any($1::uuid[]) and i.state = 'active'`,
      [tenantIds],
    );
    return row!;
  }

  /** Undefined for an install that does not exist and for one of another tenant. */
  async find(id: string, tenantIds: readonly string[]): Promise<InstallView | undefined> {
    const [row] = await this.database.query<InstallRow>(
      `${SELECT_INSTALLS} where i.id = $1 and i.tenant_id = any($2::uuid[])`,
      [id, tenantIds],
    );
    return row && installView(row);
  }

  /** Of an install that exists. */
  async metrics(id: string): Promise<MetricsView> {
    const [found] = await this.database.query<
      RowOf<Omit<MetricsView, 'quota'>, 'at' | 'unreachable_since'> & { quota: ManifestQuota | null; exceeded: boolean }
    >(
      `select i.metrics, i.health, i.billing, i.polled_at as at, i.unreachable_since,
         case when r.manifest->'capabilities' ? 'quota' then nullif(r.manifest->'quota', 'null') end as quota,
         exists (select from installs.readings d where d.install_id = i.id and d.problem = 'quota_exceeded') as exceeded
       from installs.installs i left join listings.revisions r on r.id = i.revision_id where i.id = $1`,
      [id],
    );
    const { quota: cap, exceeded, ...row } = found!;
    const quota = quotaUse(cap, row.metrics);
    return { ...isoDates(row), quota: quota && { ...quota, exceeded } };
  }
}

export const priceView = (row: Pick<InstallRow, 'price_id' | 'amount' | 'currency'>): InstallPriceView | null =>
  row.price_id === null ? null : { amount_minor: row.amount, currency: row.currency ?? 'usd', interval: 'month' };

/** A price as it is now; null: free, or not known. */
export const currentPriceView = (price: InstallPrice | null | undefined): InstallPriceView | null =>
  price ? { amount_minor: price.amountMinor.toString(), currency: price.currency, interval: 'month' } : null;

const PAUSED = 'It is paused because a requirement is not met.';

/** Why it is not opened, in a sentence; null: nothing prevents it. */
function refusalOf(row: InstallRow): string | null {
  if ((row.pages_off || row.paused_at) && (row.mount_url !== null || row.routes?.length))
    return row.pages_off ? offMessage(INSTALL_WORDS.open_pages, row.pages_off) : PAUSED;
  return row.mount_url === null ? null : mountUrlRefusal(row.mount_url, row.drive_origin ?? '', row.host_origin);
}

export function installView(row: InstallRow): InstallView {
  const {
    tenant_external_id: _tenant,
    venture_external_id: _venture,
    operator_email: _operator,
    price_id: _price,
    amount: _amount,
    currency: _currency,
    drive_origin: origin,
    host_origin: _host,
    routes,
    opens_pages: opens,
    pages_off: _off,
    ...install
  } = row;
  const { name, mount_url: mountUrl } = row;
  const refused = refusalOf(row);
  return {
    ...isoDates(install),
    permissions: permissionViews(row.permissions),
    price: priceView(row),
    billing_model: row.billing_model ?? 'platform',
    mount_url: refused === null ? mountUrl : null,
    cannot_open: refused,
    pages: opens && refused === null ? pagesOf({ name, mountUrl, origin }, routes ?? []) : [],
    accent_color: accentOf(row.accent_color),
    call: callPlanView(row),
    compliance_lapses: row.compliance_lapses.map(lapseView),
  };
}
