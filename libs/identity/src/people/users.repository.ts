import { Injectable } from '@nestjs/common';
import { decodeCursor, Ids, toPage, type Page } from '@portal/kernel';
import type { Role } from '@portal/platform/access';
import { Database, isoDates, type RowOf, type Tx } from '@portal/platform/database';
import { WRONG_CODES_MAX } from '../credentials/domain/tries.js';
import { GRANTS_OF_U, SECOND_FACTOR_OF_U } from '../sessions/sessions.repository.js';
import type { PersonState } from '../sign-in/identity.dto.js';
import type { AdminUserView } from '../sign-in/identity.view.js';
import type { StoredGrant } from './stored-grant.js';
import { UserEntity } from './user.entity.js';

/** A user as other features see them. */
export interface PersonRow {
  id: string;
  email: string;
  name: string;
}

/** Account data for sign-in. */
interface Credentials {
  id: string;
  passwordHash: string | null;
  /** Confirmed and not disabled. */
  usable: boolean;
  secondFactor: boolean;
  demo: boolean;
}

type UserRow = RowOf<AdminUserView, 'created_at' | 'disabled_at'> & { roles: StoredGrant[]; demo: boolean };

export interface PeopleQuery {
  cursor?: string;
  limit: number;
  q?: string;
  role?: Role;
  state?: PersonState;
}

const CREDENTIALS = `select c.id, c.password_hash as "passwordHash", c.usable, c.second_factor as "secondFactor", c.demo from (
  select u.id, u.email, u.password_hash, u.disabled_at is null and u.email_confirmed_at is not null as usable, ${SECOND_FACTOR_OF_U}
  from identity.users u) c`;

const PERSON = 'u.id, u.email, u.name';

@Injectable()
export class UsersRepository {
  constructor(
    private readonly ids: Ids,
    private readonly database: Database,
  ) {}

  /** Creates a demo person, without a password; undefined when the address or the demo person is taken. */
  async addDemoPerson(tx: Tx, person: { email: string; name: string; demoPerson: string }) {
    return tx.value<string>(
      `insert into identity.users (id, email, name, demo_person, email_confirmed_at)
       values ($1, $2, $3, $4, clock_timestamp()) on conflict do nothing returning id`,
      [this.ids.next(), person.email, person.name, person.demoPerson],
    );
  }

  /** By address in any case; locks the row until the transaction ends. */
  async lockByEmail(tx: Tx, email: string): Promise<UserEntity | null> {
    return tx.manager
      .createQueryBuilder(UserEntity, 'u')
      .setLock('pessimistic_write')
      .where('platform.folded(u.email) = platform.folded(:email)', { email })
      .getOne();
  }

  /**
   * The account of an address that its owner has just confirmed, with the owner's name and password, if there is one: a new account, or
   * an unconfirmed one, of which nothing is kept. Undefined when the address has a confirmed account.
   */
  async open(tx: Tx, owner: { email: string; name: string; passwordHash: string | null }): Promise<string | undefined> {
    return tx.value<string>(
      `insert into identity.users as u (id, email, name, password_hash, email_confirmed_at)
       values ($1, $2, $3, $4, clock_timestamp())
       on conflict (platform.folded(email)) do update set name = excluded.name, password_hash = excluded.password_hash,
         email_confirmed_at = excluded.email_confirmed_at
         where u.email_confirmed_at is null and u.disabled_at is null and u.demo_person is null
       returning id`,
      [this.ids.next(), owner.email, owner.name, owner.passwordHash],
    );
  }

  /**
   * Records that the person has confirmed the address; undefined when no account with this address can have a password.
   */
  async confirmByReset(tx: Tx, email: string): Promise<PersonRow | undefined> {
    const [row] = await tx.query<PersonRow>(
      `update identity.users u set email_confirmed_at = coalesce(email_confirmed_at, clock_timestamp())
       where platform.folded(u.email) = platform.folded($1) and u.disabled_at is null and u.demo_person is null returning ${PERSON}`,
      [email],
    );
    return row;
  }

