import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import type { Role } from '@portal/platform/access';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import type { PersonState } from '../sign-in/identity.dto.js';
import type { AdminUserView } from '../sign-in/identity.view.js';
import { GRANTS_OF_U, SECOND_FACTOR_OF_U } from '../sessions/sessions.repository.js';
import type { StoredGrant } from './stored-grant.js';

type Row = RowOf<AdminUserView, 'created_at' | 'disabled_at'> & { roles: StoredGrant[]; demo: boolean };

/** All accounts, newest first, for admins who grant roles. */
@Injectable()
export class ListUsers {
  constructor(private readonly database: Database) {}

  async execute(query: {
    cursor?: string;
    limit: number;
    q?: string;
    role?: Role;
    state?: PersonState;
  }): Promise<Page<AdminUserView>> {
    const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [null];
    const rows = await this.database.query<Row>(
      `select u.id, u.email, u.name, u.created_at, ${SECOND_FACTOR_OF_U}, ${GRANTS_OF_U} as roles,
         u.disabled_at, d.name as disabled_by, u.disabled_reason from identity.users u left join identity.users d on d.id = u.disabled_by
       where ($1::uuid is null or u.id < $1) and ($3::text is null or strpos(lower(u.name), lower($3)) > 0 or strpos(lower(u.email), lower($3)) > 0)
         and ($4::text is null or exists (select from identity.role_grants g where g.user_id = u.id and g.role = $4))
         and ($5::text is null or (u.disabled_at is not null) = ($5 = 'disabled'))
       order by u.id desc limit $2`,
      [after, query.limit + 1, query.q?.trim() || null, query.role ?? null, query.state ?? null],
    );
    return toPage(
      rows,
      query.limit,
      (row) => [row.id],
      ({ demo: _demo, ...row }) => isoDates(row),
    );
  }
}
