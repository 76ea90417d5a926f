import { Injectable } from '@nestjs/common';
import { LiveDrives, type AlikeDrive, type Compared } from '@portal/authors';
import { Config } from '@portal/platform/config';
import { Database } from '@portal/platform/database';
import { alikeText } from '../../submissions/listing-checks.js';
import { findLookAlikes } from '../../submissions/domain/look-alike-names.js';
import { ListingsRepository } from '../listings.repository.js';

/** Listed Drives that are like an application, by their cards. */
@Injectable()
export class ListedLiveDrives extends LiveDrives {
  constructor(
    private readonly database: Database,
    private readonly listings: ListingsRepository,
    private readonly config: Config,
  ) {
    super();
  }

  async alike({ slug, name, text, category }: Compared, least: number, limit: number): Promise<AlikeDrive[]> {
    return this.database.query<AlikeDrive>(
      `with measured as (
         select l.slug, l.name, o.name as author, coalesce(l.category, '') as category, public.similarity(l.slug, $1) as "bySlug",
           public.similarity(lower(l.name), lower($2)) as "byName",
           greatest(public.similarity(lower(coalesce(l.tagline, '')), lower($3)), public.similarity(lower(coalesce(p.description, '')), lower($3))) as "byText"
         from listings.listings l join authors.organizations o on o.id = l.org_id
         left join authors.drive_reservations r on r.id = l.drive_id left join authors.applications p on p.id = r.application_id
         where l.state = 'listed')
       select * from measured where greatest("bySlug", "byName", "byText") >= $4
       order by greatest("bySlug", "byName", "byText") + (category = $5 and category <> '')::int * 0.1 desc, slug limit $6`,
      [slug, name, text, least, category, limit],
    );
  }

  async nameFindings(name: string, orgId: string, reserved: readonly string[]): Promise<string[]> {
    const others = [...(await this.listings.namesOfOthers(this.database, orgId)), ...reserved];
    return findLookAlikes(name, { others, reserved: this.config.protectedNames }).map(alikeText);
  }
}
