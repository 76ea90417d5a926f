import { Injectable } from '@nestjs/common';
import { Approvals } from '@portal/approvals';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import type { Actor, Role } from '@portal/platform/access';
import { Database, isoDates, refusalOf, Transactor, type RowOf, type Tx } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { PersonDisabled, PersonEnabled } from '../events.js';
import { AccountMails } from '../notifications/account-mails.js';
import { ownSession } from '../sessions/own-session.js';
import { GRANTS_OF_U, SECOND_FACTOR_OF_U } from '../sessions/sessions.repository.js';
import type { PersonState } from '../sign-in/identity.dto.js';
import type { AdminUserView } from '../sign-in/identity.view.js';
import { EndAccess } from './end-access.js';
import type { StoredGrant } from './stored-grant.js';
import { UsersRepository, type PersonRow } from './users.repository.js';

type UserRow = RowOf<AdminUserView, 'created_at' | 'disabled_at'> & { roles: StoredGrant[]; demo: boolean };

interface Step {
  actor: Actor;
  userId: string;
  reason: string;
}

/** People with an account, for admins. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly database: Database,
    private readonly transactor: Transactor,
    private readonly users: UsersRepository,
    private readonly access: EndAccess,
    private readonly approvals: Approvals,
    private readonly mails: AccountMails,
  ) {}

  /** All accounts, newest first, for admins. */
  async list(query: {
    cursor?: string;
    limit: number;
    q?: string;
    role?: Role;
    state?: PersonState;
  }): Promise<Page<AdminUserView>> {
    const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [null];
    const rows = await this.database.query<UserRow>(
      `select u.id, u.email, u.name, u.created_at, ${SECOND_FACTOR_OF_U}, ${GRANTS_OF_U} as roles,
         u.disabled_at, d.name as disabled_by, u.disabled_reason from identity.users u left join identity.users d on d.id = u.disabled_by
       where ($1::uuid is null or u.id < $1) and ($3::text is null or strpos(lower(u.name), lower($3)) > 0 or strpos(platform.folded(u.email), platform.folded($3)) > 0)
         and ($4::text is null or exists (select from identity.role_grants g where g.user_id = u.id and g.role = $4))
         and ($5::text is null or (u.disabled_at is not null) = ($5 = 'disabled'))
       order by u.id desc limit $2`,
      [after, query.limit + 1, query.q?.trim() || null, query.role ?? null, query.state ?? null],
    );
    return toPage(
      rows,
      query.limit,
      (row) => [row.id],
      ({ demo: _demo, ...row }) => isoDates(row),
    );
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
        const person = await this.users.lockById(tx, userId);
        if (!person) throw new AppError(identityErrors.user_not_found);
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
      const person = await this.users.lockById(tx, userId);
      if (!person) throw new AppError(identityErrors.user_not_found);
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
