import { Injectable } from '@nestjs/common';
import type { Secret } from '@portal/kernel';
import { sha256Hex } from '@portal/platform/crypto';
import type { Tx } from '@portal/platform/database';
import { AccountMails } from '../notifications/account-mails.js';
import { SessionsService, type Opened, type Origin } from '../sessions/sessions.service.js';
import { SecondFactorsRepository } from '../second-factor/second-factors.repository.js';

/** The signed-in person, or the challenge for the second factor. */
export type SignedIn = Opened | { readonly challenge: Secret };

/** What follows a correct first factor of any kind. */
@Injectable()
export class EnterAccount {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly sessions: SessionsService,
    private readonly mails: AccountMails,
  ) {}

  async execute(
    tx: Tx,
    entry: {
      user: { id: string; name: string; secondFactor: boolean };
      origin: Origin;
      by: 'password' | 'oidc';
      /** When the person proved their identity, if not just now. */
      authenticatedAt?: Date;
    },
  ): Promise<SignedIn> {
    const { user, origin, authenticatedAt } = entry;
    if (user.secondFactor) {
      const { token, expiresAt } = this.mails.newChallenge();
      await this.factors.addChallenge(tx, user.id, sha256Hex(token.reveal()), expiresAt);
      return { challenge: token };
    }
    return this.sessions.open(tx, user, origin, { secondFactor: false, authenticatedAt, by: { by: entry.by } });
  }
}
