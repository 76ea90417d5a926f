import { Injectable } from '@nestjs/common';
import type { Page } from '@portal/kernel';
import { Database } from '@portal/platform';
import type { ApiTokenView } from '../http/identity.view.js';
import type { StoredGrant } from '../persistence/stored-grant.js';

interface Row {
  id: string;
  name: string;
  prefix: string;
  roles: StoredGrant[];
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

/** A user's own tokens, newest first. */
@Injectable()
export class ListApiTokens {
  constructor(private readonly database: Database) {}

  async execute(userId: string): Promise<Page<ApiTokenView>> {
    const rows = await this.database.query<Row>(
      `select id, name, prefix, roles, created_at, expires_at, last_used_at, revoked_at from identity.api_tokens
       where user_id = $1 order by created_at desc, id desc limit 200`,
      [userId],
    );
    const items = rows.map((row) => ({
      id: row.id,
      name: row.name,
      prefix: row.prefix,
      roles: row.roles,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
      revoked_at: row.revoked_at?.toISOString() ?? null,
    }));
    return { items, next_cursor: null };
  }
}
