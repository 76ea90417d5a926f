import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import type { TenantCompliance } from '../tenants/domain/tenant-compliance.js';
import { REMIND_AFTER_DAYS } from './domain/upgrade-reminders.js';
import { UpgradePromptEntity } from './upgrade.entity.js';

export type PromptRow = Pick<
  UpgradePromptEntity,
  'id' | 'installId' | 'toRevisionId' | 'toVersion' | 'digest' | 'permissions'
> & {
  /** Nobody can accept it: see `complianceGaps`. */
  blocked: boolean;
};

/** Active installs that are equal in everything an upgrade depends on. */
export interface UpgradeGroup extends TenantCompliance {
  fromRevisionId: string;
  accepts: string;
  /** Pinned price, minor units. */
  amount: string;
  currency: string | null;
  /** Currency of an upgrade: the currency of the pinned price, else the tenant's. */
  payIn: string;
  count: number;
}

/** Installs of a Drive from one id (without it) to another, both null for all. */
export interface Range {
  after: string | null;
  last: string | null;
}

type Target = Range & {
  revision: {
    driveId: string;
    revisionId: string;
    version: string | null;
    digest: string;
    manifest: { permissionsRequested: readonly string[] };
  };
  /** By currency; null: free. */
  prices: ReadonlyMap<string, { priceId: string; amountMinor: bigint } | null>;
};

/** Active installs that do not run revision $2 and were not offered it; $3 and $4 are the range. */
const OFFERED = `from installs.installs i join installs.tenants t on t.id = i.tenant_id left join installs.upgrade_policies u on u.tenant_id = i.tenant_id
  left join installs.tenant_compliance c on c.tenant_id = i.tenant_id
  where i.drive_id = $1 and i.state = 'active' and i.revision_id <> $2 and ($3::uuid is null or i.id > $3) and ($4::uuid is null or i.id <= $4)
    and not exists (select 1 from installs.upgrade_prompts p where p.install_id = i.id and p.to_revision_id = $2)`;

/** Currency of the charges of install i of tenant t, or of future ones. */
const PAY_IN = 'coalesce(i.currency, t.currency)';

/** What an upgrade of install i depends on, at the instant of that parameter; `same` finds a group's installs again. */
const facts = (
  now: string,
): string => `coalesce(u.accepts, 'nothing') as accepts, i.amount, i.currency, ${PAY_IN} as pay_in,
  coalesce(c.baa_until > ${now}, false) as baa, c.residency, coalesce(c.regulated, false) as regulated`;
const GROUPS = `jsonb_to_recordset($9::jsonb) as g("fromRevisionId" uuid, accepts text, amount bigint, currency text, "payIn" text, baa boolean, residency text, regulated boolean,
  outcome text, reasons text[])`;
const SAME = `g."fromRevisionId" = x.revision_id and g.accepts = x.accepts and g.amount = x.amount and g.currency is not distinct from x.currency and g."payIn" = x.pay_in
  and g.baa = x.baa and g.residency is not distinct from x.residency and g.regulated = x.regulated`;

@Injectable()
export class PromptsRepository {
  /** Revisions of active installs, except the named one, with the currency of their charges. */
  async running(tx: Tx, driveId: string, revisionId: string): Promise<{ revisionIds: string[]; currencies: string[] }> {
    const rows = await tx.query<{ id: string; pay_in: string }>(
      `select distinct i.revision_id as id, ${PAY_IN} as pay_in from installs.installs i join installs.tenants t on t.id = i.tenant_id
       where i.drive_id = $1 and i.state = 'active' and i.revision_id <> $2 order by 1, 2`,
      [driveId, revisionId],
    );
    return {
      revisionIds: [...new Set(rows.map((row) => row.id))],
      currencies: [...new Set(rows.map((row) => row.pay_in))],
    };
  }

