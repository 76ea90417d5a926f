import { Injectable } from '@nestjs/common';
import { AppError, Ids } from '@portal/kernel';
import { requirePerson, type Actor } from '@portal/platform/access';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import type { ApprovalEntity } from './approval.entity.js';
import { ApprovalKinds, type ApprovalKind, type Approved } from './approval-kind.js';
import { ApprovalsRepository, type NewApproval } from './approvals.repository.js';
import { APPROVAL_REFUSALS, approvalErrors } from './errors.js';
import { ApprovalDecided, ApprovalProposed } from './events.js';

type Decided = 'approved' | 'refused' | 'withdrawn';
type Then = (tx: Tx, approval: ApprovalEntity, kind: ApprovalKind) => Promise<void> | undefined;

const WEEK_MS = 7 * 24 * 3_600_000;

export interface Proposal<P extends object> {
  readonly kind: ApprovalKind<P>;
  readonly payload: P;
  readonly reason: string;
}

/**
 * What needs a second person: one proposes, another one decides, and what was approved is carried out in the deciding
 * transaction. The rules are in `approvals.approval_steps`.
 */
@Injectable()
export class Approvals {
  constructor(
    private readonly transactor: Transactor,
    private readonly kinds: ApprovalKinds,
    private readonly approvals: ApprovalsRepository,
    private readonly ids: Ids,
  ) {}

  /**
   * Returns the id.
   * @throws AppError `forbidden`, `approval_role`, `own_organization` (403), `approval_open`, `approval_nobody_else` (409), and
   *   what the kind refuses
   */
  async propose<P extends object>(actor: Actor, proposal: Proposal<P>): Promise<string> {
    try {
      return await this.transactor.run((tx) => this.add(tx, actor, proposal));
    } catch (error) {
      throw refusalOf(error, { ...APPROVAL_REFUSALS, ...proposal.kind.refusals });
    }
  }

  /** The same in the caller's transaction. Violated constraints are thrown unchanged. */
  async add<P extends object>(tx: Tx, actor: Actor, { kind, payload, reason }: Proposal<P>): Promise<string> {
    const proposedBy = requirePerson(actor, 'A person has to propose this.');
    const { subjectId, title, amount, ...about } = await kind.subject(tx, payload);
    const earlier = await this.approvals.lockWaiting(tx, kind.kind, subjectId);
    if (earlier && earlier.expiresAt <= tx.now) await this.end(tx, earlier, 'It waited too long.');
    else if (earlier && kind.replaces) await this.end(tx, earlier, 'It was proposed anew.');
    const id = this.ids.next();
    const expiresAt = new Date(tx.now.getTime() + (kind.waitsMs ?? WEEK_MS));
    const approval: NewApproval = {
      id,
      kind: kind.kind,
      subjectId,
      title,
      roles: [...kind.roles],
      people: [...(about.people ?? [])],
      organizations: [...(about.organizations ?? [])],
      tenants: [...(about.tenants ?? [])],
      amount: amount?.minor ?? null,
      currency: amount?.currency ?? null,
      payload,
      reason,
      proposedBy,
      proposedByName: actor.name,
      proposedAt: tx.now,
      expiresAt,
    };
    if (!(await this.approvals.hasDecider(tx, approval))) throw new AppError(approvalErrors.approval_nobody_else);
    await this.approvals.add(tx, approval);
    const expires_at = expiresAt.toISOString();
    await tx.emit(ApprovalProposed, { approval_id: id, kind: kind.kind, expires_at });
    await this.record(
      tx,
      actor,
      kind as unknown as ApprovalKind,
      { id, subjectId, payload },
      { state: 'proposed', reason },
    );
    return id;
  }

  /**
   * Approves and carries out exactly what the person was shown.
   * @param digest of the payload, 64 hex digits
   * @throws AppError `approval_not_found` (404), `approval_same_person`, `approval_about_you`, `own_organization`,
   *   `approval_role`, `forbidden` (403), `approval_closed`, `approval_changed`, `approval_proposer_left` (409), and
   *   what the kind refuses
   */
  async approve(actor: Actor, id: string, { digest, note }: { digest: string; note: string | null }): Promise<void> {
    await this.decide(actor, id, 'approved', note, async (tx, approval, kind) => {
      if (approval.digest.toString('hex') !== digest.toLowerCase()) throw new AppError(approvalErrors.approval_changed);
      await kind.apply(tx, proposalOf(approval), actor);
    });
  }

