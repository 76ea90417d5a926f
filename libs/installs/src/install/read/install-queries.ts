import { Injectable } from '@nestjs/common';
import { describePermission, mountUrlRefusal, type ManifestQuota } from '@portal/contract';
import { AppError, Clock, decodeCursor, invariant, toPage, type Page } from '@portal/kernel';
import type { BillingModel } from '@portal/listings';
import { Database, revisionOf } from '@portal/platform/database';
import { typedId } from '@portal/platform/http';
import { quotaUse } from '../domain/quota.js';
import { CALL_COLUMNS, callPlanView, OPEN_CALL, type CallPlanRow } from './call-plan.view.js';
import { accentOf, pagesOf, type ExposedRoute } from '../../embed/domain/plugin-pages.js';
import type { InstallFilter } from '../domain/install-state.js';
import { PreviewSettings } from './preview-settings.js';
import { lapseView, type LapseRow } from '../../compliance/http/compliance-lapse.view.js';
import { InstallPrices } from '../install-prices.js';
import type {
  InstallPriceView,
  InstallView,
  MetricsView,
  HostTenantView,
  TenantView,
  UpgradePolicyView,
  UpgradeView,
  VentureView,
} from './installs.view.js';

export interface InstallRow extends CallPlanRow {
  id: string;
  state: string;
  drive_id: string;
  slug: string;
  name: string;
  category: string | null;
  support_url: string | null;
  support_email: string | null;
  tenant_id: string;
  tenant_name: string;
  tenant_external_id: string;
  venture_id: string;
  venture_name: string;
  venture_external_id: string;
  operator_email: string;
  version: string | null;
  digest: string;
  permissions: string[];
  config: object;
  amount: string;
  currency: string | null;
  price_id: string | null;
  billing_model: BillingModel | null;
  trial_days: number;
  trial_ends_at: Date | null;
  mount_url: string | null;
  drive_origin: string | null;
  host_origin: string | null;
  routes: ExposedRoute[] | null;
  accent_color: string | null;
  embeds: boolean;
  failure: string | null;
  token_refused_at: Date | null;
  token_proof: string | null;
  upgrade_available: boolean;
  upgrade_declined: boolean;
  suspended_at: Date | null;
  paused_at: Date | null;
  compliance_lapses: LapseRow[];
  unreachable_since: Date | null;
  activated_at: Date | null;
  ended_at: Date | null;
  ends_at: Date | null;
  ends_reason: string | null;
  created_at: Date;
}

// An install has the name that its operator agreed to; the listing may have another one since.
export const SELECT_INSTALLS = `select i.id, i.state, i.drive_id, d.slug, coalesce(r.manifest->>'name', d.slug) as name, r.manifest->>'category' as category,
    r.manifest->>'supportUrl' as support_url, r.manifest->>'supportEmail' as support_email, i.tenant_id, t.name as tenant_name, t.external_id as tenant_external_id, i.venture_id, v.name as venture_name, v.external_id as venture_external_id, i.operator_email,
    i.version, i.digest, i.permissions,
    i.config, i.amount, i.currency, i.price_id, i.trial_days, i.mount_url, coalesce(live.origin, r.origin) as drive_origin, r.manifest#>>'{installReturns,hostOrigin}' as host_origin, r.manifest->'routesExposed' as routes, r.manifest->>'accentColor' as accent_color,
    coalesce(r.manifest->'capabilities' ? 'provision_widget' and r.manifest#>>'{installReturns,embedSnippet}' is not null, false) as embeds, i.failure, i.token_refused_at, i.token_proof, i.unreachable_since, i.activated_at, i.ended_at, i.created_at,
    case when i.trial_days > 0 then i.activated_at + i.trial_days * interval '24 hours' end as trial_ends_at,
    case when i.price_id is not null and i.state = 'active' then t.suspended_at end as suspended_at, case when i.state = 'active' then i.paused_at end as paused_at,
    case when i.state = 'active' then (select coalesce(jsonb_agg(to_jsonb(x) order by x.since, x.gap), '[]') from installs.compliance_lapses x
      where x.install_id = i.id and x.ended_at is null) else '[]' end as compliance_lapses,
    (select c.model from listings.commercial_changes c where c.drive_id = i.drive_id and c.kind = 'billing_model' and c.state = 'approved'
      and c.effective_from <= (select platform.portal_now()) order by c.effective_from desc limit 1) as billing_model,
    exists (select 1 from installs.upgrade_prompts p where p.install_id = i.id and p.state = 'open') as upgrade_available,
    i.state = 'active' and exists (select 1 from installs.upgrade_prompts p where p.install_id = i.id and p.state = 'declined' and p.to_revision_id =
      (select u.revision_id from listings.publications u where u.drive_id = i.drive_id and u.prompts order by u.published_at desc, u.id desc limit 1)) as upgrade_declined,
    s.retires_at as ends_at, s.reason as ends_reason, ${CALL_COLUMNS}
  from installs.installs i join installs.tenants t on t.id = i.tenant_id join installs.ventures v on v.id = i.venture_id
    join authors.drive_reservations d on d.id = i.drive_id left join listings.revisions r on r.id = i.revision_id
    left join listings.listings l on l.drive_id = i.drive_id left join listings.revisions live on live.id = l.live_revision_id
    left join listings.deprecations s on s.drive_id = i.drive_id and s.withdrawn_at is null and s.retired_at is null
    ${OPEN_CALL}`;

