import type { Queryable } from '../../pricing/prices.js';
import { highestVersion } from '../domain/version-bump.js';

/** The highest version that a Drive ever published; null without any. Every later one has to be above it. */
export async function highestPublished(q: Queryable, driveId: string): Promise<string | null> {
  const rows = await q.query<{ version: string }>(
    `select distinct r.version from listings.publications p join listings.revisions r on r.id = p.revision_id
     where p.drive_id = $1 and r.version is not null order by 1`,
    [driveId],
  );
  return highestVersion(rows.map(({ version }) => version));
}
