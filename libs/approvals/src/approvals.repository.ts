import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { ApprovalEntity, type StoredState } from './approval.entity.js';
import { approvalErrors } from './errors.js';

export type NewApproval = Pick<
  ApprovalEntity,
  | 'id'
  | 'kind'
  | 'subjectId'
  | 'title'
  | 'roles'
  | 'people'
  | 'organizations'
  | 'tenants'
  | 'amount'
  | 'currency'
  | 'payload'
  | 'reason'
  | 'proposedBy'
  | 'proposedByName'
  | 'proposedAt'
  | 'expiresAt'
>;

interface Decision {
  readonly state: Exclude<StoredState, 'waiting'>;
  readonly by: { readonly id: string; readonly name: string } | null;
  readonly note: string | null;
}

@Injectable()
export class ApprovalsRepository {
  async add(tx: Tx, approval: NewApproval): Promise<void> {
    await tx.manager.insert(ApprovalEntity, approval);
  }

  /** @throws AppError `approval_not_found` (404) */
  async lock(tx: Tx, id: string): Promise<ApprovalEntity> {
    const lock = { mode: 'pessimistic_write' } as const;
    const found = await tx.manager.findOne(ApprovalEntity, { where: { id }, lock });
    if (!found) throw new AppError(approvalErrors.approval_not_found);
    return found;
  }

  /** The one that waits, if any, also when it has expired. */
  async lockWaiting(tx: Tx, kind: string, subjectId: string): Promise<ApprovalEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.manager.findOne(ApprovalEntity, { where: { kind, subjectId, state: 'waiting' }, lock });
  }

  /** Whether somebody but the proposer and those it is about could decide. */
  async hasDecider(tx: Tx, { roles, people, proposedBy }: NewApproval): Promise<boolean> {
    return tx.matched(
      `select 1 from identity.role_grants g join identity.users u on u.id = g.user_id and u.disabled_at is null
       where g.role = any ($1) and u.id <> $2 and u.id <> all ($3::uuid[]) limit 1`,
      [roles, proposedBy, people],
    );
  }

  /** What a person proposed or is about, and waits. */
  async lockWaitingOf(tx: Tx, userId: string): Promise<ApprovalEntity[]> {
    return tx.manager
      .createQueryBuilder(ApprovalEntity, 'a')
      .where(`a.state = 'waiting' and (a.proposed_by = :userId or :userId = any (a.people))`, { userId })
      .setLock('pessimistic_write')
      .getMany();
  }

  async decide(tx: Tx, id: string, { state, by, note }: Decision): Promise<void> {
    const decided = { decidedBy: by?.id ?? null, decidedByName: by?.name ?? null, decidedAt: tx.now };
    await tx.manager.update(ApprovalEntity, { id, state: 'waiting' }, { state, note, ...decided });
  }
}
