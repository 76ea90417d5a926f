import { Injectable } from '@nestjs/common';
import { OrganizationObjects } from '@portal/authors';
import { Database } from '@portal/platform/database';

/** Submissions by their ids. */
@Injectable()
export class SubmissionObjects {
  constructor(objects: OrganizationObjects, database: Database) {
    objects.register(async (id, orgIds) => {
      return database.value<string>('select org_id from listings.submissions where id = $1 and org_id = any($2)', [
        id,
        orgIds,
      ]);
    });
  }
}
