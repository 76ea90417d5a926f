import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { IsNull } from 'typeorm';
import type { RemovalReason, DeprecationDates } from './domain/deprecation.js';
import { DeprecationEntity, RemovalEntity } from './retirement.entity.js';

/** Announced ends and removals. Lock the listing first. */
@Injectable()
export class RetirementRepository {
  constructor(private readonly ids: Ids) {}

  async announce(tx: Tx, by: Actor, end: DeprecationDates & { driveId: string; reason: string }): Promise<string> {
    const id = this.ids.next();
    const announced = { announcedBy: by.userId, announcedByName: by.name, announcedAt: tx.now };
    await tx.manager.insert(DeprecationEntity, { id, ...end, ...announced });
    return id;
  }

  openDeprecation(tx: Tx, driveId: string): Promise<DeprecationEntity | null> {
    return tx.manager.findOneBy(DeprecationEntity, { driveId, withdrawnAt: IsNull(), retiredAt: IsNull() });
  }

  async withdrawDeprecation(tx: Tx, id: string): Promise<void> {
    await tx.manager.update(DeprecationEntity, { id }, { withdrawnAt: tx.now });
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

  /** A removal that waits for a second person. */
  async removalWaits(tx: Tx, driveId: string): Promise<boolean> {
    return tx.matched('select 1 where listings.removal_waits($1) is not null', [driveId]);
  }

  /** Under the id of its approval. */
  async remove(tx: Tx, removal: { approvalId: string; driveId: string; reasonCode: RemovalReason }): Promise<void> {
    await tx.manager.insert(RemovalEntity, { ...removal, id: removal.approvalId, removedAt: tx.now });
  }
}
