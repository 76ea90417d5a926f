import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { DeveloperAccountEntity } from '../organizations/organization.entity.js';
import { OffboardingEntity } from './offboarding.entity.js';

export interface OffboardingRow {
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

export const OFFBOARDING = `d.id, d.org_id as "orgId", d.reason, d.by_staff as "byStaff", d.asked_by_name as "askedByName",
  d.asked_at as "askedAt", d.ends_at as "endsAt", d.withdrawn_at as "withdrawnAt", d.ended_at as "endedAt"`;

/** Announced offboardings. The account must be locked first. */
@Injectable()
export class OffboardingsRepository {
  constructor(private readonly ids: Ids) {}

  async add(
    tx: Tx,
    offboarding: { orgId: string; reason: string; byStaff: boolean; by: { id: string; name: string }; endsAt: Date },
  ): Promise<string> {
    const id = this.ids.next();
    const { by, ...rest } = offboarding;
    const asked = { askedBy: by.id, askedByName: by.name, askedAt: tx.now };
    await tx.manager.insert(OffboardingEntity, { id, ...rest, ...asked });
    return id;
  }

  /** The current offboarding: announced and not withdrawn; `ended_at` is set once it was carried out. */
  async pending(tx: Tx, orgId: string): Promise<OffboardingRow | undefined> {
    const [row] = await tx.query<OffboardingRow>(
      `select ${OFFBOARDING} from authors.offboardings d where d.org_id = $1 and d.withdrawn_at is null`,
      [orgId],
    );
    return row;
  }

  async withdraw(tx: Tx, id: string, byName: string): Promise<void> {
    await tx.manager.update(OffboardingEntity, { id }, { withdrawnAt: tx.now, withdrawnByName: byName });
  }

  /** Organisations whose date has come. */
  async due(tx: Tx, limit: number): Promise<string[]> {
    const rows = await tx.query<{ org_id: string }>(
      `select org_id from authors.offboardings where withdrawn_at is null and ended_at is null and ends_at <= $1 order by ends_at limit $2`,
      [tx.now, limit],
    );
    return rows.map((row) => row.org_id);
  }

  /** Ends the account and its offboarding. */
  async end(tx: Tx, offboarding: OffboardingRow): Promise<void> {
    const { id, orgId } = offboarding;
    await tx.manager.update(OffboardingEntity, { id }, { endedAt: tx.now });
    await tx.manager.update(DeveloperAccountEntity, { orgId }, { state: 'terminated', updatedAt: tx.now });
  }
}
