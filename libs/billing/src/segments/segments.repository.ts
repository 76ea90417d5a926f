import { Injectable } from '@nestjs/common';
import { takeLock, type ColumnsOf, type Tx } from '@portal/platform/database';
import type { InstallSegmentEntity } from './install-segment.entity.js';

/** The install's trial continues whatever it changes to. */
type SegmentRow = ColumnsOf<InstallSegmentEntity>;

/** An install's price before its suspension, or the one accepted meanwhile; null when it is free now. */
interface PriceNow {
  currency_now: string;
  price_id_now: string | null;
  amount_now: string;
}

type Ending = 'endedAt' | 'reportedEndedAt' | 'closedByEvent';

/** Nothing is charged before `trialEndsAt`; null without a trial, or when it was over at the start. */
export interface NewSegment extends Omit<InstallSegmentEntity, Ending | 'amount' | 'openedByEvent' | 'createdAt'> {
  amountMinor: bigint;
  eventId: string;
  /** Its end and the event that caused it, if it has ended already. */
  ended?: { at: Date; eventId: string };
}

/** Events about one install; written so that the index is used. */
const INSTALL_EVENTS = `'install.activated', 'install.upgraded', 'install.ended'`;

/** What stays when another segment of the same install follows: names, currency, pinned revenue share and trial. */
export function continued(running: SegmentRow) {
  return {
    installId: running.install_id,
    tenantId: running.tenant_id,
    ventureId: running.venture_id,
    driveId: running.drive_id,
    orgId: running.org_id,
    tenantName: running.tenant_name,
    ventureName: running.venture_name,
    driveName: running.drive_name,
    currency: running.currency,
    splitRuleId: running.split_rule_id,
    authorBps: running.author_bps,
    trialEndsAt: running.trial_ends_at,
  };
}

@Injectable()
export class SegmentsRepository {
  /**
   * The revenue share in force at an instant: the Drive's own, otherwise the author's, otherwise the default. Then
   * pinned on the segment.
   */
  async splitRuleAt(tx: Tx, at: Date, of: { driveId: string; orgId: string | null }) {
    const [row] = await tx.query<{ id: number; author_bps: number }>(
      `select id, author_bps from billing.split_rules where tstzrange(valid_from, valid_to) @> $1::timestamptz
         and (drive_id = $2 or org_id = $3 or (drive_id is null and org_id is null))
       order by drive_id is null, org_id is null limit 1`,
      [at, of.driveId, of.orgId],
    );
    if (!row) throw new Error(`no split rule holds at ${at.toISOString()}`);
    return row;
  }

  /** False when its event had already opened it. */
  async open(tx: Tx, s: NewSegment): Promise<boolean> {
    const opened = await tx.query(
      `insert into billing.install_segments (id, install_id, tenant_id, venture_id, drive_id, org_id, tenant_name, venture_name, drive_name,
         price_id, amount, currency, split_rule_id, author_bps, started_at, trial_ends_at, opened_by_event, ended_at, reported_ended_at, closed_by_event)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19)
       on conflict on constraint install_segments_opened_once do nothing returning 1 as opened`,
      [
        s.id,
        s.installId,
        s.tenantId,
        s.ventureId,
        s.driveId,
        s.orgId,
        s.tenantName,
        s.ventureName,
        s.driveName,
        s.priceId,
        s.amountMinor.toString(),
        s.currency,
        s.splitRuleId,
        s.authorBps,
        s.startedAt,
        s.trialEndsAt && s.trialEndsAt > s.startedAt ? s.trialEndsAt : null,
        s.eventId,
        s.ended?.at ?? null,
        s.ended?.eventId ?? null,
      ],
    );
    await tx.query(
      `insert into billing.periods (month) values ((date_trunc('month', $1::timestamptz at time zone 'UTC'))::date) on conflict do nothing`,
      [s.startedAt],
    );
    return opened.length > 0;
  }

  /**
   * Ends everything of the install at this instant: running segments end, and later ones become empty. Frozen months
   * are not changed, as with `end`. Returns the first affected segment and the effective instant; undefined when
   * nothing ran after it.
   */
  async cut(tx: Tx, installId: string, reportedAt: Date, eventId: string) {
    await this.holdMonths(tx, reportedAt);
    const rows = await tx.query<SegmentRow & { cut_at: Date }>(
      `with cut as (select greatest($2::timestamptz, (select max(billing.month_end(month)) from billing.periods where frozen_at is not null),
         (select min(started_at) from billing.install_segments where install_id = $1)) as at)
       update billing.install_segments s set reported_ended_at = $2, closed_by_event = $3, ended_at = greatest(s.started_at, cut.at)
       from cut where s.install_id = $1 and (s.ended_at is null or s.ended_at > greatest(s.started_at, cut.at))
       returning s.*, cut.at as cut_at`,
      [installId, reportedAt, eventId],
    );
    const [first] = rows.sort((a, b) => a.started_at.getTime() - b.started_at.getTime());
    return first && { segment: first, from: first.cut_at };
  }

  /** True when a later event about the install has already been processed. */
  async overtaken(tx: Tx, { installId, eventId }: { installId: string; eventId: string }): Promise<boolean> {
    return tx.matched(
      `select 1 from billing.install_segments s join platform.outbox_events e on e.id in (s.opened_by_event, s.closed_by_event)
       where s.install_id = $1 and e.type in (${INSTALL_EVENTS}) and e.seq > (select seq from platform.outbox_events where id = $2) limit 1`,
      [installId, eventId],
    );
  }