  async keepDifferences(tx: Tx, to: string, differences: ReadonlyMap<string, readonly object[]>): Promise<void> {
    await tx.query(
      `insert into installs.upgrade_differences (from_revision_id, to_revision_id, changes)
       select d.id, $1, d.changes from jsonb_to_recordset($2::jsonb) as d(id uuid, changes jsonb) on conflict do nothing`,
      [to, JSON.stringify([...differences].map(([id, changes]) => ({ id, changes })))],
    );
  }

  /** Takes a shared lock: no tenant's policy or compliance changes until the transaction ends. */
  async lockPolicies(tx: Tx): Promise<void> {
    await tx.query('lock table installs.upgrade_policies, installs.tenant_compliance in share mode');
  }

  /**
   * The active installs that do not run the revision, in ranges of `size` and a last one of the rest, which has no end:
   * together they cover every id, so an install that becomes active meanwhile is in one of them.
   */
  async ranges(tx: Tx, driveId: string, to: string, size: number): Promise<Range[]> {
    const rows = await tx.query<{ id: string }>(
      `select id from (select id, row_number() over (order by id) as n from installs.installs
         where drive_id = $1 and state = 'active' and revision_id <> $2) numbered where n % $3 = 0 order by id`,
      [driveId, to, size],
    );
    const ends = rows.map((row) => row.id);
    return [null, ...ends].map((after, n) => ({ after, last: ends[n] ?? null }));
  }

  /** Locks the active installs of the range that do not run the revision, in the order of their ids. */
  async lockInstalls(tx: Tx, driveId: string, to: string, { after, last }: Range): Promise<void> {
    await tx.query(
      `with locked as materialized (select id from installs.installs where drive_id = $1 and state = 'active' and revision_id <> $2
         and ($3::uuid is null or id > $3) and ($4::uuid is null or id <= $4) order by id for no key update)
       select count(*) from locked`,
      [driveId, to, after, last],
    );
  }

  async groups(
    tx: Tx,
    driveId: string,
    to: string,
    range: Range = { after: null, last: null },
  ): Promise<UpgradeGroup[]> {
    return tx.query<UpgradeGroup>(
      `select x.revision_id as "fromRevisionId", x.accepts, x.amount::text as amount, x.currency, x.pay_in as "payIn", x.baa, x.residency, x.regulated, count(*)::int as count
       from (select i.revision_id, ${facts('$5::timestamptz')} ${OFFERED}) x group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8`,
      [driveId, to, range.after, range.last, tx.now],
    );
  }

  /** Ends the open prompts of everybody in the range who is offered the target now. */
  async supersede(tx: Tx, { revision, after, last }: Target): Promise<void> {
    await tx.query(
      `update installs.upgrade_prompts o set state = 'superseded', answered_at = $5 from installs.installs i
       where o.state = 'open' and o.install_id = i.id and ($3::uuid is null or o.install_id > $3) and ($4::uuid is null or o.install_id <= $4)
         and i.drive_id = $1 and i.state = 'active' and i.revision_id <> $2
         and not exists (select 1 from installs.upgrade_prompts p where p.install_id = i.id and p.to_revision_id = $2)`,
      [revision.driveId, revision.revisionId, after, last, tx.now],
    );
  }

