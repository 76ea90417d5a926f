import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import { OrganizationObjects } from '../organization-objects.js';

/** Looks up Drives and applications by id. */
@Injectable()
export class AuthorObjects {
  constructor(objects: OrganizationObjects, database: Database) {
    objects.register(async (id, orgIds) => {
      return database.value<string>(
        `select org_id from authors.drive_reservations where id = $1 and org_id = any($2)
         union all select org_id from authors.applications where id = $1 and org_id = any($2)`,
        [id, orgIds],
      );
    });
  }
}