const FILTERS = `case when i.state = 'active' and exists (select from installs.upgrade_prompts w where w.install_id = i.id and w.state = 'open') then 'upgrade'
  when i.state = 'active' then 'active' when i.state in ('failed', 'revoked') then 'ended' else 'moving' end`;

/** Somebody has to decide; of the install `i` and its open call `c`. */
export const ATTENTION = `(c.state = 'attention' or i.state = 'active' and (i.token_refused_at is not null
  or exists (select from installs.compliance_lapses x where x.install_id = i.id and x.ended_at is null)))`;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const pretty = (canonical: string): string => JSON.stringify(JSON.parse(canonical), null, 2);
export const permissionViews = (names: readonly string[]): { name: string; text: string }[] =>
  names.map((name) => ({ name, text: describePermission(name).text }));

/** Views for operators and the host; always limited to the given tenants. */
@Injectable()
export class InstallQueries {
  constructor(
    private readonly database: Database,
    private readonly prices: InstallPrices,
    private readonly clock: Clock,
    private readonly settings: PreviewSettings,
  ) {}

  async tenants(limit: number, cursor?: string): Promise<Page<HostTenantView>> {
    const after = cursor === undefined ? null : decodeCursor(cursor, 1)[0];
    const rows = await this.database.query<{ id: string; name: string; external_id: string; currency: string }>(
      'select id, name, external_id, currency from installs.tenants where ($1::uuid is null or id < $1) order by id desc limit $2',
      [after, limit + 1],
    );
    return toPage(rows, limit, (row) => [row.id], hostTenantView);
  }

  /** Of a tenant that exists. */
  async tenant(id: string): Promise<HostTenantView> {
    const [row] = await this.database.query<{ id: string; name: string; external_id: string; currency: string }>(
      'select id, name, external_id, currency from installs.tenants where id = $1',
      [id],
    );
    invariant(row, 'tenants are never removed');
    return hostTenantView(row);
  }

  /**
   * By name.
   * @param q a part of the name, or the id
   * @throws AppError `invalid_cursor`
   */
  async operatedTenants(
    tenantIds: readonly string[],
    { limit, cursor, q }: { limit: number; cursor?: string; q?: string },
  ): Promise<Page<TenantView>> {
    const [afterName, afterId] = cursor === undefined ? [null, null] : decodeCursor(cursor, 2).map(String);
    const rows = await this.database.query<TenantView>(
      `select id, name, external_id from installs.tenants
       where id = any($1::uuid[]) and ($2::text is null or strpos(lower(name), lower($2)) > 0 or id = $6)
         and ($3::text is null or (name, id::text) > ($3, $4::text))
       order by name, id::text limit $5`,
      [tenantIds, q?.trim() || null, afterName, afterId, limit + 1, typedId(q?.trim() ?? '')],
    );
    return toPage(
      rows,
      limit,
      (row) => [row.name, row.id],
      (row) => ({ id: row.id, name: row.name, external_id: row.external_id }),
    );
  }

