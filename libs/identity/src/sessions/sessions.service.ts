import { Injectable } from '@nestjs/common';
import { AppError, Random, type Page, type Secret } from '@portal/kernel';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import { newToken, sha256Hex } from '@portal/platform/crypto';
import { Transactor, type Tx } from '@portal/platform/database';
import { KnownPlaces, type Place } from '../credentials/known-places.js';
import { identityErrors } from '../errors.js';
import type { SessionView } from '../recovery/account.view.js';
import { LinkLogin } from '../sign-in/link-login.js';
import { sessionEnd, sessionIsAlive, sessionLimits } from './domain/session-life.js';
import { ownSession } from './own-session.js';
import { SessionsRepository } from './sessions.repository.js';

/** Origin of a request, stored with the session so that its owner can recognise it. */
export interface Origin extends Place {
  userAgent: string | null;
  /** Session token that the browser already had. It ends, so that nobody can plant a session. */
  presented: string | null;
  /** A login at a provider that is linked once the person has signed in, sealed. */
  login: string | null;
}

/** Cookies of a signed-in browser: the session, and that the person is known here. */
export interface Opened {
  readonly session: Secret;
  readonly device: string;
}

/** A person's sessions: opened at sign-in, listed and ended by the person. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly transactor: Transactor,
    private readonly sessions: SessionsRepository,
    private readonly places: KnownPlaces,
    private readonly random: Random,
    private readonly linkLogin: LinkLogin,
  ) {}

  /** The actor's valid sessions, newest first. */
  async list(actor: Actor): Promise<Page<SessionView>> {
    const own = ownSession(actor);
    const limits = sessionLimits(actor.roles);
    const items = (await this.sessions.openOf(own.userId)).flatMap(({ created_at, last_seen_at, now, ...row }) => {
      const times = { createdAt: created_at, lastSeenAt: last_seen_at, revokedAt: null };
      if (!sessionIsAlive(times, now, limits)) return [];
      return {
        ...row,
        current: row.id === own.sessionId,
        created_at: created_at.toISOString(),
        last_seen_at: last_seen_at.toISOString(),
        ends_at: sessionEnd(times, limits).toISOString(),
      };
    });
    return { items, next_cursor: null };
  }

  /**
   * Opens a session with a new token of 256 random bits. Only the token's hash is stored.
   * @param how `by`: for the audit trail; without it the sign-in is not recorded.
   */
  async open(
    tx: Tx,
    user: { id: string; name: string },
    origin: Origin,
    how: { secondFactor: boolean; authenticatedAt?: Date | undefined; by?: object },
  ): Promise<Opened> {
    const token = newToken('dps', this.random);
    if (origin.presented !== null) await this.sessions.revoke(tx, sha256Hex(origin.presented));
    await this.sessions.makeRoom(tx, user.id);
    await this.sessions.add(tx, {
      userId: user.id,
      tokenHash: sha256Hex(token.reveal()),
      ip: origin.ip,
      userAgent: origin.userAgent?.slice(0, 300) ?? null,
      secondFactor: how.secondFactor,
      ...(how.authenticatedAt && { authenticatedAt: how.authenticatedAt }),
    });
    if (origin.login !== null) await this.linkLogin.link(tx, user, origin.login);
    if (how.by) await this.record(tx, 'user.signed_in', user, how.by);
    return { session: token, device: await this.places.remember(user.id, origin, tx) };
  }

  /**
   * Records that the person has confirmed their identity; the session continues under the returned token.
   * @throws AppError `session_not_found` (404) when it has ended.
   */
  async renew(tx: Tx, actor: Actor): Promise<Secret> {
    const { userId, sessionId } = ownSession(actor);
    const token = newToken('dps', this.random);
    if (!(await this.sessions.rotate(tx, sessionId, sha256Hex(token.reveal()))))
      throw new AppError(identityErrors.session_not_found);
    await tx.audit(actor, 'session.stepped_up', ['user', userId]);
    return token;
  }

  /**
   * Ends one of the actor's own sessions, or all but the current one; effective with the next request.
   * @returns how many ended
   * @throws AppError `session_not_found` (404), `session_required` (403).
   */
  async revoke(actor: Actor, which: 'others' | { sessionId: string }): Promise<number> {
    const { userId, sessionId } = ownSession(actor);
    return this.transactor.run(async (tx) => {
      const ended =
        which === 'others'
          ? await this.sessions.revokeOthers(tx, userId, sessionId)
          : await this.sessions.revokeOwn(tx, userId, which.sessionId);
      if (which !== 'others' && ended === 0) throw new AppError(identityErrors.session_not_found);
      if (ended > 0) await tx.audit(actor, 'session.revoked', ['user', userId], { after: { sessions: ended } });
      return ended;
    });
  }

  /** Ends the session of a token. Does nothing without a token, or when the session has already ended. */
  async signOut(token: string | null): Promise<void> {
    if (token === null) return;
    await this.transactor.run(async (tx) => {
      const ended = await this.sessions.revoke(tx, sha256Hex(token));
      if (ended) await this.record(tx, 'user.signed_out', ended);
    });
  }

  private record(tx: Tx, action: string, { id, name }: { id: string; name: string }, after?: object): Promise<void> {
    return tx.audit({ ...SYSTEM_ACTOR, kind: 'user', userId: id, name }, action, ['user', id], { after });
  }
}
