import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { Database, type RoleGrant, type Tx } from '@portal/platform';
import type { ApiToken } from '../domain/api-token.js';
import { GRANTS_OF_U, SECOND_FACTOR_OF_U } from './sessions.repository.js';
import { toStored, type StoredGrant } from './stored-grant.js';

export interface TokenRow {
  token_id: string;
  token_name: string;
  token_roles: StoredGrant[];
  last_used_at: Date | null;
  now: Date;
  user_id: string;
  email: string;
  name: string;
  second_factor: boolean;
  demo: boolean;
  roles: StoredGrant[];
}

@Injectable()
export class ApiTokensRepository {
  constructor(
    private readonly ids: Ids,
    private readonly database: Database,
  ) {}

  async add(
    tx: Tx,
    token: { userId: string; name: string; tokenHash: string; prefix: string; roles: RoleGrant[]; days: number },
  ): Promise<ApiToken> {
    const id = this.ids.next();
    const [times] = await tx.query<{ created_at: Date; expires_at: Date }>(
      `insert into identity.api_tokens (id, user_id, name, token_hash, prefix, roles, created_at, expires_at)
       select $1, $2, $3, $4, $5, $6, now.at, now.at + $7 * interval '1 day' from (select clock_timestamp() as at) now returning created_at, expires_at`,
      [
        id,
        token.userId,
        token.name,
        token.tokenHash,
        token.prefix,
        JSON.stringify(token.roles.map(toStored)),
        token.days,
      ],
    );
    return {
      id,
      name: token.name,
      prefix: token.prefix,
      roles: token.roles,
      createdAt: times!.created_at,
      expiresAt: times!.expires_at,
      lastUsedAt: null,
      revokedAt: null,
    };
  }

  async revoke(tx: Tx, id: string, userId: string): Promise<boolean> {
    const rows = await tx.query(
      'update identity.api_tokens set revoked_at = clock_timestamp() where id = $1 and user_id = $2 and revoked_at is null returning id',
      [id, userId],
    );
    return rows.length > 0;
  }

  async usableByHash(tokenHash: string): Promise<TokenRow | undefined> {
    const [row] = await this.database.query<TokenRow>(
      `select t.id as token_id, t.name as token_name, t.roles as token_roles, t.last_used_at, clock_timestamp() as now, u.id as user_id, u.email, u.name, ${SECOND_FACTOR_OF_U}, ${GRANTS_OF_U} as roles
       from identity.api_tokens t join identity.users u on u.id = t.user_id
       where t.token_hash = $1 and t.revoked_at is null and t.expires_at > clock_timestamp() and u.disabled_at is null`,
      [tokenHash],
    );
    return row;
  }

  async markUsed(id: string): Promise<void> {
    await this.database.query('update identity.api_tokens set last_used_at = clock_timestamp() where id = $1', [id]);
  }
}