  /**
   * Of a tenant that exists, by name.
   * @throws AppError `invalid_cursor`
   */
  async venturesOf(tenantId: string, { limit, cursor }: { limit: number; cursor?: string }): Promise<Page<TenantView>> {
    const [afterName, afterId] = cursor === undefined ? [null, null] : decodeCursor(cursor, 2).map(String);
    const rows = await this.database.query<TenantView>(
      `select id, name, external_id from installs.ventures
       where tenant_id = $1 and ($2::text is null or (name, id::text) > ($2, $3::text)) order by name, id::text limit $4`,
      [tenantId, afterName, afterId, limit + 1],
    );
    return toPage(
      rows,
      limit,
      (row) => [row.name, row.id],
      (row) => ({ id: row.id, name: row.name, external_id: row.external_id }),
    );
  }

  /**
   * By the name of the tenant and their own.
   * @param q a part of the name of a venture or of its tenant, or the id of a venture
   * @throws AppError `invalid_cursor`
   */
  async ventures(
    tenantIds: readonly string[],
    { limit, cursor, q }: { limit: number; cursor?: string; q?: string },
  ): Promise<Page<VentureView>> {
    const [afterTenant, afterName, afterId] =
      cursor === undefined ? [null, null, null] : decodeCursor(cursor, 3).map(String);
    const rows = await this.database.query<VentureView>(
      `select v.id, v.name, v.external_id, v.tenant_id, t.name as tenant_name from installs.ventures v join installs.tenants t on t.id = v.tenant_id
       where v.tenant_id = any($1::uuid[]) and ($2::text is null or strpos(lower(v.name || ' ' || t.name), lower($2)) > 0 or v.id = $3)
         and ($4::text is null or (t.name, v.name, v.id::text) > ($4, $5::text, $6::text))
       order by t.name, v.name, v.id::text limit $7`,
      [tenantIds, q?.trim() || null, typedId(q?.trim() ?? ''), afterTenant, afterName, afterId, limit + 1],
    );
    return toPage(
      rows,
      limit,
      (row) => [row.tenant_name, row.name, row.id],
      ({ id, name, external_id, tenant_id, tenant_name }) => ({ id, name, external_id, tenant_id, tenant_name }),
    );
  }

  /** By a part of the name of the venture or of its tenant; at most 20. For staff who have a name and need the thing. */
  findVentures(q: string): Promise<VentureView[]> {
    return this.database.query<VentureView>(
      `select v.id, v.name, v.external_id, v.tenant_id, t.name as tenant_name from installs.ventures v join installs.tenants t on t.id = v.tenant_id
       where strpos(lower(v.name || ' ' || t.name), lower($1)) > 0 order by t.name, v.name, v.id limit 20`,
      [q.trim()],
    );
  }

