import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { MailedLinksRepository } from './mailed-links.repository.js';

/** Numbers of what was ended. */
export interface EndedAccess {
  sessions: number;
  api_tokens: number;
}

/** All current access of a person. */
@Injectable()
export class AccessRepository {
  constructor(private readonly links: MailedLinksRepository) {}

  /** Ends sessions, the person's own API tokens, started sign-ins and mailed links. */
  async endAll(tx: Tx, userId: string): Promise<EndedAccess> {
    const sessions = await tx.query(
      'update identity.sessions set revoked_at = clock_timestamp() where user_id = $1 and revoked_at is null returning id',
      [userId],
    );
    const tokens = await tx.query(
      `update identity.api_tokens set revoked_at = clock_timestamp() where user_id = $1 and owner = 'person' and revoked_at is null returning id`,
      [userId],
    );
    await tx.query('delete from identity.sign_in_challenges where user_id = $1', [userId]);
    await this.links.endAll(tx, userId);
    return { sessions: sessions.length, api_tokens: tokens.length };
  }
}
