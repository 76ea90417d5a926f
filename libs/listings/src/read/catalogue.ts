import { Injectable } from '@nestjs/common';
import { describePermission } from '@portal/contract';
import { AppError, decodeCursor, toPage } from '@portal/kernel';
import { Database } from '@portal/platform';
import { listingsErrors } from '../errors.js';
import { permissionView, type CatalogueEntryView, type CatalogueView, type FacetsView } from '../http/listings.view.js';
import { card, type CardRow } from './card.js';

export interface CatalogueFilter {
  q?: string;
  category?: string;
  motion?: string;
  tier?: string;
  cursor?: string;
  limit: number;
}

interface EntryRow extends CardRow {
  digest: string;
  listed_at: Date;
}

/** Every listed Drive with its live revision, its author and the current open-market price. */
const CARDS = `select l.drive_id, l.slug, lower(l.name) as sort_name, o.name as author, r.version, r.digest, r.manifest, l.listed_at, p.amount_minor, p.currency
  from listings.listings l
  join listings.revisions r on r.id = l.live_revision_id
  join authors.organizations o on o.id = l.org_id
  left join listings.prices p on p.tier = l.tier and p.currency = 'usd' and p.audience = 'open_market'
    and tstzrange(p.valid_from, p.valid_to) @> platform.portal_now()
  where l.state = 'listed'`;
const FOUND = `($1::text is null or l.name ilike $1 or l.tagline ilike $1 or l.slug ilike $1)`;

/** Words of the search as an `ilike` pattern; `%`, `_` and `\\` stand for themselves. */
function pattern(q: string | undefined): string | null {
  const text = q?.trim() ?? '';
  return text === '' ? null : `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** What can be installed, for everybody. */
@Injectable()
export class Catalogue {
  constructor(private readonly database: Database) {}

  /** By name. Facets count what the search finds, whatever else is chosen. */
  async list(filter: CatalogueFilter): Promise<CatalogueView> {
    const [name, slug] = filter.cursor === undefined ? [null, null] : decodeCursor(filter.cursor, 2);
    const q = pattern(filter.q);
    const rows = await this.database.query<CardRow & { sort_name: string }>(
      `${CARDS} and ${FOUND} and ($2::text is null or l.category = $2) and ($3::text is null or l.motion = $3) and ($4::text is null or l.tier = $4)
         and ($5::text is null or (lower(l.name), l.slug) > ($5, $6))
       order by lower(l.name), l.slug limit $7`,
      [q, filter.category ?? null, filter.motion ?? null, filter.tier ?? null, name, slug, filter.limit + 1],
    );
    return { ...toPage(rows, filter.limit, (row) => [row.sort_name, row.slug], card), facets: await this.facets(q) };
  }

  /** @throws AppError `listing_not_found` (404), also for a Drive that is not listed at the moment. */
  async entry(slug: string): Promise<CatalogueEntryView> {
    const [row] = await this.database.query<EntryRow>(`${CARDS} and l.slug = $1`, [slug]);
    if (!row) throw new AppError(listingsErrors.listing_not_found);
    const { manifest } = row;
    return {
      ...card(row),
      description: manifest.description,
      digest: row.digest,
      permissions: manifest.permissionsRequested.map((permission) => permissionView(describePermission(permission))),
      capabilities: manifest.capabilities,
      events_emitted: manifest.eventsEmitted,
      events_consumed: manifest.eventsConsumed,
      config_schema: manifest.configSchema,
      homepage: manifest.homepage,
      support_url: manifest.supportUrl,
      support_email: manifest.supportEmail,
      listed_at: row.listed_at.toISOString(),
    };
  }

  private async facets(q: string | null): Promise<FacetsView> {
    const rows = await this.database.query<{ facet: keyof FacetsView; value: string; count: number }>(
      `select f.facet, f.value, count(*)::int as count
       from listings.listings l cross join lateral (values ('category', l.category), ('motion', l.motion), ('tier', l.tier)) f (facet, value)
       where l.state = 'listed' and f.value is not null and ${FOUND} group by 1, 2 order by 1, 2`,
      [q],
    );
    const of = (facet: keyof FacetsView) =>
      rows.filter((row) => row.facet === facet).map(({ value, count }) => ({ value, count }));
    return { category: of('category'), motion: of('motion'), tier: of('tier') };
  }
}