  /** @throws AppError as `approve`, but for `approval_changed` and what the kind refuses */
  async refuse(actor: Actor, id: string, reason: string): Promise<void> {
    await this.decide(actor, id, 'refused', reason, (tx, approval, kind) =>
      kind.ended?.(tx, proposalOf(approval), actor, reason),
    );
  }

  /** @throws AppError `approval_not_found` (404), `approval_not_yours`, `forbidden` (403), `approval_closed` (409) */
  async withdraw(actor: Actor, id: string, note: string | null): Promise<void> {
    await this.decide(actor, id, 'withdrawn', note, (tx, approval, kind) =>
      kind.ended?.(tx, proposalOf(approval), actor, note),
    );
  }

  /** Whether an approval about the subject waits; locks the subject if so. */
  async waits(tx: Tx, kind: string, subjectId: string): Promise<boolean> {
    const waiting = await this.approvals.lockWaiting(tx, kind, subjectId);
    return waiting !== null && waiting.expiresAt > tx.now;
  }

  /** Supersedes what waits about a subject, with the reason for people. Tables whose rows have ended do it themselves. */
  async supersede(tx: Tx, kind: string, subjectId: string, reason: string): Promise<void> {
    const waiting = await this.approvals.lockWaiting(tx, kind, subjectId);
    if (waiting) await this.end(tx, waiting, reason);
  }

  /** Ends what waits that a person proposed or is about, when that person is disabled. */
  async supersedeOf(tx: Tx, userId: string, reason: string): Promise<void> {
    for (const waiting of await this.approvals.lockWaitingOf(tx, userId)) await this.end(tx, waiting, reason);
  }

  /** The database adds the event `ApprovalDecided`. */
  private async end(tx: Tx, { id }: ApprovalEntity, note: string): Promise<void> {
    await this.approvals.decide(tx, id, { state: 'superseded', by: null, note });
  }

  private async decide(actor: Actor, id: string, state: Decided, note: string | null, then: Then): Promise<void> {
    const by = { id: requirePerson(actor, 'A person has to decide this.'), name: actor.name };
    let kind: ApprovalKind | undefined;
    try {
      await this.transactor.run(async (tx) => {
        const approval = await this.approvals.lock(tx, id);
        kind = this.kinds.get(approval.kind);
        if (approval.state !== 'waiting' || approval.expiresAt <= tx.now)
          throw new AppError(approvalErrors.approval_closed);
        const isOwn = approval.proposedBy === by.id;
        if (isOwn !== (state === 'withdrawn'))
          throw new AppError(isOwn ? approvalErrors.approval_same_person : approvalErrors.approval_not_yours);
        await this.approvals.decide(tx, id, { state, by, note });
        await then(tx, approval, kind);
        await tx.emit(ApprovalDecided, { approval_id: id, kind: kind.kind, state });
        await this.record(tx, actor, kind, approval, { state, reason: note });
      });
    } catch (error) {
      throw refusalOf(error, { ...APPROVAL_REFUSALS, ...kind?.refusals });
    }
  }

  private async record(
    tx: Tx,
    actor: Actor,
    { kind, subjectType }: ApprovalKind,
    { id, subjectId, payload }: Pick<ApprovalEntity, 'id' | 'subjectId' | 'payload'>,
    { state, reason }: { state: 'proposed' | Decided; reason: string | null },
  ): Promise<void> {
    const after = { approval: id, ...payload };
    await tx.audit(actor, `${kind}.${state}`, [subjectType, subjectId.split('#', 1)[0]!], { after, reason });
  }
}

const proposalOf = ({ id, payload, reason, proposedBy, proposedByName }: ApprovalEntity): Approved<object> => ({
  id,
  payload,
  reason,
  proposedBy,
  proposedByName,
});
