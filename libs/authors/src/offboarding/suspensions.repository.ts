import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { DeveloperAccountEntity } from '../organizations/organization.entity.js';
import { AccountSuspensionEntity } from './offboarding.entity.js';
import type { SuspensionCode } from './domain/suspension.js';

interface By {
  id: string;
  name: string;
}

/** Suspensions of developer accounts; also changes the account's state. The account must be locked first. */
@Injectable()
export class SuspensionsRepository {
  constructor(private readonly ids: Ids) {}

  async suspend(tx: Tx, orgId: string, change: { code: SuspensionCode; reason: string; by: By }): Promise<string> {
    const id = this.ids.next();
    const { code, reason, by } = change;
    const suspended = { suspendedBy: by.id, suspendedByName: by.name, suspendedAt: tx.now };
    await tx.manager.insert(AccountSuspensionEntity, { id, orgId, code, reason, ...suspended });
    await this.move(tx, orgId, 'suspended');
    return id;
  }

  /** Ends the open suspension and returns it; undefined when there is none. */
  async resume(tx: Tx, orgId: string, change: { reason: string; by: By }): Promise<string | undefined> {
    const [row] = await tx.query<{ id: string }>(
      `update authors.suspensions set resumed_by = $2, resumed_by_name = $3, resume_reason = $4, resumed_at = $5
       where org_id = $1 and resumed_at is null returning id`,
      [orgId, change.by.id, change.by.name, change.reason, tx.now],
    );
    if (row) await this.move(tx, orgId, 'active');
    return row?.id;
  }

  private async move(tx: Tx, orgId: string, state: 'active' | 'suspended'): Promise<void> {
    await tx.manager.update(DeveloperAccountEntity, { orgId }, { state, updatedAt: tx.now });
  }
}
