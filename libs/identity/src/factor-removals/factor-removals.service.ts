import { Injectable } from '@nestjs/common';
import { APPROVAL_REFUSALS, Approvals } from '@portal/approvals';
import { AppError } from '@portal/kernel';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import { sha256Hex } from '@portal/platform/crypto';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import { AttemptLimits } from '../credentials/attempt-limits.js';
import { identityErrors } from '../errors.js';
import { AccountMails, REMOVAL_STOPPED, type RemovalStoppedBy } from '../notifications/account-mails.js';
import { UsersRepository } from '../people/users.repository.js';
import { ownSession } from '../sessions/own-session.js';
import { FactorRemovalKind, type FactorRemoval } from './factor-removal.js';

/** Removals of second factors: proposed by an admin, and stopped by the owner in any way that proves who that is. */
@Injectable()
export class FactorRemovalsService {
  constructor(
    private readonly transactor: Transactor,
    private readonly approvals: Approvals,
    private readonly kind: FactorRemovalKind,
    private readonly users: UsersRepository,
    private readonly mails: AccountMails,
    private readonly limits: AttemptLimits,
  ) {}

  /** Returns the approval's id. @throws AppError those of `Approvals.propose` and `FactorRemovalKind.subject` */
  async propose({ actor, userId, reason }: { actor: Actor; userId: string; reason: string }): Promise<string> {
    try {
      return await this.transactor.run(async (tx) => {
        const token = this.mails.newRemovalToken();
        const notBefore = new Date(tx.now.getTime() + this.kind.ownersMs);
        const payload: FactorRemoval = {
          user_id: userId,
          not_before: notBefore.toISOString(),
          link_hash: sha256Hex(token.reveal()),
        };
        const id = await this.approvals.add(tx, actor, { kind: this.kind, payload, reason });
        const { email } = (await this.users.lockById(tx, userId))!;
        await this.mails.removalProposed(tx, email, { notBefore, token });
        return id;
      });
    } catch (error) {
      throw refusalOf(error, APPROVAL_REFUSALS);
    }
  }

  /** @throws AppError `factor_removal_not_found` (404), `session_required` (403) */
  async stopOwn(actor: Actor): Promise<void> {
    const { userId } = ownSession(actor);
    await this.transactor.run(async (tx) => {
      if (!(await this.waits(tx, userId))) throw new AppError(identityErrors.factor_removal_not_found);
      await this.stop(tx, userId, 'person');
    });
  }

  /** @throws AppError `factor_removal_link_not_valid` (404), `too_many_attempts` (429) */
  async stopByLink({ token, ip }: { token: string; ip: string }): Promise<void> {
    const stopped = await this.transactor.run(async (tx) => {
      const [found] = await tx.query<{ userId: string }>(
        `select a.subject_id as "userId" from approvals.approvals a
         where a.kind = $1 and a.state = 'waiting' and a.payload->>'link_hash' = $2`,
        [this.kind.kind, sha256Hex(token)],
      );
      if (!found || !(await this.waits(tx, found.userId))) return false;
      await this.stop(tx, found.userId, 'link');
      return true;
    });
    if (stopped) return;
    await this.limits.afterMiss(ip);
    throw new AppError(identityErrors.factor_removal_link_not_valid);
  }

  /** Whether a removal waits, which is then locked. */
  waits(tx: Tx, userId: string): Promise<boolean> {
    return tx.bypassRowSecurity(() => this.approvals.waits(tx, this.kind.kind, userId));
  }

  /** Ends the removal that waits: whoever has a code, the mail or a session can do without it. */
  async stop(tx: Tx, userId: string, by: Exclude<RemovalStoppedBy, 'admin'>): Promise<void> {
    await tx.bypassRowSecurity(async () => {
      const { email, name } = (await this.users.lockById(tx, userId))!;
      await this.approvals.supersede(tx, this.kind.kind, userId, `Stopped: ${REMOVAL_STOPPED[by]}.`);
      await this.mails.removalCancelled(tx, email, by);
      const actor: Actor = { ...SYSTEM_ACTOR, kind: 'user', userId, name };
      await tx.audit(actor, 'factor_removal.stopped', ['user', userId], { after: { by } });
    });
  }
}
