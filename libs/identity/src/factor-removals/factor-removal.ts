import { Injectable } from '@nestjs/common';
import type { ApprovalKind, ApprovalPreview, ApprovalSubject, Approved } from '@portal/approvals';
import { AppError, required, utcMinute } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import type { Tx } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { AccountMails } from '../notifications/account-mails.js';
import { UsersRepository, type PersonRow } from '../people/users.repository.js';
import { SecondFactorsRepository } from '../second-factor/second-factors.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';

export interface FactorRemoval {
  readonly user_id: string;
  /** RFC 3339 in UTC: until then its owner can stop it and nobody can approve it. */
  readonly not_before: string;
  /** SHA-256 of the token in the mail to the owner, 64 hex digits. */
  readonly link_hash: string;
}

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** The second factor of a person who lost device and recovery codes. */
@Injectable()
export class FactorRemovalKind implements ApprovalKind<FactorRemoval> {
  readonly kind = 'factor_removal';
  readonly subjectType = 'user';
  readonly name = 'Removal of a second factor';
  readonly roles = ['admin'] as const;
  /** In production the database waits for an hour, however much is configured. */
  readonly refusals = { totp_factors_by_approval: identityErrors.factor_removal_waits };
  /** In which the owner can stop it, before it can be approved. */
  readonly ownersMs: number;
  readonly waitsMs: number;

  constructor(
    config: Config,
    private readonly users: UsersRepository,
    private readonly factors: SecondFactorsRepository,
    private readonly sessions: SessionsRepository,
    private readonly mails: AccountMails,
  ) {
    this.ownersMs = config.secondFactorRemovalWaitHours * HOUR_MS;
    this.waitsMs = this.ownersMs + WEEK_MS;
  }

  /** @throws AppError `user_not_found` (404), `second_factor_off`, `person_disabled` (409) */
  async subject(tx: Tx, { user_id: userId }: FactorRemoval): Promise<ApprovalSubject> {
    const { name, email } = await this.owner(tx, userId);
    return { subjectId: userId, title: `Remove the second factor of ${name} (${email})`, people: [userId] };
  }

  preview({ not_before: notBefore }: FactorRemoval): Promise<ApprovalPreview> {
    return Promise.resolve({
      effects: [
        'The second factor and its recovery codes are removed and all sessions of the person end.',
        'The person was notified by email and can stop it until it is approved: by a link, on the account page, or by using any code.',
        `It can be approved from ${utcMinute(notBefore)} on.`,
      ],
      warnings: [
        'First confirm yourself that the person asked for it, face to face or in a call that you started, not by email.',
      ],
    });
  }

  /** @throws AppError those of `subject`, `factor_removal_waits` (409) */
  async apply(tx: Tx, { payload }: Approved<FactorRemoval>): Promise<void> {
    const { user_id: userId, not_before: notBefore } = payload;
    const { email } = await this.owner(tx, userId);
    if (tx.now < new Date(notBefore)) throw new AppError(identityErrors.factor_removal_waits);
    await this.factors.remove(tx, userId);
    await this.factors.endChallengesOf(tx, userId);
    await this.sessions.revokeOthers(tx, userId, null);
    await this.mails.removalDone(tx, email);
  }

  /** An admin refused or withdrew it. */
  async ended(tx: Tx, { payload }: Approved<FactorRemoval>, _actor: Actor, _note: string | null): Promise<void> {
    const person = await this.users.lockById(tx, payload.user_id);
    if (person) await this.mails.removalCancelled(tx, person.email, 'admin');
  }

  private async owner(tx: Tx, userId: string): Promise<PersonRow> {
    const person = required(await this.users.lockById(tx, userId), identityErrors.user_not_found);
    const account = await this.users.lockCredentials(tx, userId);
    if (!account?.secondFactor) throw new AppError(identityErrors.second_factor_off);
    if (!account.usable) throw new AppError(identityErrors.person_disabled);
    return person;
  }
}