  /** Codes of the second factor are counted from here on again. */
  async setPassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
    await tx.manager.update(UserEntity, { id: userId }, { passwordHash, wrongCodes: 0, codesClosedAt: null });
  }

  async codesUsedUp(userId: string): Promise<boolean> {
    const rows = await this.database.query('select 1 from identity.users where id = $1 and wrong_codes >= $2', [
      userId,
      WRONG_CODES_MAX,
    ]);
    return rows.length > 0;
  }

  /** Counts a code as wrong before it is checked; false when the limit has been reached. */
  countCode(tx: Tx, userId: string): Promise<boolean> {
    return tx.matched(
      'update identity.users set wrong_codes = wrong_codes + 1 where id = $1 and wrong_codes < $2 returning 1',
      [userId, WRONG_CODES_MAX],
    );
  }

  /** The counted code was right. Of simultaneous codes, a wrong one may have closed the account meanwhile. */
  async uncountCode(tx: Tx, userId: string): Promise<void> {
    await tx.query(
      'update identity.users set wrong_codes = wrong_codes - 1 where id = $1 and wrong_codes > 0 and codes_closed_at is null',
      [userId],
    );
  }

  /** Records that the limit has been reached; the owner's address the first time, otherwise undefined. */
  async closeCodes(tx: Tx, userId: string): Promise<string | undefined> {
    return tx.value<string>(
      `update identity.users set codes_closed_at = clock_timestamp()
       where id = $1 and wrong_codes >= $2 and codes_closed_at is null returning email`,
      [userId, WRONG_CODES_MAX],
    );
  }

  /** The hash, null for a person without a password. Runs inside the transaction if `tx` is given. */
  async passwordOf(userId: string, tx: Pick<Tx, 'query'> = this.database): Promise<string | null> {
    const [row] = await tx.query<{ password_hash: string | null }>(
      'select password_hash from identity.users where id = $1 and disabled_at is null',
      [userId],
    );
    return row?.password_hash ?? null;
  }

  async lockById(tx: Tx, id: string): Promise<PersonRow | undefined> {
    return (await tx.query<PersonRow>(`select ${PERSON} from identity.users u where u.id = $1 for update`, [id]))[0];
  }

  /** False when the person is already disabled. */
  disable(tx: Tx, userId: string, { by, reason }: { by: string; reason: string }): Promise<boolean> {
    return tx.matched(
      `update identity.users set disabled_at = $2, disabled_by = $3, disabled_reason = $4
       where id = $1 and disabled_at is null returning id`,
      [userId, tx.now, by, reason],
    );
  }

  /** False when the person is not disabled. */
  enable(tx: Tx, userId: string): Promise<boolean> {
    return tx.matched(
      `update identity.users set disabled_at = null, disabled_by = null, disabled_reason = null
       where id = $1 and disabled_at is not null returning id`,
      [userId],
    );
  }

  /** Account data for sign-in; undefined for an unknown address. */
  async credentials(email: string): Promise<Credentials | undefined> {
    return (
      await this.database.query<Credentials>(`${CREDENTIALS} where platform.folded(c.email) = platform.folded($1)`, [
        email,
      ])
    )[0];
  }

  async credentialsById(id: string): Promise<Credentials | undefined> {
    return (await this.database.query<Credentials>(`${CREDENTIALS} where c.id = $1`, [id]))[0];
  }

  /** Like `credentialsById`; locks password and second factor until the transaction ends. */
  async lockCredentials(tx: Tx, id: string): Promise<Credentials | undefined> {
    await this.lockById(tx, id);
    return (await tx.query<Credentials>(`${CREDENTIALS} where c.id = $1`, [id]))[0];
  }

  async byId(id: string): Promise<PersonRow | undefined> {
    return (await this.database.query<PersonRow>(`select ${PERSON} from identity.users u where u.id = $1`, [id]))[0];
  }

  /** Only confirmed addresses, because a grant by address must reach the right person. */
  async byConfirmedEmail(email: string): Promise<PersonRow | undefined> {
    return (
      await this.database.query<PersonRow>(
        `select ${PERSON} from identity.users u where platform.folded(u.email) = platform.folded($1) and u.email_confirmed_at is not null and u.disabled_at is null`,
        [email],
      )
    )[0];
  }

  /** Undefined when an admin has disabled the person. */
  async byDemoPerson(person: string): Promise<PersonRow | undefined> {
    return (
      await this.database.query<PersonRow>(
        `select ${PERSON} from identity.users u where u.demo_person = $1 and u.disabled_at is null`,
        [person],
      )
    )[0];
  }

  async withRole(role: Role, scopeId: string | undefined, tx?: Tx): Promise<PersonRow[]> {
    return (tx ?? this.database).query<PersonRow>(
      `select distinct ${PERSON} from identity.users u join identity.role_grants g on g.user_id = u.id
       where g.role = $1 and ($2::uuid is null or g.scope_id = $2) and u.disabled_at is null order by u.email`,
      [role, scopeId ?? null],
    );
  }

  /** All accounts, newest first, for admins. */
  async list(query: PeopleQuery): Promise<Page<AdminUserView>> {
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
    return toPage(rows, query.limit, ['id'], ({ demo: _demo, ...row }) => isoDates(row));
  }
}
