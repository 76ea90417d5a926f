import { Injectable } from '@nestjs/common';
import { Approvals } from '@portal/approvals';
import { AppError, type Page, required } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { PersonDisabled, PersonEnabled } from '../events.js';
import { AccountMails } from '../notifications/account-mails.js';
import { ownSession } from '../sessions/own-session.js';
import type { AdminUserView } from '../sign-in/identity.view.js';
import { EndAccess } from './end-access.js';
import { UsersRepository, type PeopleQuery, type PersonRow } from './users.repository.js';

interface Step {
  actor: Actor;
  userId: string;
  reason: string;
}

/** People with an account, for admins. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UsersRepository,
    private readonly access: EndAccess,
    private readonly approvals: Approvals,
    private readonly mails: AccountMails,
  ) {}

  list(query: PeopleQuery): Promise<Page<AdminUserView>> {
    return this.users.list(query);
  }

  /**
   * Disables a person: all access ends with the transaction. Sign-in, password reset and single sign-on then respond as
   * for an unknown person. Roles are kept and apply again when the person is enabled. Tokens that the person created
   * for organisations and services keep working.
   * @throws AppError `self_disable`, `session_required` (403), `user_not_found` (404), `person_disabled`, `last_admin` (409)
   */
  async disable({ actor, userId, reason }: Step): Promise<void> {
    const { userId: by } = ownSession(actor);
    if (by === userId) throw new AppError(identityErrors.self_disable);
    try {
      await this.transactor.run(async (tx) => {
        const person = required(await this.users.lockById(tx, userId), identityErrors.user_not_found);
        if (!(await this.users.disable(tx, userId, { by, reason }))) throw new AppError(identityErrors.person_disabled);
        const { sessions, ended } = await this.access.execute(tx, userId);
        // Their proposals could no longer be confirmed, and proposals for them must not wait until they are enabled again.
        await this.approvals.supersedeOf(tx, userId, 'The account was disabled.');
        const after = { sessions, api_tokens: ended.length };
        await this.changed(tx, 'disabled', person, { actor, reason, after });
      });
    } catch (error) {
      throw refusalOf(error, { users_keep_admin: identityErrors.last_admin });
    }
  }

  /**
   * The person can sign in and has the same roles as before. Ended sessions and tokens do not come back.
   * @throws AppError `user_not_found` (404), `person_not_disabled` (409)
   */
  async enable({ actor, userId, reason }: Step): Promise<void> {
    await this.transactor.run(async (tx) => {
      const person = required(await this.users.lockById(tx, userId), identityErrors.user_not_found);
      if (!(await this.users.enable(tx, userId))) throw new AppError(identityErrors.person_not_disabled);
      // A sign-in that was in progress when the person was disabled must not be completed now.
      await this.access.execute(tx, userId);
      await this.changed(tx, 'enabled', person, { actor, reason });
    });
  }

  /** Mail, event and audit entry. @param after what was ended */
  private async changed(
    tx: Tx,
    to: 'disabled' | 'enabled',
    { id, email }: PersonRow,
    { actor, reason, after }: { actor: Actor; reason: string; after?: object },
  ): Promise<void> {
    await this.mails[to](tx, email);
    await tx.emit(to === 'disabled' ? PersonDisabled : PersonEnabled, { user_id: id });
    await tx.audit(actor, `user.${to}`, ['user', id], { after, reason });
  }
}