  /** Opens a prompt per install of the range; those of groups that upgrade alone are upgraded and returned with their price. */
  async open(
    tx: Tx,
    { revision, prices, after, last }: Target,
    groups: readonly (UpgradeGroup & { outcome: string; reasons: readonly string[] })[],
  ): Promise<{ id: string; priceId: string | null; amount: string; payIn: string }[]> {
    const { driveId, revisionId, version, digest } = revision;
    const permissions = [...revision.manifest.permissionsRequested];
    await tx.query(
      `insert into installs.upgrade_prompts (id, install_id, from_revision_id, from_version, to_revision_id, to_version, digest, permissions,
         outcome, reasons, state, opened_at, answered_at, remind_at)
       select gen_random_uuid(), x.id, x.revision_id, x.version, $2, $5, $6, $7, g.outcome, g.reasons,
         case g.outcome when 'alone' then 'accepted' else 'open' end, $8, case g.outcome when 'alone' then $8::timestamptz end,
         case g.outcome when 'consent' then $8::timestamptz + $10 * interval '1 day' end
       from (select i.id, i.revision_id, i.version, ${facts('$8::timestamptz')} ${OFFERED}) x join ${GROUPS} on ${SAME}`,
      [
        driveId,
        revisionId,
        after,
        last,
        version,
        digest,
        permissions,
        tx.now,
        JSON.stringify(groups),
        REMIND_AFTER_DAYS[0],
      ],
    );
    if (!groups.some((group) => group.outcome === 'alone')) return [];
    // A group without a price in its currency never upgrades automatically, so an install without a price here is free.
    const paid = [...prices].flatMap(([currency, price]) =>
      price ? [{ currency, price_id: price.priceId, amount: price.amountMinor.toString() }] : [],
    );
    return tx.query(
      `update installs.installs i set revision_id = $2, digest = $5, version = $6, permissions = $7, price_id = c.price_id, amount = coalesce(c.amount, 0),
         currency = c.currency
       from installs.upgrade_prompts p join installs.installs o on o.id = p.install_id join installs.tenants t on t.id = o.tenant_id
         left join jsonb_to_recordset($8::jsonb) as c(currency text, price_id uuid, amount bigint) on c.currency = coalesce(o.currency, t.currency)
       where i.drive_id = $1 and i.state = 'active' and i.revision_id <> $2 and ($3::uuid is null or i.id > $3) and ($4::uuid is null or i.id <= $4)
         and p.install_id = i.id and p.to_revision_id = $2 and p.outcome = 'alone'
       returning i.id, i.price_id as "priceId", i.amount::text as amount, coalesce(o.currency, t.currency) as "payIn"`,
      [driveId, revisionId, after, last, digest, version, permissions, JSON.stringify(paid)],
    );
  }

  /** The newest prompt of an install, an open one before all others, if that is its state. */
  async lock(tx: Tx, installId: string, state: 'open' | 'declined'): Promise<PromptRow | undefined> {
    const [row] = await tx.query<PromptRow & { state: string }>(
      `select id, install_id as "installId", to_revision_id as "toRevisionId", to_version as "toVersion", digest, permissions,
         outcome = 'blocked' as blocked, state
       from installs.upgrade_prompts where install_id = $1 order by state = 'open' desc, opened_at desc, id desc limit 1 for update`,
      [installId],
    );
    return row?.state === state ? row : undefined;
  }

  async answer(tx: Tx, id: string, state: 'accepted' | 'declined' | 'superseded', by: string | null): Promise<void> {
    await tx.manager.update(UpgradePromptEntity, { id }, { state, answeredAt: tx.now, answeredBy: by });
  }

  /** A declined one waits for an answer again, and is reminded of from now on. */
  async reopen(tx: Tx, id: string): Promise<void> {
    await tx.query(
      `update installs.upgrade_prompts set state = 'open', answered_at = null, answered_by = null,
         remind_at = case outcome when 'consent' then $2::timestamptz + $3 * interval '1 day' end where id = $1`,
      [id, tx.now, REMIND_AFTER_DAYS[0]],
    );
  }

