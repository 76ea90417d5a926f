import { Injectable } from '@nestjs/common';
import { Random, type Secret } from '@portal/kernel';
import { newToken, sha256Hex } from '@portal/platform/crypto';
import type { Tx } from '@portal/platform/database';
import { KnownPlaces, type Place } from '../credentials/known-places.js';
import { SessionsRepository } from './sessions.repository.js';

/** Origin of a request, stored with the session so that its owner can recognise it. */
export interface Origin extends Place {
  userAgent: string | null;
  /** Session token that the browser already had. It ends, so that nobody can plant a session. */
  presented: string | null;
}

/** Cookies of a signed-in browser: the session, and that the person is known here. */
export interface Opened {
  readonly session: Secret;
  readonly device: string;
}

/** Opens a session with a new token of 256 random bits. Only the token's hash is stored. */
@Injectable()
export class OpenSession {
  constructor(
    private readonly random: Random,
    private readonly sessions: SessionsRepository,
    private readonly places: KnownPlaces,
  ) {}

  async execute(
    tx: Tx,
    userId: string,
    origin: Origin,
    how: { secondFactor: boolean; authenticatedAt?: Date },
  ): Promise<Opened> {
    const token = newToken('dps', this.random);
    if (origin.presented !== null) await this.sessions.revoke(tx, sha256Hex(origin.presented));
    await this.sessions.removeEnded(tx, userId);
    await this.sessions.add(tx, {
      userId,
      tokenHash: sha256Hex(token.reveal()),
      ip: origin.ip,
      userAgent: origin.userAgent?.slice(0, 300) ?? null,
      secondFactor: how.secondFactor,
      ...(how.authenticatedAt && { authenticatedAt: how.authenticatedAt }),
    });
    return { session: token, device: await this.places.remember(userId, origin, tx) };
  }
}
