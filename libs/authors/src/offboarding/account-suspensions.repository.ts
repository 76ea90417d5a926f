import { Injectable } from '@nestjs/common';
import { decodeCursor, Ids, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf, type Tx } from '@portal/platform/database';
import { DeveloperAccountEntity } from '../organizations/organization.entity.js';
import { AccountSuspensionEntity } from './offboarding.entity.js';
import type { SuspensionCode } from './domain/suspension.js';
import type { SuspensionView } from './suspensions.view.js';

interface By {
  id: string;
  name: string;
}

/** Suspensions of developer accounts; also changes the account's state. The account must be locked first. */
@Injectable()
export class AccountSuspensionsRepository {
  constructor(
    private readonly ids: Ids,
    private readonly database: Database,
  ) {}

  /** Newest first; `open`: only those in force. */
  async list(query: { limit: number; cursor?: string; open: boolean }): Promise<Page<SuspensionView>> {
    const [at, id] = query.cursor === undefined ? [null, null] : decodeCursor(query.cursor, 2);
    const rows = await this.database.query<RowOf<Omit<SuspensionView, 'state'>, 'suspended_at' | 'resumed_at'>>(
      `select s.id, s.org_id, o.name as org_name, s.code, s.reason, s.suspended_by_name as suspended_by, s.suspended_at,
         s.resumed_by_name as resumed_by, s.resume_reason, s.resumed_at
       from authors.suspensions s join authors.organizations o on o.id = s.org_id
       where (not $1 or s.resumed_at is null)
         and ($2::text is null or (date_trunc('milliseconds', s.suspended_at), s.id) < ($2::timestamptz, $3::uuid))
       order by date_trunc('milliseconds', s.suspended_at) desc, s.id desc limit $4`,
      [query.open, at, id, query.limit + 1],
    );
    return toPage(rows, query.limit, ['suspended_at', 'id'], (row) => ({
      ...isoDates(row),
      state: row.resumed_at === null ? 'suspended' : 'resumed',
    }));
  }

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
