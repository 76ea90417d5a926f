import { Injectable } from '@nestjs/common';
import { OrganizationObjects } from '@portal/authors';
import { Database } from '@portal/platform/database';

/** Looks up webhook endpoints by id. */
@Injectable()
export class EndpointObjects {
  constructor(objects: OrganizationObjects, database: Database) {
    objects.register(async (id, orgIds) => {
      const [row] = await database.query<{ org_id: string }>(
        'select org_id from webhooks.endpoints where id = $1 and org_id = any($2)',
        [id, orgIds],
      );
      return row?.org_id;
    });
  }
}
