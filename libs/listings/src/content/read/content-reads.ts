import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { listingsErrors } from '../../errors.js';
import type { ContentVersionView, DriveContentView, WaitingContentView } from '../content.view.js';

const NAMED = `(select d.id, d.org_id, a.website, l.live_revision_id, l.handshake_at, coalesce(l.name, d.name) as name, o.name as author from authors.drive_reservations d
  join authors.organizations o on o.id = d.org_id join authors.applications a on a.id = d.application_id left join listings.listings l on l.drive_id = d.id) d`;

/** Content of Drives as authors, reviewers and everybody read it. */
@Injectable()
export class ContentReads {
  constructor(private readonly database: Database) {}

  /** For its author, who owns the Drive, and for reviewers. */
  async ofDrive(driveId: string): Promise<DriveContentView> {
    const [drive] = await this.database.query<
      Omit<DriveContentView, 'versions' | 'verification'> & RowOf<DriveContentView['verification'], 'handshake_at'>
    >(
      `select d.id as drive_id, (select e.slug from listings.catalogue_entries e where e.drive_id = d.id) as slug, d.name as drive_name, d.author, listings.released_changes(d.id, platform.portal_now()) as changes,
         r.origin, d.website, d.handshake_at, listings.shared_domain(r.origin, d.website) as domain
       from ${NAMED} left join listings.revisions r on r.id = d.live_revision_id where d.id = $1`,
      [driveId],
    );
    const versions = await this.database.query<
      RowOf<ContentVersionView, 'written_at' | 'waiting_since' | 'decided_at'>
    >(
      `select id, state, revision, body, written_by_name as written_by, written_at, waiting_since, decided_at, reason
       from listings.contents where drive_id = $1 and state <> 'withdrawn' order by decided_at desc nulls first, id desc limit 20`,
      [driveId],
    );
    const { origin, website, handshake_at, domain, ...named } = drive!;
    const verification = isoDates({ origin, website, handshake_at, domain });
    return { ...named, verification, versions: versions.map((row) => isoDates(row)) };
  }

  /** The longest waiting first, without those of the reviewer's own organisations. */
  async waiting(actor: Actor): Promise<WaitingContentView[]> {
    const rows = await this.database.query<RowOf<WaitingContentView, 'waiting_since'>>(
      `select c.id, c.drive_id, d.name as drive_name, d.author, coalesce(c.waiting_since, c.written_at) as waiting_since from listings.contents c join ${NAMED} on d.id = c.drive_id
       where c.state = 'in_review' and authors.is_stranger(c.org_id, $1) order by c.waiting_since, c.id limit 100`,
      [actor.userId],
    );
    return rows.map((row) => isoDates(row));
  }

  /** A picture: of a Drive, or one that approved content shows. @throws AppError `picture_not_found` (404) */
  async picture(digest: string, driveId: string | null): Promise<Buffer> {
    const [row] = await this.database.query<{ content: Buffer }>(
      `select p.content from listings.pictures p where p.digest = $1 and case when $2::uuid is not null then p.drive_id = $2
         else exists (select from listings.contents c join listings.listings l using (drive_id)
           where c.drive_id = p.drive_id and c.state = 'approved' and l.listed_at is not null and l.state <> 'removed'
             and c.body->'screenshots' @> jsonb_build_array(jsonb_build_object('digest', p.digest))) end limit 1`,
      [/^[0-9a-f]{64}$/.test(digest) ? digest : '', driveId],
    );
    if (!row) throw listingsErrors.picture_not_found();
    return row.content;
  }
}
