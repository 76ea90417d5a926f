import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Database } from '@portal/platform/database';
import { OwnFactorRemoval } from '../factor-removals/own-factor-removal.js';
import type { SecondFactorView } from '../recovery/account.view.js';
import { ownSession } from '../sessions/own-session.js';

/** Whether the actor's second factor is on, how many recovery codes are left, and an open removal. */
@Injectable()
export class SecondFactorState {
  constructor(
    private readonly database: Database,
    private readonly removals: OwnFactorRemoval,
  ) {}

  async execute(actor: Actor): Promise<SecondFactorView> {
    const { userId } = ownSession(actor);
    const [row] = await this.database.query<{ since: Date | null; left: number }>(
      `select (select confirmed_at from identity.totp_factors where user_id = $1) as since,
         (select count(*)::int from identity.recovery_codes where user_id = $1 and used_at is null) as left`,
      [userId],
    );
    const removal = await this.removals.execute(userId);
    return {
      on: (row?.since ?? null) !== null,
      since: row?.since?.toISOString() ?? null,
      recovery_codes_left: row?.left ?? 0,
      required: (actor.withheldRoles ?? []).length > 0,
      removal,
    };
  }
}
