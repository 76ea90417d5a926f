import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';

export interface DriveEventRow {
  identity: string;
  digest: string;
  kind: string;
  tsMs: number;
  payload: object;
  /** Why the event does not count; null for a good one. */
  quarantine: string | null;
}

@Injectable()
export class DriveEventsRepository {
  /** Stores what is new; an event under a known identity with other data is kept apart as a violation. Returns how many were new. */
  async store(tx: Tx, installId: string, events: readonly DriveEventRow[]): Promise<number> {
    if (events.length === 0) return 0;
    const rows = await tx.query(
      `insert into installs.drive_events (install_id, identity, digest, kind, ts, payload, quarantine)
       select $1, x.identity, x.digest, x.kind, to_timestamp(x.ts_ms / 1000.0), x.payload,
         coalesce(x.quarantine, case when exists (select 1 from installs.drive_events o where o.install_id = $1 and o.identity = x.identity) then 'changed_after_emission' end)
       from jsonb_to_recordset($2) as x(identity text, digest text, kind text, ts_ms bigint, payload jsonb, quarantine text)
       on conflict do nothing returning 1 as stored`,
      [
        installId,
        JSON.stringify(
          events.map((e) => ({
            identity: e.identity,
            digest: e.digest,
            kind: e.kind,
            ts_ms: e.tsMs,
            payload: e.payload,
            quarantine: e.quarantine,
          })),
        ),
      ],
    );
    return rows.length;
  }

  /**
   * What was heard of an install, and when it is read next: soon after news and while its Drive does not answer, and ever
   * less often while it is quiet, one that is paid for at least every minute.
   */
  async noteContact(
    tx: Tx,
    installId: string,
    contact: {
      reachable: boolean;
      cursorMs: number | null;
      metrics: object | null;
      health: object | null;
      eventsNew: number;
    },
  ): Promise<void> {
    await tx.query(
      `update installs.installs i set polled_at = $2, unreachable_since = case when $3 then null else coalesce(unreachable_since, $2) end,
         events_cursor_ms = greatest(events_cursor_ms, coalesce($4::bigint, 0)), metrics = coalesce($5::jsonb, metrics), health = coalesce($6::jsonb, health),
         poll_every_s = n.every_s, next_poll_at = $2 + n.every_s * interval '1 second'
       from (select id, case when $7::int > 0 or not $3 then 25
           else least(ceil(poll_every_s * 1.25)::int, case when price_id is null then 300 else 60 end) end as every_s
         from installs.installs where id = $1) n
       where i.id = n.id`,
      [
        installId,
        tx.now,
        contact.reachable,
        contact.cursorMs,
        contact.metrics === null ? null : JSON.stringify(contact.metrics),
        contact.health === null ? null : JSON.stringify(contact.health),
        contact.eventsNew,
      ],
    );
  }
}