  async list(
    tenantIds: readonly string[],
    { limit, cursor, q, status }: { limit: number; cursor?: string; q?: string; status?: InstallFilter },
  ): Promise<Page<InstallView>> {
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)[0];
    const rows = await this.database.query<InstallRow>(
      `${SELECT_INSTALLS} where i.tenant_id = any($1::uuid[]) and ($2::uuid is null or i.id < $2)
         and ($4::text is null or strpos(lower(coalesce(r.manifest->>'name', d.slug)), lower($4)) > 0 or strpos(lower(v.name || ' ' || t.name), lower($4)) > 0 or i.id = $6)
         and ($5::text is null or $5 = 'attention' and ${ATTENTION} or ${FILTERS} = any(case $5 when 'active' then array['active', 'upgrade'] else array[$5] end))
       order by i.id desc limit $3`,
      [tenantIds, before, limit + 1, q?.trim() || null, status ?? null, typedId(q?.trim() ?? '')],
    );
    return toPage(rows, limit, (row) => [row.id], installView);
  }

  /** Undefined for an install that does not exist and for one of another tenant. */
  async find(id: string, tenantIds: readonly string[]): Promise<InstallView | undefined> {
    const [row] = await this.database.query<InstallRow>(
      `${SELECT_INSTALLS} where i.id = $1 and i.tenant_id = any($2::uuid[])`,
      [id, tenantIds],
    );
    return row && installView(row);
  }

  async metrics(id: string): Promise<MetricsView> {
    const [row] = await this.database.query<{
      metrics: object | null;
      health: object | null;
      billing: object | null;
      polled_at: Date | null;
      unreachable_since: Date | null;
      quota: ManifestQuota | null;
      exceeded: boolean;
    }>(
      `select i.metrics, i.health, i.billing, i.polled_at, i.unreachable_since,
         case when r.manifest->'capabilities' ? 'quota' then nullif(r.manifest->'quota', 'null') end as quota,
         exists (select from installs.readings d where d.install_id = i.id and d.problem = 'quota_exceeded') as exceeded
       from installs.installs i left join listings.revisions r on r.id = i.revision_id where i.id = $1`,
      [id],
    );
    const quota = quotaUse(row?.quota ?? null, row?.metrics ?? null);
    return {
      metrics: row?.metrics ?? null,
      health: row?.health ?? null,
      billing: row?.billing ?? null,
      quota: quota && {
        unit: quota.unit,
        limit: quota.limit,
        used: quota.used,
        overage_policy: quota.overagePolicy,
        exceeded: row!.exceeded,
      },
      at: iso(row?.polled_at ?? null),
      unreachable_since: iso(row?.unreachable_since ?? null),
    };
  }

  async upgradePolicy(tenantId: string): Promise<UpgradePolicyView> {
    const [row] = await this.database.query<{ accepts: string; reminders: boolean }>(
      'select accepts, reminders from installs.upgrade_policies where tenant_id = $1',
      [tenantId],
    );
    return {
      tenant_id: tenantId,
      revision: revisionOf(row ?? null),
      accepts: row?.accepts ?? 'nothing',
      reminders: row?.reminders ?? true,
    };
  }

  /** The newest prompt of an install that is open or was answered. */
  async upgrade(id: string): Promise<UpgradeView | undefined> {
    const [row] = await this.database.query<{
      state: string;
      from_version: string | null;
      to_version: string | null;
      digest: string;
      changes: { level: string; pointer: string; sentence: string }[];
      permissions: string[];
      outcome: 'alone' | 'consent' | 'blocked';
      reasons: string[];
      opened_at: Date;
      manifest_before: string;
      manifest_after: string;
      reminded_at: Date | null;
      remind_at: Date | null;
      to_revision_id: string;
      drive_id: string;
      venture_id: string;
      price_id: string | null;
      amount: string;
      currency: string | null;
      pay_in: string;
    }>(
      `select p.state, p.from_version, p.to_version, p.digest, d.changes, p.permissions, p.outcome, p.reasons, p.opened_at, p.reminded_at, p.remind_at,
         p.to_revision_id, i.drive_id, i.venture_id, i.price_id, i.amount::text as amount, i.currency, coalesce(i.currency, t.currency) as pay_in,
         convert_from(b.canonical, 'UTF8') as manifest_before, convert_from(a.canonical, 'UTF8') as manifest_after
       from installs.upgrade_prompts p join installs.installs i on i.id = p.install_id join installs.tenants t on t.id = i.tenant_id
         join installs.upgrade_differences d using (from_revision_id, to_revision_id)
         join listings.revisions b on b.id = p.from_revision_id join listings.revisions a on a.id = p.to_revision_id
       where p.install_id = $1 order by p.state = 'open' desc, p.opened_at desc, p.id desc limit 1`,
      [id],
    );
    if (!row) return undefined;
    const after = await this.priceAfter(row.drive_id, row.to_revision_id, row.venture_id, row.pay_in);
    return {
      state: row.state,
      from_version: row.from_version,
      to_version: row.to_version,
      digest: row.digest,
      changes: row.changes.map(({ level, pointer, sentence }) => ({ level, pointer, sentence })),
      permissions: permissionViews(row.permissions),
      outcome: row.outcome,
      reasons: row.reasons,
      price_before: priceView(row),
      price_after: after ?? null,
      price_known: after !== undefined,
      opened_at: row.opened_at.toISOString(),
      manifest_before: pretty(row.manifest_before),
      manifest_after: pretty(row.manifest_after),
      settings: row.state === 'open' ? await this.settings.of(id, row.to_revision_id) : null,
      reminded_at: iso(row.reminded_at),
      remind_at: iso(row.remind_at),
    };
  }

  /** Price of the revision for that venture now; null: free, undefined: the host has no price for it. */
  private async priceAfter(
    driveId: string,
    revisionId: string,
    ventureId: string,
    currency: string,
  ): Promise<InstallPriceView | null | undefined> {
    const at = this.clock.now();
    try {
      const price = await this.prices.find({
        driveId,
        revisionId,
        currency,
        at,
        ventureId,
      });
      return price && { amount_minor: price.amountMinor.toString(), currency: price.currency, interval: 'month' };
    } catch (error) {
      // A Drive that left the catalogue has no price either; the offer is still to be read.
      if (error instanceof AppError && error.code === 'listing_not_found') return undefined;
      throw error;
    }
  }
}