  /**
   * Plans the next reminder of up to `limit` open prompts that are due for one; returns how many each tenant is to be
   * in the mail of now, none where it wants no reminders or is suspended for debt: there time passes without a notice.
   * Prompts that are being answered at this moment are left for the next run. Empty when nothing was due.
   */
  async remind(tx: Tx, limit: number): Promise<{ tenantId: string; upgrades: number }[]> {
    return tx.query(
      `with due as materialized (
         select p.id, i.tenant_id, i.state = 'active' as runs, coalesce(u.reminders, true) and t.suspended_at is null as wanted
         from installs.upgrade_prompts p join installs.installs i on i.id = p.install_id join installs.tenants t on t.id = i.tenant_id
         left join installs.upgrade_policies u on u.tenant_id = i.tenant_id
         where p.remind_at <= $1 order by i.tenant_id, p.id limit $2 for no key update of p skip locked),
       planned as (
         update installs.upgrade_prompts p set reminded_at = case when due.runs and due.wanted then $1 else p.reminded_at end,
           remind_at = case when due.runs and p.opened_at + $3 * interval '1 day' > $1 then p.opened_at + $3 * interval '1 day' end
         from due where p.id = due.id returning due.tenant_id, due.runs and due.wanted as reminded)
       select tenant_id as "tenantId", count(*) filter (where reminded)::int as upgrades from planned group by 1 order by 1`,
      [tx.now, limit, REMIND_AFTER_DAYS[1]],
    );
  }

  /** Tenants with open prompts of the Drive that rely on its claims. */
  async openTenants(tx: Tx, driveId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `select distinct i.tenant_id as id from installs.upgrade_prompts p join installs.installs i on i.id = p.install_id
         join installs.tenant_compliance c on c.tenant_id = i.tenant_id and (c.regulated or c.residency is not null)
       where i.drive_id = $1 and i.state = 'active' and p.state = 'open' order by 1`,
      [driveId],
    );
    return rows.map(({ id }) => id);
  }

  /** Revisions between which prompts of the tenant are open. */
  async openPairs(tx: Tx, tenantId: string): Promise<{ from: string; to: string; payIn: string }[]> {
    return tx.query(
      `select distinct p.from_revision_id as "from", p.to_revision_id as "to", ${PAY_IN} as "payIn"
       from installs.upgrade_prompts p join installs.installs i on i.id = p.install_id join installs.tenants t on t.id = i.tenant_id
       where i.tenant_id = $1 and i.state = 'active' and p.state = 'open' order by 1, 2, 3`,
      [tenantId],
    );
  }

  /** Open prompts of one tenant for one revision, by what they depend on; locks them. */
  async openGroups(tx: Tx, tenantId: string, to: string): Promise<(UpgradeGroup & { promptIds: string[] })[]> {
    return tx.query(
      `with locked as materialized (
         select p.id, p.from_revision_id, i.tenant_id, i.amount, i.currency from installs.upgrade_prompts p join installs.installs i on i.id = p.install_id
         where i.tenant_id = $1 and i.state = 'active' and p.state = 'open' and p.to_revision_id = $2 order by p.id for no key update of p)
       select x.from_revision_id as "fromRevisionId", x.accepts, x.amount::text as amount, x.currency, x.pay_in as "payIn", x.baa, x.residency, x.regulated,
         count(*)::int as count, array_agg(x.id) as "promptIds"
       from (select i.id, i.from_revision_id, ${facts('$3::timestamptz')} from locked i join installs.tenants t on t.id = i.tenant_id left join installs.upgrade_policies u on u.tenant_id = i.tenant_id
         left join installs.tenant_compliance c on c.tenant_id = i.tenant_id) x group by 1, 2, 3, 4, 5, 6, 7, 8`,
      [tenantId, to, tx.now],
    );
  }

  /** Stores the new decisions about open prompts; blocked ones get reminders from now on. Returns how many changed. */
  async redecide(
    tx: Tx,
    ids: readonly string[],
    outcome: 'consent' | 'blocked',
    reasons: readonly string[],
  ): Promise<number> {
    const rows = await tx.query(
      `update installs.upgrade_prompts set outcome = $2, reasons = $3,
         remind_at = case when $2 = 'blocked' then null when outcome = 'blocked' then $4::timestamptz + $5 * interval '1 day' else remind_at end
       where id = any($1::uuid[]) and state = 'open' and (outcome <> $2 or reasons <> $3) returning 1 as changed`,
      [ids, outcome, reasons, tx.now, REMIND_AFTER_DAYS[0]],
    );
    return rows.length;
  }
}
