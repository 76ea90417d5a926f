import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform';
import type { NeighbourView } from '../http/authors.view.js';

/** Below this two texts have little in common (pg_trgm, 0 to 1). */
const LEAST = 0.35;

/** Drives and open applications that resemble an application in short name, name or description. */
@Injectable()
export class Neighbours {
  constructor(private readonly database: Database) {}

  /** The ten most alike, most alike first. */
  async of(application: {
    id: string;
    drive_slug: string;
    drive_name: string;
    description: string;
  }): Promise<NeighbourView[]> {
    return this.database.query<NeighbourView & Record<string, unknown>>(
      `with candidates as (
         select r.slug, r.name, p.description, 'reserved' as kind, r.application_id
         from authors.drive_reservations r join authors.applications p on p.id = r.application_id
         union all
         select drive_slug, drive_name, description, 'applied', id from authors.applications
         where state in ('submitted', 'in_review', 'changes_requested')),
       measured as (
         select slug, name, kind, application_id, public.similarity(slug, $2) as by_slug,
           public.similarity(lower(name), lower($3)) as by_name, public.similarity(lower(description), lower($4)) as by_text
         from candidates where application_id <> $1)
       select slug, name, kind, application_id, round(greatest(by_slug, by_name, by_text)::numeric, 2)::float8 as likeness,
         case greatest(by_slug, by_name, by_text) when by_slug then 'short name' when by_name then 'name' else 'text' end as alike
       from measured where greatest(by_slug, by_name, by_text) >= $5
       order by greatest(by_slug, by_name, by_text) desc, slug limit 10`,
      [application.id, application.drive_slug, application.drive_name, application.description, LEAST],
    );
  }
}