export const priceView = (row: Pick<InstallRow, 'price_id' | 'amount' | 'currency'>): InstallPriceView | null =>
  row.price_id === null ? null : { amount_minor: row.amount, currency: row.currency ?? 'usd', interval: 'month' };

const hostTenantView = (row: { id: string; name: string; external_id: string; currency: string }): HostTenantView => ({
  id: row.id,
  name: row.name,
  external_id: row.external_id,
  currency: row.currency,
  currency_revision: revisionOf({ currency: row.currency }),
});

const PAUSED = 'It is paused because a requirement is not met.';

/** Why it is not opened, in a sentence; null: nothing prevents it. */
function refusalOf(row: InstallRow): string | null {
  if (row.paused_at && (row.mount_url !== null || row.routes?.length)) return PAUSED;
  return row.mount_url === null ? null : mountUrlRefusal(row.mount_url, row.drive_origin ?? '', row.host_origin);
}

export function installView(row: InstallRow): InstallView {
  const refused = refusalOf(row);
  const opens = refused === null && row.state === 'active';
  return {
    id: row.id,
    state: row.state,
    drive_id: row.drive_id,
    slug: row.slug,
    name: row.name,
    category: row.category,
    support_url: row.support_url,
    support_email: row.support_email,
    tenant_id: row.tenant_id,
    tenant_name: row.tenant_name,
    venture_id: row.venture_id,
    venture_name: row.venture_name,
    version: row.version,
    digest: row.digest,
    permissions: permissionViews(row.permissions),
    config: row.config,
    price: priceView(row),
    billing_model: row.billing_model ?? 'platform',
    trial_days: row.trial_days,
    trial_ends_at: iso(row.trial_ends_at),
    mount_url: refused === null ? row.mount_url : null,
    cannot_open: refused,
    pages: opens
      ? pagesOf({ name: row.name, mountUrl: row.mount_url, origin: row.drive_origin }, row.routes ?? [])
      : [],
    accent_color: accentOf(row.accent_color),
    embeds: row.embeds,
    failure: row.failure,
    call: callPlanView(row),
    token_refused_at: iso(row.token_refused_at),
    token_proof: row.token_proof,
    upgrade_available: row.upgrade_available,
    upgrade_declined: row.upgrade_declined,
    suspended_at: iso(row.suspended_at),
    paused_at: iso(row.paused_at),
    compliance_lapses: row.compliance_lapses.map(lapseView),
    unreachable_since: iso(row.unreachable_since),
    activated_at: iso(row.activated_at),
    ended_at: iso(row.ended_at),
    ends_at: iso(row.ends_at),
    ends_reason: row.ends_reason,
    created_at: row.created_at.toISOString(),
  };
}
