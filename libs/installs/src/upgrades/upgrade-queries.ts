import { Injectable } from '@nestjs/common';
import { AppError, Clock, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, revisionOf, Transactor, type RowOf } from '@portal/platform/database';
import type { HostUpgradesQuery } from '../host-api/host-installs.dto.js';
import type { HostUpgradeView } from '../host-api/host-installs.view.js';
import { InstallPrices } from '../install/install-prices.js';
import { currentPriceView, permissionViews, priceView, type InstallRow } from '../install/read/install-queries.js';
import type { AdoptionView } from './adoption.view.js';
import type { InstallPriceView, UpgradePolicyView, UpgradeView } from '../install/read/installs.view.js';
import { UpgradeTerms } from './upgrade-terms.js';

type PromptRow = RowOf<
  Omit<UpgradeView, 'permissions' | 'price_before' | 'price_after' | 'price_known' | 'settings'>,
  'opened_at' | 'reminded_at' | 'remind_at'
> &
  Pick<InstallRow, 'drive_id' | 'venture_id' | 'price_id' | 'amount' | 'currency'> & {
    permissions: string[];
    to_revision_id: string;
    pay_in: string;
  };

type AdoptedVersion = AdoptionView['versions'][number];
type AdoptionRow = RowOf<Omit<AdoptedVersion, 'days'>, 'published_at'> & AdoptedVersion['days'][number];
const ADOPTION_DAYS = 28;

type OpenRow = RowOf<HostUpgradeView, 'opened_at' | 'remind_at'> & { id: string };

const pretty = (canonical: string): string => JSON.stringify(JSON.parse(canonical), null, 2);

/** Upgrades as operators, authors and the host see them. */
@Injectable()
export class UpgradeQueries {
  constructor(
    private readonly database: Database,
    private readonly prices: InstallPrices,
    private readonly clock: Clock,
    private readonly transactor: Transactor,
    private readonly terms: UpgradeTerms,
  ) {}

  async policy(tenantId: string): Promise<UpgradePolicyView> {
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
  async ofInstall(id: string): Promise<UpgradeView | undefined> {
    const [row] = await this.database.query<PromptRow>(
      `select p.state, p.from_version, p.to_version, p.digest, listings.version_notes(i.drive_id, p.to_version) as notes, d.changes, p.permissions, p.outcome, p.reasons, p.opened_at, p.reminded_at, p.remind_at,
         p.to_revision_id, i.drive_id, i.venture_id, i.price_id, i.amount::text as amount, i.currency, coalesce(i.currency, t.currency) as pay_in,
         convert_from(b.canonical, 'UTF8') as manifest_before, convert_from(a.canonical, 'UTF8') as manifest_after
       from installs.upgrade_prompts p join installs.installs i on i.id = p.install_id join installs.tenants t on t.id = i.tenant_id
         join installs.upgrade_differences d using (from_revision_id, to_revision_id)
         join listings.revisions b on b.id = p.from_revision_id join listings.revisions a on a.id = p.to_revision_id
       where p.install_id = $1 order by p.state = 'open' desc, p.opened_at desc, p.id desc limit 1`,
      [id],
    );
    if (!row) return undefined;
    const { to_revision_id, drive_id, venture_id, price_id, amount, currency, pay_in, ...prompt } = row;
    const after = await this.priceAfter(drive_id, to_revision_id, venture_id, pay_in);
    return {
      ...isoDates(prompt),
      changes: row.changes.map(({ level, pointer, sentence }) => ({ level, pointer, sentence })),
      permissions: permissionViews(row.permissions),
      price_before: priceView({ price_id, amount, currency }),
      price_after: after ?? null,
      price_known: after !== undefined,
      manifest_before: pretty(row.manifest_before),
      manifest_after: pretty(row.manifest_after),
      settings:
        row.state === 'open' ? await this.transactor.run((tx) => this.terms.preview(tx, id, to_revision_id)) : null,
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
      const price = await this.prices.find({ driveId, revision: revisionId, currency, at, ventureId });
      return price && currentPriceView(price);
    } catch (error) {
      // A Drive that left the catalogue has no price either; the offer is still to be read.
      if (error instanceof AppError && error.code === 'listing_not_found') return undefined;
      throw error;
    }
  }

  /** Unanswered upgrades of every tenant, newest first. Tenants by the ids of the host, the Drive by its slug. */
  async open({ limit, cursor, tenant, drive }: HostUpgradesQuery): Promise<Page<HostUpgradeView>> {
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)[0];
    const rows = await this.database.query<OpenRow>(
      `select p.id, p.install_id, t.external_id as tenant_external_id, v.external_id as venture_external_id, d.slug as drive, p.from_version,
         p.to_version, p.outcome, p.reasons, p.opened_at, p.remind_at
       from installs.upgrade_prompts p join installs.installs i on i.id = p.install_id join installs.tenants t on t.id = i.tenant_id
         join installs.ventures v on v.id = i.venture_id join authors.drive_reservations d on d.id = i.drive_id
       where p.state = 'open' and i.state = 'active' and ($1::uuid is null or p.id < $1) and ($3::text is null or t.external_id = $3)
         and ($4::text is null or d.slug = $4)
       order by p.id desc limit $2`,
      [before, limit + 1, tenant ?? null, drive ?? null],
    );
    return toPage(rows, limit, ['id'], ({ id: _id, ...row }) => isoDates(row));
  }

  /** The five newest versions; days in UTC, at most 28 per version, the first is the day of publishing. */
  async adoption(driveId: string): Promise<AdoptionView> {
    const rows = await this.database.query<AdoptionRow>(
      `with versions as (
         select p.revision_id, r.version, max(p.published_at) as published_at from listings.publications p join listings.revisions r on r.id = p.revision_id
         where p.drive_id = $1 group by 1, 2 order by 3 desc limit 5),
       totals as (
         select v.*,
           (select count(*)::int from installs.installs i where i.drive_id = $1 and i.state = 'active' and i.revision_id = v.revision_id) as running,
           count(p.id) filter (where p.state = 'open')::int as waiting, count(p.id) filter (where p.state = 'declined')::int as declined
         from versions v left join installs.upgrade_prompts p on p.to_revision_id = v.revision_id group by 1, 2, 3)
       select t.revision_id, t.version, t.published_at, t.running, t.waiting, t.declined, to_char(d.day, 'YYYY-MM-DD') as day,
         (select count(*)::int from installs.upgrade_prompts p where p.to_revision_id = t.revision_id and p.state = 'accepted'
           and p.answered_at >= d.day at time zone 'UTC' and p.answered_at < (d.day + interval '1 day') at time zone 'UTC') as upgraded
       from totals t cross join lateral generate_series(date_trunc('day', t.published_at at time zone 'UTC'),
         least(date_trunc('day', t.published_at at time zone 'UTC') + ${ADOPTION_DAYS - 1} * interval '1 day', date_trunc('day', platform.portal_now() at time zone 'UTC')),
         interval '1 day') as d(day)
       order by t.published_at desc, t.revision_id, d.day`,
      [driveId],
    );
    const versions = new Map<string, AdoptionView['versions'][number]>();
    for (const { day, upgraded, ...row } of rows) {
      const version = versions.get(row.revision_id) ?? { ...isoDates(row), days: [] };
      version.days.push({ day, upgraded });
      versions.set(row.revision_id, version);
    }
    return { versions: [...versions.values()] };
  }
}
