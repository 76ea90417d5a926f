import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { MailedLinksRepository } from './mailed-links.repository.js';

/** How much of somebody's access ended. */
export interface EndedAccess {
  sessions: number;
  api_tokens: number;
}

/** Every way in that a person has at the moment. */
@Injectable()
export class AccessRepository {
  constructor(private readonly links: MailedLinksRepository) {}

  /** Ends sessions, the person's own API tokens, begun sign-ins and mailed links. */
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
