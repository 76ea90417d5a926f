import { Injectable } from '@nestjs/common';
import { Ids, type Secret } from '@portal/kernel';
import { sha256Hex } from '@portal/platform/crypto';
import { Database, type Tx } from '@portal/platform/database';
import { removalEnds, type RemovalCancelledBy, type RemovalState } from './domain/factor-removal.js';
import { FactorRemovalEntity } from './factor-removal.entity.js';

/** A removal with its person and admins. */
export interface FactorRemovalRow {
  id: string;
  userId: string;
  email: string;
  name: string;
  personDisabled: boolean;
  factorOn: boolean;
  reason: string;
  state: RemovalState;
  requestedBy: string;
  requesterEmail: string;
  approvedBy: string | null;
  approverEmail: string | null;
  /** Whether the requester, and the approver if there is one, are admins now. */
  byAdmins: boolean;
  expiresAt: Date;
  dueAt: Date | null;
}

const OPEN = `r.state in ('requested', 'approved')`;
const isAdmin = (
  column: string,
): string => `exists (select 1 from identity.role_grants g join identity.users a on a.id = g.user_id
  where g.user_id = ${column} and g.role = 'admin' and a.disabled_at is null)`;

const REMOVAL = `select r.id, r.user_id as "userId", u.email, u.name, u.disabled_at is not null as "personDisabled",
    exists (select 1 from identity.totp_factors f where f.user_id = r.user_id and f.confirmed_at is not null) as "factorOn",
    r.reason, r.state, r.requested_by as "requestedBy", rb.email as "requesterEmail", r.approved_by as "approvedBy", ab.email as "approverEmail",
    ${isAdmin('r.requested_by')} and (r.approved_by is null or ${isAdmin('r.approved_by')}) as "byAdmins",
    r.expires_at as "expiresAt", r.due_at as "dueAt"
  from identity.factor_removals r join identity.users u on u.id = r.user_id join identity.users rb on rb.id = r.requested_by
    left join identity.users ab on ab.id = r.approved_by`;

/** Removals of second factors. Triggers enforce who may do what and when, and that ended removals never change. */
@Injectable()
export class FactorRemovalsRepository {
  constructor(
    private readonly ids: Ids,
    private readonly database: Database,
  ) {}

  /** Inserts a request, valid for its whole time. */
  async add(
    tx: Tx,
    removal: { userId: string; reason: string; requestedBy: string; token: Secret },
  ): Promise<{ id: string; expiresAt: Date }> {
    const { token, ...asked } = removal;
    const id = this.ids.next();
    const expiresAt = removalEnds(tx.now);
    const requestTokenHash = sha256Hex(token.reveal());
    await tx.manager.insert(FactorRemovalEntity, { id, ...asked, requestedAt: tx.now, requestTokenHash, expiresAt });
    return { id, expiresAt };
  }

  async lock(tx: Tx, id: string): Promise<FactorRemovalRow | undefined> {
    return (await tx.query<FactorRemovalRow>(`${REMOVAL} where r.id = $1 for update of r`, [id]))[0];
  }

  /** Undefined when it has ended, or when another transaction has locked it. */
  async lockIfFree(tx: Tx, id: string): Promise<FactorRemovalRow | undefined> {
    const sql = `${REMOVAL} where r.id = $1 and ${OPEN} for update of r skip locked`;
    return (await tx.query<FactorRemovalRow>(sql, [id]))[0];
  }

  /** The open removal of a person, locked until the transaction ends. It may have expired. */
  async lockOpenOf(tx: Tx, userId: string): Promise<FactorRemovalRow | undefined> {
    const found = await tx.query(`select 1 from identity.factor_removals r where r.user_id = $1 and ${OPEN}`, [userId]);
    if (found.length === 0) return undefined;
    // The person can read removals about them but not write; the service writes.
    return tx.bypassRowSecurity(
      async () =>
        (await tx.query<FactorRemovalRow>(`${REMOVAL} where r.user_id = $1 and ${OPEN} for update of r`, [userId]))[0],
    );
  }

  /** By the token of either mail; undefined when it belongs to no open removal. */
  async lockByToken(tx: Tx, token: string): Promise<FactorRemovalRow | undefined> {
    const sql = `${REMOVAL} where ${OPEN} and (r.request_token_hash = $1 or r.approval_token_hash = $1) for update of r`;
    return (await tx.query<FactorRemovalRow>(sql, [sha256Hex(token)]))[0];
  }

  async approve(tx: Tx, id: string, approval: { by: string; dueAt: Date; token: Secret }): Promise<void> {
    await tx.manager.update(
      FactorRemovalEntity,
      { id, state: 'requested' },
      {
        state: 'approved',
        approvedBy: approval.by,
        approvedAt: tx.now,
        dueAt: approval.dueAt,
        approvalTokenHash: sha256Hex(approval.token.reveal()),
      },
    );
  }

  async end(
    tx: Tx,
    id: string,
    state: 'done' | 'expired' | 'cancelled',
    cancelledBy: RemovalCancelledBy | null = null,
  ): Promise<void> {
    await tx.manager.update(FactorRemovalEntity, { id }, { state, cancelledBy, endedAt: tx.now });
  }

  /** Removals for the job to look at, oldest first. */
  async openIds(): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `select r.id from identity.factor_removals r where ${OPEN} order by r.id`,
    );
    return rows.map(({ id }) => id);
  }
}
