import { Injectable } from '@nestjs/common';
import type { Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import type { TokenAccess, TokenOwner } from './domain/api-token.js';
import type { ApiTokenView } from '../sign-in/identity.view.js';
import { ofOwner } from './api-tokens.repository.js';
import type { StoredGrant } from '../people/stored-grant.js';

interface Row {
  id: string;
  name: string;
  prefix: string;
  roles: StoredGrant[];
  access: TokenAccess;
  made_by: string;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

/** The tokens of one owner, newest first. */
@Injectable()
export class ListApiTokens {
  constructor(private readonly database: Database) {}

  async execute(owner: TokenOwner): Promise<Page<ApiTokenView>> {
    const { sql, param } = ofOwner(owner, 1);
    const rows = await this.database.query<Row>(
      `select t.id, t.name, t.prefix, t.roles, t.access, u.name as made_by, t.created_at, t.expires_at, t.last_used_at, t.revoked_at
       from identity.api_tokens t join identity.users u on u.id = t.user_id
       where ${sql} order by t.created_at desc, t.id desc limit 200`,
      [param],
    );
    const items = rows.map((row) => ({
      id: row.id,
      name: row.name,
      prefix: row.prefix,
      roles: row.roles,
      access: row.access,
      made_by: row.made_by,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
      revoked_at: row.revoked_at?.toISOString() ?? null,
    }));
    return { items, next_cursor: null };
  }
}
