import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import type { OwnFactorRemovalView } from '../recovery/account.view.js';

/** The open removal of a person's second factor, as the person sees it; null when there is none. */
@Injectable()
export class OwnFactorRemoval {
  constructor(private readonly database: Database) {}

  async execute(userId: string): Promise<OwnFactorRemovalView | null> {
    const [row] = await this.database.query<{
      state: OwnFactorRemovalView['state'];
      reason: string;
      requested_at: Date;
      expires_at: Date;
      due_at: Date | null;
    }>(
      `select state, reason, requested_at, expires_at, due_at from identity.factor_removals
       where user_id = $1 and (state = 'approved' or state = 'requested' and expires_at > platform.portal_now())`,
      [userId],
    );
    if (!row) return null;
    return {
      state: row.state,
      reason: row.reason,
      requested_at: row.requested_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      due_at: row.due_at?.toISOString() ?? null,
    };
  }
}
