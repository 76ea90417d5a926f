import { Injectable } from '@nestjs/common';
import type { Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import type { TokenOwner } from './domain/api-token.js';
import type { ApiTokenView } from '../sign-in/identity.view.js';
import { ofOwner } from './api-tokens.repository.js';
import type { StoredGrant } from '../people/stored-grant.js';

type Row = RowOf<ApiTokenView, 'created_at' | 'expires_at' | 'last_used_at' | 'revoked_at'> & { roles: StoredGrant[] };

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
    return { items: rows.map(isoDates), next_cursor: null };
  }
}
