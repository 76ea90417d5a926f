import { Injectable, Optional } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import { likenessOf, LEAST_IN_CATEGORY } from '../domain/likeness.js';
import type { NeighbourView } from '../authors.view.js';
import { LiveDrives, type AlikeDrive } from '../../keys/live-drives.js';

const LIMIT = 10;

interface Row extends AlikeDrive {
  kind: 'reserved' | 'applied';
  application_id: string;
}

/** Live Drives, reserved names and open applications with a similar slug, name, category or text. */
@Injectable()
export class Neighbours {
  constructor(
    private readonly database: Database,
    @Optional() private readonly live?: LiveDrives,
  ) {}

  /**
   * The ten most similar ones, most similar first. Live Drives are described by their listing, not by their
   * application.
   */
  async of(application: {
    id: string;
    drive_slug: string;
    drive_name: string;
    description: string;
    category: string;
    state: string;
  }): Promise<NeighbourView[]> {
    const { drive_slug: slug, drive_name: name, description: text, category } = application;
    const alike = (await this.live?.alike({ slug, name, text, category }, LEAST_IN_CATEGORY, 5 * LIMIT)) ?? [];
    // The slug of an approved application belongs to its own Drive.
    const live = alike.filter((one) => application.state !== 'approved' || one.slug !== slug);
    const slugs = new Set(live.map((one) => one.slug));
    const known = await this.known(application);
    const candidates: (AlikeDrive & { kind: string; application_id: string | null })[] = [
      ...live.map((one) => ({ ...one, kind: 'live', application_id: null })),
      ...known.filter((one) => !slugs.has(one.slug)),
    ];
    return candidates
      .flatMap((one): NeighbourView[] => {
        const found = likenessOf(one, { ours: category, theirs: one.category });
        const { slug: theirs, kind, author, application_id } = one;
        return found
          ? [{ slug: theirs, name: one.name, kind, author, category: one.category, application_id, ...found }]
          : [];
      })
      .sort((a, b) => b.likeness - a.likeness || (a.slug < b.slug ? -1 : 1))
      .slice(0, LIMIT);
  }

  /** Sentences about names of other authors, or protected names, with which the Drive's may be confused. */
  async nameFindings({ org_id: orgId, drive_name: name }: { org_id: string; drive_name: string }): Promise<string[]> {
    if (!this.live) return [];
    const others = await this.database.query<{ name: string }>(
      'select distinct name from authors.drive_reservations where org_id <> $1',
      [orgId],
    );
    return this.live.nameFindings(
      name,
      orgId,
      others.map((one) => one.name),
    );
  }

  private known(application: { id: string; drive_slug: string; drive_name: string; description: string }) {
    return this.database.query<Row>(
      `with candidates as (
         select r.slug, r.name, p.company_name as author, p.category, p.description, 'reserved' as kind, r.application_id
         from authors.drive_reservations r join authors.applications p on p.id = r.application_id
         union all
         select drive_slug, drive_name, company_name, category, description, 'applied', id from authors.applications
         where state in ('submitted', 'in_review', 'changes_requested')),
       measured as (
         select slug, name, author, category, kind, application_id, public.similarity(slug, $2) as "bySlug",
           public.similarity(lower(name), lower($3)) as "byName", public.similarity(lower(description), lower($4)) as "byText"
         from candidates where application_id <> $1)
       select * from measured where greatest("bySlug", "byName", "byText") >= $5
       order by greatest("bySlug", "byName", "byText") desc, slug limit ${5 * LIMIT}`,
      [application.id, application.drive_slug, application.drive_name, application.description, LEAST_IN_CATEGORY],
    );
  }
}
