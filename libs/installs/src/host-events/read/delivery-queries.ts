import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { installsErrors } from '../../errors.js';
import type { DeliveriesQuery, HostDeliveriesQuery } from '../http/host-events.dto.js';
import type { EventDeliveryView, HostEventDeliveryView, HostEventKindView, HostEventView } from './host-events.view.js';

type Row = RowOf<HostEventDeliveryView, 'queued_at' | 'next_attempt_at' | 'ended_at'> & { seq: string };

/** The kinds of the host, its events, and their deliveries, newest first. */
@Injectable()
export class DeliveryQueries {
  constructor(private readonly database: Database) {}

  async kinds(): Promise<HostEventKindView[]> {
    const rows = await this.database.query<RowOf<HostEventKindView, 'changed_at'>>(
      'select kind, description, payload_schema, changed_at from installs.host_event_kinds order by kind',
    );
    return rows.map(isoDates);
  }

  /** @throws AppError `host_event_not_found` (404) */
  async event(id: string): Promise<HostEventView> {
    const [row] = await this.database.query<
      RowOf<Omit<HostEventView, 'ts' | 'deliveries'>, 'received_at'> & {
        ts_ms: string;
        states: Partial<HostEventView['deliveries']>;
      }
    >(
      `select e.id, e.kind as type, t.external_id as tenant, v.external_id as venture, (extract(epoch from e.ts) * 1000)::bigint as ts_ms, e.payload, e.received_at,
         coalesce((select jsonb_object_agg(state, n) from (select d.state, count(*) as n from installs.deliveries d where d.event_id = e.id group by 1) s), '{}') as states
       from installs.host_events e join installs.tenants t on t.id = e.tenant_id left join installs.ventures v on v.id = e.venture_id where e.id = $1`,
      [id],
    );
    if (!row) throw installsErrors.host_event_not_found();
    const { ts_ms, states, ...event } = row;
    const deliveries = { pending: 0, delivered: 0, failed: 0, cancelled: 0, ...states };
    return { ...isoDates(event), ts: Number(ts_ms), deliveries };
  }

  async ofInstall(install_id: string, query: DeliveriesQuery): Promise<Page<EventDeliveryView>> {
    return toPage(await this.rows({ ...query, install_id }), query.limit, ['seq'], view);
  }

  /** Of all installs, or of one or of one Drive. */
  async all(query: HostDeliveriesQuery): Promise<Page<HostEventDeliveryView>> {
    return toPage(await this.rows(query), query.limit, ['seq'], wholeView);
  }

  private rows(query: HostDeliveriesQuery): Promise<Row[]> {
    const { install_id, drive_id, state, type, event_id, cursor, limit } = query;
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)[0];
    return this.database.query<Row>(
      `select d.id, d.seq, d.event_id, d.kind as type, d.state, d.attempts, d.last_status, d.last_problem, d.queued_at, d.ended_at,
         i.id as install_id, i.drive_id, case when d.state = 'pending' and d.attempts > 0 then q.next_attempt_at end as next_attempt_at
       from installs.deliveries d join installs.installs i on i.id = d.install_id left join installs.delivery_queues q on q.install_id = d.install_id
       where ($1::uuid is null or d.install_id = $1) and ($2::uuid is null or i.drive_id = $2) and ($3::text is null or d.state = $3)
         and ($4::text is null or d.kind = $4) and ($5::text is null or d.event_id = $5) and ($6::bigint is null or d.seq < $6)
       order by d.seq desc limit $7`,
      [install_id, drive_id, state, type, event_id, before, limit + 1],
    );
  }
}

const view = ({ seq: _seq, install_id: _install, drive_id: _drive, ...row }: Row): EventDeliveryView => isoDates(row);

const wholeView = ({ seq: _seq, ...row }: Row): HostEventDeliveryView => isoDates(row);
