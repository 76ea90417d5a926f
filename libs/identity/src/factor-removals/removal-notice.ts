import { Injectable } from '@nestjs/common';
import type { Secret } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import type { Person } from '../identity.js';
import { AccountMails } from '../notifications/account-mails.js';
import type { RemovalCancelledBy } from './domain/factor-removal.js';
import type { FactorRemovalRow } from './factor-removals.repository.js';

/** Audit entries and mails of each step of a removal, to the person and the admins. */
@Injectable()
export class RemovalNotice {
  constructor(private readonly mails: AccountMails) {}

  /** @param others admins who can approve */
  async requested(
    tx: Tx,
    actor: Actor,
    removal: { id: string; person: Person; reason: string; expiresAt: Date; token: Secret },
    others: readonly Person[],
  ): Promise<void> {
    const { id, person, reason, expiresAt, token } = removal;
    await this.mails.removalRequested(tx, person.email, { expiresAt, token });
    for (const { email } of others) await this.mails.removalWaits(tx, email, { person, by: actor.name, expiresAt });
    await tx.audit(actor, 'user.second_factor_removal_requested', ['user', person.id], {
      after: { removal: id, expires_at: expiresAt.toISOString() },
      reason,
    });
  }

  async approved(
    tx: Tx,
    actor: Actor,
    removal: FactorRemovalRow,
    { dueAt, token }: { dueAt: Date; token: Secret },
  ): Promise<void> {
    const { id, userId, email, requestedBy } = removal;
    await this.mails.removalApproved(tx, email, { dueAt, token });
    const after = { removal: id, requested_by: requestedBy, due_at: dueAt.toISOString() };
    await tx.audit(actor, 'user.second_factor_removal_approved', ['user', userId], { after, reason: removal.reason });
  }

  async cancelled(
    tx: Tx,
    actor: Actor,
    removal: FactorRemovalRow,
    { by, reason = null }: { by: RemovalCancelledBy; reason?: string | null },
  ): Promise<void> {
    await this.notifyCancelled(tx, actor, removal, by);
    const after = { removal: removal.id, state: removal.state, by };
    await tx.audit(actor, 'user.second_factor_removal_cancelled', ['user', removal.userId], { after, reason });
  }

  async expired(tx: Tx, actor: Actor, { id, userId }: FactorRemovalRow): Promise<void> {
    await tx.audit(actor, 'user.second_factor_removal_expired', ['user', userId], { after: { removal: id } });
  }

  async done(tx: Tx, actor: Actor, removal: FactorRemovalRow): Promise<void> {
    const { id, userId, requestedBy, approvedBy } = removal;
    await this.mails.removalDone(tx, removal.email);
    const after = { removal: id, requested_by: requestedBy, approved_by: approvedBy };
    await tx.audit(actor, 'user.second_factor_removal_done', ['user', userId], { after, reason: removal.reason });
  }

  private async notifyCancelled(
    tx: Tx,
    actor: Actor,
    { email, name, ...removal }: FactorRemovalRow,
    by: RemovalCancelledBy,
  ): Promise<void> {
    if (by !== 'person_disabled') await this.mails.removalCancelled(tx, email, by);
    const admins = [
      { id: removal.requestedBy, to: removal.requesterEmail },
      { id: removal.approvedBy, to: removal.approverEmail },
    ];
    for (const { id, to } of admins)
      if (to !== null && id !== actor.userId) await this.mails.removalStopped(tx, to, { person: { name, email }, by });
  }
}
