import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { Database, type RowOf, type Tx } from '@portal/platform/database';
import { UserEntity } from '../people/user.entity.js';
import { SESSION_ABSOLUTE_MS } from './domain/session-life.js';
import { SessionEntity } from './session.entity.js';
import type { SessionView } from '../recovery/account.view.js';
import type { StoredGrant } from '../people/stored-grant.js';

/** A person as read with what they present: a session or a token. */
export interface PresentedRow {
  user_id: string;
  email: string;
  name: string;
  second_factor: boolean;
  demo: boolean;
  roles: StoredGrant[];
  now: Date;
}

export interface SessionRow extends PresentedRow {
  session_id: string;
  created_at: Date;
  last_seen_at: Date;
  revoked_at: Date | null;
  authenticated_at: Date;
  /** The organisation chosen for the session; the person may have left it since. */
  acts_for: string | null;
  /** False for the previous token, which stays valid for a moment after the token was replaced. */
  current: boolean;
}

type ListedSession = RowOf<
  Pick<SessionView, 'id' | 'created_at' | 'last_seen_at' | 'ip' | 'user_agent'>,
  'created_at' | 'last_seen_at'
> & {
  now: Date;
};

/** Grants of user `u` as a JSON array. */
export const GRANTS_OF_U = `coalesce((select jsonb_agg(jsonb_build_object('role', g.role, 'scope_id', g.scope_id)
  || case when g.member_role is null then '{}' else jsonb_build_object('member_role', g.member_role) end order by g.role, g.created_at, g.scope_id)
  from identity.role_grants g where g.user_id = u.id), '[]')`;

/** How many sessions a person may have open: all are listed. */
const MOST_OPEN = 100;
/** Grace period for requests in progress when the token changes. */
const GRACE = `interval '30 seconds'`;

/** Whether user `u` has a second factor, and is a demo person. */
export const SECOND_FACTOR_OF_U = `exists (select 1 from identity.totp_factors f where f.user_id = u.id and f.confirmed_at is not null) as second_factor,
  u.demo_person is not null as demo`;

@Injectable()
export class SessionsRepository {
  constructor(
    private readonly ids: Ids,
    private readonly database: Database,
  ) {}

  async add(
    tx: Tx,
    session: Pick<SessionEntity, 'userId' | 'tokenHash' | 'ip' | 'userAgent' | 'secondFactor'> & {
      authenticatedAt?: Date;
    },
  ): Promise<string> {
    const id = this.ids.next();
    await tx.manager.insert(SessionEntity, { id, ...session });
    await tx.query(
      'update identity.sessions s set acts_for = u.acts_for from identity.users u where s.id = $1 and u.id = s.user_id and u.acts_for is not null',
      [id],
    );
    return id;
  }

  /** Switches the session to the organisation; later sessions of the person start with it. */
  async actFor(tx: Tx, { userId, sessionId }: { userId: string; sessionId: string }, orgId: string): Promise<void> {
    await tx.manager.update(SessionEntity, { id: sessionId }, { actsFor: orgId });
    await tx.manager.update(UserEntity, { id: userId }, { actsFor: orgId });
  }

  /** Deletes sessions of a user that ended long ago, and ends those used longest ago that the list would not show. */
  async makeRoom(tx: Tx, userId: string): Promise<void> {
    await tx.query(
      `delete from identity.sessions where user_id = $1 and created_at < clock_timestamp() - $2 * interval '1 millisecond'`,
      [userId, SESSION_ABSOLUTE_MS],
    );
    await tx.query(
      `update identity.sessions set revoked_at = clock_timestamp() where revoked_at is null and id in (select id from identity.sessions
         where user_id = $1 and revoked_at is null order by last_seen_at desc, id desc offset $2)`,
      [userId, MOST_OPEN - 1],
    );
  }

  async byTokenHash(tokenHash: string): Promise<SessionRow | undefined> {
    const [row] = await this.database.prepared<SessionRow>(
      'session_by_token',
      `select s.id as session_id, u.id as user_id, u.email, u.name, s.created_at, s.last_seen_at, s.revoked_at, s.authenticated_at, s.acts_for, s.token_hash = $1 as current, clock_timestamp() as now, ${SECOND_FACTOR_OF_U}, ${GRANTS_OF_U} as roles
       from identity.sessions s join identity.users u on u.id = s.user_id where (s.token_hash = $1 or (s.previous_token_hash = $1 and s.rotated_at > clock_timestamp() - ${GRACE}))
         and u.disabled_at is null`,
      [tokenHash],
    );
    return row;
  }

  /** Sessions that are not revoked, newest first; some may have expired at `now`. */
  async openOf(userId: string): Promise<ListedSession[]> {
    return this.database.query<ListedSession>(
      `select id, created_at, last_seen_at, ip, user_agent, clock_timestamp() as now from identity.sessions
       where user_id = $1 and revoked_at is null order by created_at desc, id desc limit $2`,
      [userId, MOST_OPEN],
    );
  }

  async markActive(id: string): Promise<void> {
    await this.database.query(
      'update identity.sessions set last_seen_at = clock_timestamp() where id = $1 and revoked_at is null',
      [id],
    );
  }

  /** Records that the person has confirmed their identity: new token, new time. False when the session has ended. */
  rotate(tx: Tx, id: string, tokenHash: string): Promise<boolean> {
    return tx.matched(
      `update identity.sessions set previous_token_hash = token_hash, rotated_at = clock_timestamp(),
         token_hash = $2, authenticated_at = clock_timestamp() where id = $1 and revoked_at is null returning id`,
      [id, tokenHash],
    );
  }

  async markSecondFactor(tx: Tx, id: string): Promise<void> {
    await tx.manager.update(SessionEntity, { id }, { secondFactor: true });
  }

  /** Ends one session of the user; 0 when there is no such open session. */
  async revokeOwn(tx: Tx, userId: string, id: string): Promise<number> {
    const rows = await tx.query(
      'update identity.sessions set revoked_at = clock_timestamp() where user_id = $1 and id = $2 and revoked_at is null returning id',
      [userId, id],
    );
    return rows.length;
  }

  /** Ends every session of the user except `keep` (null: all); returns how many. */
  async revokeOthers(tx: Tx, userId: string, keep: string | null): Promise<number> {
    const rows = await tx.query(
      'update identity.sessions set revoked_at = clock_timestamp() where user_id = $1 and id is distinct from $2::uuid and revoked_at is null returning id',
      [userId, keep],
    );
    return rows.length;
  }

  /** Ends the session with this token, if it is open; returns its person. */
  async revoke(tx: Tx, tokenHash: string): Promise<{ id: string; name: string } | undefined> {
    const [row] = await tx.query<{ id: string; name: string }>(
      `update identity.sessions s set revoked_at = clock_timestamp() from identity.users u
       where s.token_hash = $1 and s.revoked_at is null and u.id = s.user_id returning u.id, u.name`,
      [tokenHash],
    );
    return row;
  }
}
