import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import type { RemovalReason, DeprecationDates } from './domain/deprecation.js';

interface DeprecationRow {
  id: string;
  driveId: string;
  reason: string;
  closesAt: Date;
  retiresAt: Date;
  closedAt: Date | null;
}

interface RemovalRow {
  id: string;
  reasonCode: RemovalReason;
  reason: string;
  proposedBy: string;
}

interface By {
  id: string | null;
  name: string;
}

const DEPRECATION = `id, drive_id as "driveId", reason, closes_at as "closesAt", retires_at as "retiresAt", closed_at as "closedAt"`;

/** Announced ends and removals. Lock the listing first. */
@Injectable()
export class RetirementRepository {
  constructor(private readonly ids: Ids) {}

  async announce(tx: Tx, deprecation: DeprecationDates & { driveId: string; reason: string; by: By }): Promise<string> {
    const id = this.ids.next();
    await tx.query(
      `insert into listings.deprecations (id, drive_id, reason, announced_by, announced_by_name, announced_at, closes_at, retires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        id,
        deprecation.driveId,
        deprecation.reason,
        deprecation.by.id,
        deprecation.by.name,
        tx.now,
        deprecation.closesAt,
        deprecation.retiresAt,
      ],
    );
    return id;
  }

  async openDeprecation(tx: Tx, driveId: string): Promise<DeprecationRow | undefined> {
    const [row] = await tx.query<DeprecationRow>(
      `select ${DEPRECATION} from listings.deprecations where drive_id = $1 and withdrawn_at is null and retired_at is null`,
      [driveId],
    );
    return row;
  }

  async withdrawDeprecation(tx: Tx, id: string): Promise<void> {
    await tx.query('update listings.deprecations set withdrawn_at = $2 where id = $1', [id, tx.now]);
  }

  /** Drives with an announced day that has come and was not acted upon. */
  async due(tx: Tx, limit: number): Promise<string[]> {
    const rows = await tx.query<{ drive_id: string }>(
      `select drive_id from listings.deprecations where withdrawn_at is null and retired_at is null
         and case when closed_at is null then closes_at else retires_at end <= $1 order by closes_at limit $2`,
      [tx.now, limit],
    );
    return rows.map((row) => row.drive_id);
  }

  async closed(tx: Tx, id: string): Promise<void> {
    await tx.query('update listings.deprecations set closed_at = $2 where id = $1', [id, tx.now]);
  }

  async retired(tx: Tx, id: string): Promise<void> {
    await tx.query('update listings.deprecations set retired_at = $2 where id = $1', [id, tx.now]);
  }

  async propose(
    tx: Tx,
    removal: { driveId: string; reasonCode: RemovalReason; reason: string; by: { id: string; name: string } },
  ): Promise<string> {
    const id = this.ids.next();
    await tx.query(
      `insert into listings.removals (id, drive_id, reason_code, reason, proposed_by, proposed_by_name, proposed_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, removal.driveId, removal.reasonCode, removal.reason, removal.by.id, removal.by.name, tx.now],
    );
    return id;
  }

  async openRemoval(tx: Tx, driveId: string): Promise<RemovalRow | undefined> {
    const [row] = await tx.query<RemovalRow>(
      `select id, reason_code as "reasonCode", reason, proposed_by as "proposedBy" from listings.removals
       where drive_id = $1 and withdrawn_at is null and confirmed_at is null`,
      [driveId],
    );
    return row;
  }

  async confirm(tx: Tx, id: string, by: { id: string; name: string }): Promise<void> {
    await tx.query(
      'update listings.removals set confirmed_by = $2, confirmed_by_name = $3, confirmed_at = $4 where id = $1',
      [id, by.id, by.name, tx.now],
    );
  }

  async withdrawRemoval(tx: Tx, id: string): Promise<void> {
    await tx.query('update listings.removals set withdrawn_at = $2 where id = $1', [id, tx.now]);
  }
}
