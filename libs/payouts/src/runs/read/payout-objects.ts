import { Injectable } from '@nestjs/common';
import { OrganizationObjects } from '@portal/authors';
import { Database } from '@portal/platform/database';

/** Looks up payouts by id. Statements use the same ids. */
@Injectable()
export class PayoutObjects {
  constructor(objects: OrganizationObjects, database: Database) {
    objects.register(async (id, orgIds) => {
      return database.value<string>('select org_id from payouts.payouts where id = $1 and org_id = any($2)', [
        id,
        orgIds,
      ]);
    });
  }
}
