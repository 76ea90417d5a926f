import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { ReadingEntity } from './reading.entity.js';
import type { ReadEndpoint, ReadingProblem } from './domain/reading.js';

/** What came of reading one endpoint. */
export interface Reading {
  endpoint: ReadEndpoint;
  /** Null after a good answer. */
  problem: ReadingProblem | null;
  status: number | null;
  behind: boolean;
  failures: number;
  /** Seconds from now. */
  dueInS: number;
  /** What it said, for every endpoint but events. */
  data: object | null;
}

@Injectable()
export class ReadingsRepository {
  async of(tx: Tx, installId: string): Promise<Map<ReadEndpoint, ReadingEntity>> {
    const rows = await tx.manager.findBy(ReadingEntity, { installId });
    return new Map(rows.map((row) => [row.endpoint, row]));
  }

  /** True once the events of an install that ended were read for the last time. */
  async isOver(tx: Tx, installId: string): Promise<boolean> {
    const rows = await tx.query(
      `select 1 from installs.readings where install_id = $1 and endpoint = 'events' and due_at = 'infinity'`,
      [installId],
    );
    return rows.length > 0;
  }

  /** Nothing of the install is read any more. */
  async end(tx: Tx, installId: string): Promise<void> {
    await tx.query(
      `insert into installs.readings (install_id, endpoint, due_at, read_at) values ($1, 'events', 'infinity', $2)
       on conflict (install_id, endpoint) do update set due_at = excluded.due_at`,
      [installId, tx.now],
    );
  }

  /** @param listed every endpoint that is read of this install; what is known of others is dropped */
  async note(
    tx: Tx,
    installId: string,
    readings: readonly Reading[],
    { listed, cursorMs, everyS }: { listed: readonly ReadEndpoint[]; cursorMs: number; everyS: number },
  ): Promise<void> {
    await tx.query('delete from installs.readings where install_id = $1 and endpoint <> all($2::text[])', [
      installId,
      listed,
    ]);
    await tx.query(
      `insert into installs.readings as r (install_id, endpoint, due_at, read_at, failures, failed_since, problem, status, behind)
       select $1, x.endpoint, $2::timestamptz + x.due_in_s * interval '1 second', $2, x.failures, case when x.failures > 0 then $2::timestamptz end, x.problem, x.status, x.behind
       from jsonb_to_recordset($3) as x(endpoint text, due_in_s int, failures int, problem text, status int, behind boolean)
       on conflict (install_id, endpoint) do update set due_at = excluded.due_at, read_at = excluded.read_at, failures = excluded.failures,
         failed_since = case when excluded.failures > 0 then coalesce(r.failed_since, excluded.failed_since) end,
         problem = excluded.problem, status = excluded.status, behind = excluded.behind`,
      [
        installId,
        tx.now,
        JSON.stringify(
          readings.map((one) => ({
            endpoint: one.endpoint,
            due_in_s: one.dueInS,
            failures: one.failures,
            problem: one.problem,
            status: one.status,
            behind: one.behind,
          })),
        ),
      ],
    );
    const said = (endpoint: ReadEndpoint): string | null => {
      const data = readings.find((one) => one.endpoint === endpoint)?.data ?? null;
      return data === null ? null : JSON.stringify(data);
    };
    // Unreachable is an install of which nothing can be read, from when the last endpoint failed.
    await tx.query(
      `update installs.installs i set polled_at = $2::timestamptz, unreachable_since = n.failing_since,
         events_cursor_ms = greatest(events_cursor_ms, $3::bigint), metrics = coalesce($4::jsonb, metrics), health = coalesce($5::jsonb, health),
         billing = coalesce($6::jsonb, billing), poll_every_s = $7, next_poll_at = n.due_at
       from (select min(due_at) as due_at, case when bool_and(failures > 0) then max(failed_since) end as failing_since
         from installs.readings where install_id = $1) n
       where i.id = $1`,
      [installId, tx.now, cursorMs, said('metrics'), said('health'), said('billing'), everyS],
    );
  }
}
