import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { bypassRowSecurity, Database, isoDates, type RowOf, type Tx } from '@portal/platform/database';
import type { OwnFactorRemovalView, SecondFactorView } from '../recovery/account.view.js';
import { RecoveryCodeEntity, SignInChallengeEntity, TotpFactorEntity } from './second-factor.entity.js';

interface TotpRow {
  seed: string;
  confirmed: boolean;
}

@Injectable()
export class SecondFactorsRepository {
  constructor(
    private readonly ids: Ids,
    private readonly database: Database,
  ) {}

  async state(userId: string): Promise<Omit<SecondFactorView, 'required'>> {
    const [row] = await this.database.query<{ since: Date | null; left: number }>(
      `select (select confirmed_at from identity.totp_factors where user_id = $1) as since,
         (select count(*)::int from identity.recovery_codes where user_id = $1 and used_at is null) as left`,
      [userId],
    );
    // Approvals are rows of staff.
    const [removal] = await bypassRowSecurity(() =>
      this.database.query<RowOf<OwnFactorRemovalView, 'proposed_at' | 'expires_at'>>(
        `select reason, proposed_at, payload->>'not_before' as not_before, expires_at from approvals.approvals
         where kind = 'factor_removal' and subject_id = $1 and state = 'waiting' and expires_at > (select platform.portal_now())`,
        [userId],
      ),
    );
    const { since, left } = row!;
    return {
      on: since !== null,
      since: since?.toISOString() ?? null,
      recovery_codes_left: left,
      removal: removal ? isoDates(removal) : null,
    };
  }

  /** Stores a new unconfirmed seed; false when a confirmed one exists. */
  propose(tx: Tx, userId: string, seed: string): Promise<boolean> {
    return tx.matched(
      `insert into identity.totp_factors as f (user_id, seed) values ($1, $2)
       on conflict (user_id) do update set seed = excluded.seed, created_at = clock_timestamp()
         where f.confirmed_at is null returning user_id`,
      [userId, seed],
    );
  }

  async totpOf(userId: string, from: Pick<Tx, 'query'> = this.database): Promise<TotpRow | undefined> {
    const [row] = await from.query<TotpRow>(
      'select seed, confirmed_at is not null as confirmed from identity.totp_factors where user_id = $1',
      [userId],
    );
    return row;
  }

  /** Confirms the seed that the code belongs to; false when it was replaced or confirmed meanwhile. */
  async confirm(tx: Tx, userId: string, seed: string, step: number): Promise<boolean> {
    // A concurrent sign-in by password is either ended with this or sees the second factor.
    await tx.query('select 1 from identity.users where id = $1 for update', [userId]);
    return tx.matched(
      `update identity.totp_factors set confirmed_at = clock_timestamp(), last_step = $3
       where user_id = $1 and seed = $2 and confirmed_at is null returning user_id`,
      [userId, seed, step],
    );
  }

  /** Uses the code of a step; false when that step or a later one was used before. */
  takeStep(tx: Tx, userId: string, step: number): Promise<boolean> {
    return tx.matched(
      'update identity.totp_factors set last_step = $2 where user_id = $1 and confirmed_at is not null and last_step < $2 returning user_id',
      [userId, step],
    );
  }

  async remove(tx: Tx, userId: string): Promise<void> {
    await tx.manager.delete(TotpFactorEntity, { userId });
    await tx.manager.delete(RecoveryCodeEntity, { userId });
  }

  async replaceRecoveryCodes(tx: Tx, userId: string, codes: readonly { selector: string; hash: string }[]) {
    await tx.manager.delete(RecoveryCodeEntity, { userId });
    await tx.query(
      `insert into identity.recovery_codes (user_id, selector, code_hash)
       select $1, x.selector, x.hash from jsonb_to_recordset($2::jsonb) as x(selector text, hash text)`,
      [userId, JSON.stringify(codes)],
    );
  }

  async recoveryHash(userId: string, selector: string, from: Pick<Tx, 'query'> = this.database) {
    const [row] = await from.query<{ code_hash: string }>(
      'select code_hash from identity.recovery_codes where user_id = $1 and selector = $2 and used_at is null',
      [userId, selector],
    );
    return row?.code_hash ?? null;
  }

  /** Uses a recovery code; false when it was used before. */
  takeRecoveryCode(tx: Tx, userId: string, selector: string): Promise<boolean> {
    return tx.matched(
      'update identity.recovery_codes set used_at = clock_timestamp() where user_id = $1 and selector = $2 and used_at is null returning selector',
      [userId, selector],
    );
  }

  async addChallenge(tx: Tx, userId: string, tokenHash: string, expiresAt: Date): Promise<void> {
    await tx.manager.insert(SignInChallengeEntity, { id: this.ids.next(), userId, tokenHash, expiresAt });
  }

  /** The person of an open challenge; undefined when there is none or its attempts are used up. */
  async challenged(tokenHash: string): Promise<{ userId: string; name: string; email: string } | undefined> {
    const [row] = await this.database.query<{ userId: string; name: string; email: string }>(
      `select c.user_id as "userId", u.name, u.email from identity.sign_in_challenges c join identity.users u on u.id = c.user_id
       where c.token_hash = $1 and c.tries < 5 and c.expires_at > clock_timestamp() and u.disabled_at is null`,
      [tokenHash],
    );
    return row;
  }

  /** Counts an attempt; false when the challenge has ended or its attempts are used up. */
  async tryChallenge(tokenHash: string): Promise<boolean> {
    const rows = await this.database.query(
      `update identity.sign_in_challenges set tries = tries + 1
       where token_hash = $1 and tries < 5 and expires_at > clock_timestamp() returning 1`,
      [tokenHash],
    );
    return rows.length > 0;
  }

  /** False when another request ended it first. */
  endChallenge(tx: Tx, tokenHash: string): Promise<boolean> {
    return tx.matched('delete from identity.sign_in_challenges where token_hash = $1 returning id', [tokenHash]);
  }

  async endChallengesOf(tx: Tx, userId: string): Promise<void> {
    await tx.manager.delete(SignInChallengeEntity, { userId });
  }
}