  /**
   * Charged segments of a Drive that began before the instant and ran after it, including those that a later event has
   * ended; locked in the order of their ids.
   */
  async lockPaidOf(tx: Tx, driveId: string, before: Date): Promise<SegmentRow[]> {
    await this.holdMonths(tx, before);
    return tx.query<SegmentRow>(
      `select * from billing.install_segments
       where drive_id = $1 and price_id is not null and started_at <= $2 and (ended_at is null or ended_at > greatest(started_at, $2::timestamptz,
         (select max(billing.month_end(month)) from billing.periods where frozen_at is not null))) order by id for update`,
      [driveId, before],
    );
  }

  /** Charged running segments of a tenant, locked in the order of their ids. */
  async lockPaidOfTenant(tx: Tx, tenantId: string): Promise<(SegmentRow & { price_id: string })[]> {
    return tx.query(
      `select * from billing.install_segments where tenant_id = $1 and ended_at is null and price_id is not null order by id for update`,
      [tenantId],
    );
  }

  /**
   * Segments that a suspension ended, with the currently pinned price of the install; without installs that the
   * operator has ended meanwhile.
   */
  async endedBySuspension(tx: Tx, suspensionId: string): Promise<(SegmentRow & PriceNow)[]> {
    return tx.query<SegmentRow & PriceNow>(
      `select s.*,
         case when i.id is null then s.currency else coalesce(i.currency, s.currency) end as currency_now,
         case when i.id is null then s.price_id else i.price_id end as price_id_now, case when i.id is null then s.amount else i.amount end as amount_now
       from billing.install_segments s left join installs.installs i on i.id = s.install_id
       where s.closed_by_event = $1 and (i.id is null or i.state = 'active')
         and not exists (select 1 from billing.install_segments o where o.install_id = s.install_id and o.ended_at is null) order by s.id`,
      [suspensionId],
    );
  }

  /** True when this event has already opened or ended a segment. */
  async consumed(tx: Tx, eventId: string): Promise<boolean> {
    return tx.matched(
      'select 1 from billing.install_segments where opened_by_event = $1 or closed_by_event = $1 limit 1',
      [eventId],
    );
  }

  /** Owner of the install; undefined when it has no segments. */
  async known(tx: Tx, installId: string): Promise<{ tenantId: string; driveId: string } | undefined> {
    const [row] = await tx.query<{ tenant_id: string; drive_id: string }>(
      'select tenant_id, drive_id from billing.install_segments where install_id = $1 limit 1',
      [installId],
    );
    return row && { tenantId: row.tenant_id, driveId: row.drive_id };
  }

  /**
   * Segments end permanently, so the events of an install must be processed in order.
   * @throws Error while an earlier event about it is not processed yet: to be retried.
   */
  async assertInOrder(tx: Tx, { installId, eventId }: { installId: string; eventId: string }): Promise<void> {
    const earlier = await tx.query(
      `select 1 from platform.outbox_events e where e.payload->>'install_id' = $1 and e.type in (${INSTALL_EVENTS})
         and e.seq < (select seq from platform.outbox_events where id = $2) and (e.relayed_at is null or exists (
           select 1 from platform.deliveries d where d.event_id = e.id and d.consumer like 'billing.%' and d.state <> 'done')) limit 1`,
      [installId, eventId],
    );
    if (earlier.length > 0) throw new Error(`something that happened to install ${installId} before is not billed yet`);
  }

  /** Keeps the tenant's suspension and the Drive's billing model from changing for segments until `tx` ends. */
  async lockTenantStatus(tx: Tx, of: { tenantId: string; driveId: string }): Promise<void> {
    // In a fixed order, to avoid deadlocks.
    for (const key of [of.driveId, of.tenantId]) await takeLock(tx, 'billing.service_status', { key, shared: true });
  }

  /** The exclusive counterpart: all segments opened under the previous state are visible now. */
  async changeTenantStatus(tx: Tx, of: { tenantId: string } | { driveId: string }): Promise<void> {
    await takeLock(tx, 'billing.service_status', { key: 'tenantId' in of ? of.tenantId : of.driveId });
  }

  /**
   * Ends a segment, or moves its end earlier. An end in a frozen month cannot change that month's invoice: it is moved
   * to the end of the newest such month, and the reported instant is stored as well. The months that it changes are
   * locked until `tx` ends, so that none is frozen meanwhile; frozen months are not waited for. Returns the effective
   * end.
   */
  async end(tx: Tx, segmentId: string, reportedAt: Date, eventId: string): Promise<Date> {
    await this.holdMonths(tx, reportedAt);
    const [row] = await tx.query<{ ended_at: Date }>(
      `update billing.install_segments s set reported_ended_at = $2, closed_by_event = $3,
         ended_at = greatest(s.started_at, $2::timestamptz,
           (select max(billing.month_end(p.month)) from billing.periods p where p.frozen_at is not null and billing.month_end(p.month) > s.started_at))
       where s.id = $1 and (s.ended_at is null or s.ended_at > $2) returning s.ended_at`,
      [segmentId, reportedAt, eventId],
    );
    if (!row) throw new Error(`segment ${segmentId} has ended already`);
    return row.ended_at;
  }

  private async holdMonths(tx: Tx, after: Date): Promise<void> {
    await tx.query(
      `select 1 from billing.periods where frozen_at is null and billing.month_end(month) > $1 order by month for share`,
      [after],
    );
  }
}
