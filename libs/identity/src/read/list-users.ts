import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database } from '@portal/platform';
import type { AdminUserView } from '../http/identity.view.js';
import { GRANTS_OF_U, SECOND_FACTOR_OF_U } from '../persistence/sessions.repository.js';
import type { StoredGrant } from '../persistence/stored-grant.js';

interface Row {
  id: string;
  email: string;
  name: string;
  roles: StoredGrant[];
  created_at: Date;
  second_factor: boolean;
}

/** Everybody with an account, newest first, for the admin who grants roles. */
@Injectable()
export class ListUsers {
  constructor(private readonly database: Database) {}

  async execute(query: { cursor?: string; limit: number }): Promise<Page<AdminUserView>> {
    const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [null];
    const rows = await this.database.query<Row>(
      `select u.id, u.email, u.name, u.created_at, ${SECOND_FACTOR_OF_U}, ${GRANTS_OF_U} as roles from identity.users u
       where ($1::uuid is null or u.id < $1) order by u.id desc limit $2`,
      [after, query.limit + 1],
    );
    return toPage(
      rows,
      query.limit,
      (row) => [row.id],
      (row) => ({
        id: row.id,
        email: row.email,
        name: row.name,
        roles: row.roles,
        created_at: row.created_at.toISOString(),
        second_factor: row.second_factor,
      }),
    );
  }
}
