import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { installsErrors } from '../../errors.js';
import type { DeliveryState } from '../domain/delivery-state.js';
import type {
  EventDeliveryView,
  HostEventDeliveryView,
  HostEventKindView,
  HostEventView,
} from '../http/host-events.view.js';

interface DeliveryFilter {
  readonly state?: DeliveryState | undefined;
  readonly kind?: string | undefined;
  readonly event_id?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

interface Row {
  [column: string]: unknown;
  id: string;
  seq: string;
  eventId: string | null;
  kind: string;
  state: DeliveryState;
  attempts: number;
  lastStatus: number | null;
  lastProblem: string | null;
  queuedAt: Date;
  nextAttemptAt: Date | null;
  endedAt: Date | null;
  installId: string;
  driveId: string;
}

/** The kinds of the host, its events, and their deliveries, newest first. */
@Injectable()
export class DeliveryQueries {
  constructor(private readonly database: Database) {}

  async kinds(): Promise<HostEventKindView[]> {
    const rows = await this.database.query<{
      kind: string;
      description: string;
      payloadSchema: object | null;
      changedAt: Date;
    }>(
      `select kind, description, payload_schema as "payloadSchema", changed_at as "changedAt" from installs.host_event_kinds order by kind`,
    );
    return rows.map(({ kind, description, payloadSchema, changedAt }) => ({
      kind,
      description,
      payload_schema: payloadSchema,
      changed_at: changedAt.toISOString(),
    }));
  }

  /** @throws AppError `host_event_not_found` (404) */
  async event(id: string): Promise<HostEventView> {
    const [row] = await this.database.query<{
      kind: string;
      tenant: string;
      venture: string | null;
      ts: Date;
      payload: object;
      receivedAt: Date;
      states: Partial<Record<DeliveryState, number>>;
    }>(
      `select e.kind, t.external_id as tenant, v.external_id as venture, e.ts, e.payload, e.received_at as "receivedAt",
         coalesce((select jsonb_object_agg(state, n) from (select d.state, count(*) as n from installs.deliveries d where d.event_id = e.id group by 1) s), '{}') as states
       from installs.host_events e join installs.tenants t on t.id = e.tenant_id left join installs.ventures v on v.id = e.venture_id where e.id = $1`,
      [id],
    );
    if (!row) throw new AppError(installsErrors.host_event_not_found);
    const { kind, tenant, venture, ts, payload, receivedAt, states } = row;
    return {
      id,
      type: kind,
      tenant,
      venture,
      ts: ts.getTime(),
      payload,
      received_at: receivedAt.toISOString(),
      deliveries: {
        pending: states.pending ?? 0,
        delivered: states.delivered ?? 0,
        failed: states.failed ?? 0,
        cancelled: states.cancelled ?? 0,
      },
    };
  }

  ofInstall(installId: string, filter: DeliveryFilter): Promise<Page<EventDeliveryView>> {
    return this.page({ installId }, filter, view);
  }

  ofDrive(driveId: string, filter: DeliveryFilter): Promise<Page<HostEventDeliveryView>> {
    return this.page({ driveId }, filter, wholeView);
  }

  all(
    filter: DeliveryFilter & { install_id?: string | undefined; drive_id?: string | undefined },
  ): Promise<Page<HostEventDeliveryView>> {
    return this.page({ installId: filter.install_id, driveId: filter.drive_id }, filter, wholeView);
  }

  private async page<V>(
    of: { installId?: string | undefined; driveId?: string | undefined },
    { state, kind, event_id, cursor, limit }: DeliveryFilter,
    show: (row: Row) => V,
  ): Promise<Page<V>> {
    const rows = await this.database.query<Row>(
      `select d.id, d.seq, d.event_id as "eventId", d.kind, d.state, d.attempts, d.last_status as "lastStatus", d.last_problem as "lastProblem",
         d.queued_at as "queuedAt", d.ended_at as "endedAt", i.id as "installId", i.drive_id as "driveId",
         case when d.state = 'pending' and d.attempts > 0 then q.next_attempt_at end as "nextAttemptAt"
       from installs.deliveries d join installs.installs i on i.id = d.install_id left join installs.delivery_queues q on q.install_id = d.install_id
       where ($1::uuid is null or d.install_id = $1) and ($2::uuid is null or i.drive_id = $2) and ($3::text is null or d.state = $3)
         and ($4::text is null or d.kind = $4) and ($5::text is null or d.event_id = $5) and ($6::bigint is null or d.seq < $6)
       order by d.seq desc limit $7`,
      [
        of.installId ?? null,
        of.driveId ?? null,
        state ?? null,
        kind ?? null,
        event_id ?? null,
        cursor === undefined ? null : decodeCursor(cursor, 1)[0],
        limit + 1,
      ],
    );
    return toPage(rows, limit, (row) => [row.seq], show);
  }
}

function view(row: Row): EventDeliveryView {
  return {
    id: row.id,
    event_id: row.eventId,
    type: row.kind,
    state: row.state,
    attempts: row.attempts,
    last_status: row.lastStatus,
    last_problem: row.lastProblem,
    queued_at: row.queuedAt.toISOString(),
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}

const wholeView = (row: Row): HostEventDeliveryView => ({
  ...view(row),
  install_id: row.installId,
  drive_id: row.driveId,
});
