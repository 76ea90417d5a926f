import { Injectable } from '@nestjs/common';
import type { Page } from '@portal/kernel';
import type { TokenScope } from '@portal/platform/access';
import { Database } from '@portal/platform/database';
import type { HostTokenView } from './host-tokens.view.js';
import { ListApiTokens } from './list-api-tokens.js';

interface Row {
  id: string;
  scopes: TokenScope[] | null;
  made_by_id: string;
  awaits_approval: boolean;
  approved_by: string | null;
}

/** Tokens of the host, newest first, with their access. */
@Injectable()
export class ListHostTokens {
  constructor(
    private readonly database: Database,
    private readonly tokens: ListApiTokens,
  ) {}

  async execute(): Promise<Page<HostTokenView>> {
    const { items, next_cursor } = await this.tokens.execute({ kind: 'host' });
    const rows = await this.database.query<Row>(
      `select t.id, t.scopes, t.user_id as made_by_id, t.awaits_approval, a.name as approved_by
       from identity.api_tokens t left join identity.users a on a.id = t.approved_by where t.id = any($1::uuid[])`,
      [items.map(({ id }) => id)],
    );
    const more = new Map(rows.map((row) => [row.id, row]));
    return { items: items.map((token) => ({ ...token, ...more.get(token.id)! })), next_cursor };
  }
}
