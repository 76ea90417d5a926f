import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { AccountMails } from '../notifications/account-mails.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';

/** Records a change of the second factor in the audit trail and notifies the owner by mail. */
@Injectable()
export class SecondFactorNotice {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly mails: AccountMails,
  ) {}

  /** Turned on in this session; the other sessions were opened without it and end. */
  async on(tx: Tx, actor: Actor, sessionId: string): Promise<void> {
    await this.sessions.revokeOthers(tx, actor.userId!, sessionId);
    await this.sessions.markSecondFactor(tx, sessionId);
    await this.notify(tx, actor, 'user.second_factor_on', 'Two-factor authentication was turned on');
  }

  async off(tx: Tx, actor: Actor): Promise<void> {
    await this.notify(tx, actor, 'user.second_factor_off', 'Two-factor authentication was turned off');
  }

  async newCodes(tx: Tx, actor: Actor): Promise<void> {
    await this.notify(tx, actor, 'user.recovery_codes_made', 'New recovery codes were created');
  }

  private async notify(tx: Tx, actor: Actor, action: string, subject: string): Promise<void> {
    if (actor.email !== undefined) await this.mails.secondFactor(tx, actor.email, subject);
    await tx.audit(actor, action, ['user', actor.userId!]);
  }
}
