import { Injectable } from '@nestjs/common';
import { Random, type Secret } from '@portal/kernel';
import { newToken, sha256Hex } from '@portal/platform/crypto';
import type { Tx } from '@portal/platform/database';
import { KnownPlaces, type Place } from '../credentials/known-places.js';
import { SessionsRepository } from './sessions.repository.js';

/** Where a request came from, kept with the session so that its owner can recognise it. */
export interface Origin extends Place {
  userAgent: string | null;
  /** Session token the browser already carried; it ends, so that nobody can plant one. */
  presented: string | null;
}

/** What the browser of somebody who is in carries: who it is, until the session ends, and that they were here. */
export interface Opened {
  readonly session: Secret;
  readonly device: string;
}

/** A new session always has a new token of 256 random bits; only its hash is kept. */
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
