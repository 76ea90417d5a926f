import type { Provider } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import { OrganizationObjects } from '../organization-objects.js';

/** Registers a table whose ids appear in URLs: its rows belong to the organisation in `org_id`. */
export const ownedRows = (table: string): Provider => ({
  provide: `owned rows of ${table}`,
  inject: [OrganizationObjects, Database],
  useFactory: (objects: OrganizationObjects, database: Database) =>
    objects.register((id, orgIds) =>
      database.value<string>(`select org_id from ${table} where id = $1 and org_id = any($2)`, [id, orgIds]),
    ),
});
