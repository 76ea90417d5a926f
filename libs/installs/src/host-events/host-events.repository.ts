import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { In } from 'typeorm';
import { TAKES_EVENTS } from '../install/called-sql.js';
import { HostEventEntity, HostEventKindEntity } from './host-events.entity.js';

/** An event as it is stored, with the ids of the portal. */
export type NewHostEvent = Readonly<Omit<HostEventEntity, 'ts' | 'receivedAt'>> & {
  /** Unix ms. */
  readonly tsMs: number;
};

/** Kinds and events of the host. */
@Injectable()
export class HostEventsRepository {
  async kinds(tx: Tx, names: readonly string[]): Promise<HostEventKindEntity[]> {
    return tx.manager.findBy(HostEventKindEntity, { kind: In([...names]) });
  }

  /** Tenants and their ventures by the host's own ids. */
  async places(
    tx: Tx,
    tenants: readonly string[],
  ): Promise<{ tenant: string; id: string; venture: string | null; ventureId: string | null }[]> {
    return tx.query(
      `select t.external_id as tenant, t.id, v.external_id as venture, v.id as "ventureId"
       from installs.tenants t left join installs.ventures v on v.tenant_id = t.id where t.external_id = any($1::text[])`,
      [tenants],
    );
  }

  /** Adds those that are not there yet and returns their ids. Two calls with one id come one after the other. */
  async add(tx: Tx, events: readonly NewHostEvent[]): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }>(
      `insert into installs.host_events (id, kind, tenant_id, venture_id, ts, payload, digest, received_at)
       select e.id, e.kind, e."tenantId", e."ventureId", to_timestamp(e."tsMs" / 1000.0), e.payload, e.digest, $2
       from jsonb_to_recordset($1::jsonb) as e(id text, kind text, "tenantId" uuid, "ventureId" uuid, "tsMs" float8, payload jsonb, digest text)
       order by e.id on conflict do nothing returning id`,
      [JSON.stringify(events), tx.now],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async digests(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await tx.manager.find(HostEventEntity, {
      select: { id: true, digest: true },
      where: { id: In([...ids]) },
    });
    return new Map(rows.map(({ id, digest }) => [id, digest]));
  }

  /**
   * One delivery per active install whose version accepts events of the kind and that was granted them, in the order in
   * which the host named the events. Returns how many there are of each event.
   */
  async fanOut(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
    const rows = await tx.query<{ id: string; installs: number }>(
      `with to_send as (
         select e.id as event_id, e.kind, i.id as install_id, i.drive_id, named.n
         from unnest($1::text[]) with ordinality as named(id, n) join installs.host_events e on e.id = named.id
         join installs.installs i on i.tenant_id = e.tenant_id and (e.venture_id is null or i.venture_id = e.venture_id)
         join listings.revisions r on r.id = i.revision_id
         where ${TAKES_EVENTS} and r.manifest -> 'endpoints' ->> 'receive' is not null and r.manifest -> 'eventsConsumed' ? e.kind
           and i.permissions && array['events.receive', 'events.receive:' || e.kind]
         order by i.id, named.n),
       added as (
         insert into installs.deliveries (id, install_id, event_id, kind)
         select gen_random_uuid(), install_id, event_id, kind from to_send),
       queued as (
         insert into installs.delivery_queues as q (install_id, drive_id, next_attempt_at)
         select install_id, drive_id, clock_timestamp() from to_send group by install_id, drive_id order by install_id
         on conflict (install_id) do update set next_attempt_at = excluded.next_attempt_at
         where q.next_attempt_at = 'infinity')
       select event_id as id, count(*)::int as installs from to_send group by 1`,
      [ids],
    );
    return new Map(rows.map(({ id, installs }) => [id, installs]));
  }
}
