import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '@portal/platform';

export interface DepartureRow {
  id: string;
  orgId: string;
  reason: string;
  byStaff: boolean;
  askedByName: string;
  askedAt: Date;
  endsAt: Date;
  withdrawnAt: Date | null;
  endedAt: Date | null;
}

export const DEPARTURE = `d.id, d.org_id as "orgId", d.reason, d.by_staff as "byStaff", d.asked_by_name as "askedByName",
  d.asked_at as "askedAt", d.ends_at as "endsAt", d.withdrawn_at as "withdrawnAt", d.ended_at as "endedAt"`;

/** Announced departures of authors. Lock the account first. */
@Injectable()
export class DeparturesRepository {
  constructor(private readonly ids: Ids) {}

  async add(
    tx: Tx,
    departure: { orgId: string; reason: string; byStaff: boolean; by: { id: string; name: string }; endsAt: Date },
  ): Promise<string> {
    const id = this.ids.next();
    await tx.query(
      `insert into authors.departures (id, org_id, reason, by_staff, asked_by, asked_by_name, asked_at, ends_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        id,
        departure.orgId,
        departure.reason,
        departure.byStaff,
        departure.by.id,
        departure.by.name,
        tx.now,
        departure.endsAt,
      ],
    );
    return id;
  }

  /** The one that stands: announced and not taken back; with `ended_at` once it was carried out. */
  async standing(tx: Tx, orgId: string): Promise<DepartureRow | undefined> {
    const [row] = await tx.query<DepartureRow>(
      `select ${DEPARTURE} from authors.departures d where d.org_id = $1 and d.withdrawn_at is null`,
      [orgId],
    );
    return row;
  }

  async withdraw(tx: Tx, id: string, byName: string): Promise<void> {
    await tx.query('update authors.departures set withdrawn_at = $2, withdrawn_by_name = $3 where id = $1', [
      id,
      tx.now,
      byName,
    ]);
  }

  /** Organisations whose day has come. */
  async due(tx: Tx, limit: number): Promise<string[]> {
    const rows = await tx.query<{ org_id: string }>(
      `select org_id from authors.departures where withdrawn_at is null and ended_at is null and ends_at <= $1 order by ends_at limit $2`,
      [tx.now, limit],
    );
    return rows.map((row) => row.org_id);
  }

  /** The account ends with its departure. */
  async end(tx: Tx, departure: DepartureRow): Promise<void> {
    await tx.query('update authors.departures set ended_at = $2 where id = $1', [departure.id, tx.now]);
    await tx.query(`update authors.developer_accounts set state = 'terminated', updated_at = $2 where org_id = $1`, [
      departure.orgId,
      tx.now,
    ]);
  }
}
