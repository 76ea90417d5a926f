import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hasRole, scopeIds, type Actor } from '@portal/platform/access';
import { bypassRowSecurity, Database } from '@portal/platform/database';
import { SearchSources, typedId, type Found } from '@portal/platform/http';

/** For the few rows of one caller or queue: a name that is much like the typed one, as in `platform.named_like`. */
const like = (name: string): string => `char_length($1) > 3 and public.word_similarity($1, ${name}) > 0.3`;

/** Drives by name or id: an author's own, reviewers' open cases and live ones, and for all others those of the catalogue. */
@Injectable()
export class SearchListings implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly sources: SearchSources,
  ) {}

  onModuleInit(): void {
    this.sources.register((actor, text, limit) => this.own(actor, text, limit));
    this.sources.register((actor, text, limit) => this.ownSubmissions(actor, text, limit));
    this.sources.register((actor, text, limit) => this.cases(actor, text, limit));
    this.sources.register((actor, text, limit) => this.live(actor, text, limit));
    this.sources.register((actor, text, limit) => this.plugins(actor, text, limit));
  }

  private async own(actor: Actor, text: string, limit: number): Promise<Found[]> {
    const orgIds = scopeIds(actor, 'author');
    if (orgIds.length === 0) return [];
    return this.find(
      `select 'drive' as kind, d.id, coalesce(l.name, d.name) as name, d.slug as note
       from authors.drive_reservations d left join listings.listings l on l.drive_id = d.id
       where d.org_id = any($3::uuid[]) and (strpos(lower(coalesce(l.name, d.name)), lower($1)) > 0 or strpos(d.slug, lower($1)) > 0 or d.id = $4
         or ${like('coalesce(l.name, d.name)')})
       order by 3, 2 limit $2`,
      [text, limit, orgIds, typedId(text)],
    );
  }

  /** By id alone: by name their Drive is found. */
  private async ownSubmissions(actor: Actor, text: string, limit: number): Promise<Found[]> {
    const [orgIds, id] = [scopeIds(actor, 'author'), typedId(text)];
    if (orgIds.length === 0 || id === null) return [];
    return this.find(
      `select 'own_submission' as kind, s.id, l.name, l.slug as note from listings.submissions s join listings.listings l on l.drive_id = s.drive_id
       where s.id = $1 and s.org_id = any($3::uuid[]) limit $2`,
      [id, limit, orgIds],
    );
  }

  private async cases(actor: Actor, text: string, limit: number): Promise<Found[]> {
    if (!hasRole(actor, 'reviewer')) return [];
    return this.ofAll(
      `select 'submission' as kind, s.id, trim(coalesce(r.manifest->>'name', l.name) || ' ' || coalesce(r.version, '')) as name, o.name as note
       from listings.submissions s join listings.listings l on l.drive_id = s.drive_id
         join authors.organizations o on o.id = s.org_id left join listings.revisions r on r.id = s.revision_id
       where s.id = $3 or s.state in ('in_review', 'changes_requested')
         and (strpos(lower(coalesce(r.manifest->>'name', l.name) || ' ' || l.slug || ' ' || o.name), lower($1)) > 0
           or ${like("coalesce(r.manifest->>'name', l.name)")})
       order by s.waiting_since nulls last, s.id limit $2`,
      [text, limit, typedId(text)],
    );
  }

  private async live(actor: Actor, text: string, limit: number): Promise<Found[]> {
    if (!hasRole(actor, 'reviewer') && !hasRole(actor, 'admin')) return [];
    return this.ofAll(
      `select 'live_drive' as kind, f.id, l.name, o.name as note
       from platform.named_like('listings.listings', 'drive_id', '{name,slug}', $1, $3, $2) f
         join listings.listings l on l.drive_id = f.id join authors.organizations o on o.id = l.org_id
       where l.live_revision_id is not null order by f.distance, lower(l.name), l.slug`,
      [text, limit, typedId(text)],
    );
  }

  private async plugins(actor: Actor, text: string, limit: number): Promise<Found[]> {
    if (hasRole(actor, 'reviewer') || hasRole(actor, 'admin')) return [];
    return this.find(
      `select 'plugin' as kind, e.slug as id, e.name, e.slug as note
       from platform.named_like('listings.catalogue_entries', 'drive_id', '{name,slug}', $1, $3, $2) f
         join listings.catalogue_entries e on e.drive_id = f.id
       order by f.distance, e.sort_name, e.slug`,
      [text, limit, typedId(text)],
    );
  }

  private find(sql: string, params: unknown[]): Promise<Found[]> {
    return this.database.query<Found>(sql, params);
  }

  /** For staff only: the route is everybody's, so its statements would read only the caller's rows. */
  private ofAll(sql: string, params: unknown[]): Promise<Found[]> {
    return bypassRowSecurity(() => this.find(sql, params));
  }
}
