import { Inject, Injectable, Optional } from '@nestjs/common';
import type { CanonicalManifest, ChangeLevel, ManifestChange } from '@portal/contract';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, type Actor } from '@portal/platform';
import { diffRevisions } from '../domain/revision-diff.js';
import { changeView, type VersionView } from '../http/listings.view.js';
import { InstallCounts } from '../install-counts.js';
import { OwnDrive } from '../own-drive.js';

interface Row {
  id: string;
  version: string | null;
  digest: string;
  created_at: Date;
  manifest: CanonicalManifest;
  origin: string;
  before: CanonicalManifest | null;
  before_origin: string | null;
  live: boolean;
  published_at: Date | null;
  submission_state: string | null;
  held: boolean;
}

const WEIGHT: readonly ChangeLevel[] = ['cosmetic', 'additive', 'consent', 'compliance', 'commercial', 'breaking'];

/** The weightiest class among changes; null without any. */
export function effectOf(changes: readonly ManifestChange[]): ChangeLevel | null {
  return changes.reduce<ChangeLevel | null>(
    (worst, { level }) => (worst === null || WEIGHT.indexOf(level) > WEIGHT.indexOf(worst) ? level : worst),
    null,
  );
}

function stateOf(row: Row): string {
  if (row.live) return 'live';
  if (row.published_at !== null) return 'superseded';
  if (row.submission_state !== null) return row.submission_state;
  return row.held ? 'held' : 'detected';
}

/** Every manifest that a Drive ever showed us, newest first, each with what it changed. */
@Injectable()
export class Versions {
  constructor(
    private readonly database: Database,
    private readonly ownDrive: OwnDrive,
    @Optional() @Inject(InstallCounts) private readonly counts?: InstallCounts,
  ) {}

  /** @throws AppError `drive_not_found` (404) */
  async list(actor: Actor, driveId: string, query: { cursor?: string; limit: number }): Promise<Page<VersionView>> {
    const drive = await this.ownDrive.of(actor, driveId);
    const [before] = query.cursor === undefined ? [null] : decodeCursor(query.cursor, 1);
    const rows = await this.database.query<Row>(
      `select r.id, r.version, r.digest, r.created_at, r.manifest, r.origin, r.id = l.live_revision_id as live,
         e.manifest as before, e.origin as before_origin,
         (select max(p.published_at) from listings.publications p where p.revision_id = r.id) as published_at,
         (select s.state from listings.submissions s where s.revision_id = r.id order by s.created_at desc, s.id desc limit 1) as submission_state,
         exists (select 1 from listings.sync_notes n where n.revision_id = r.id and n.kind <> 'version_not_raised') as held
       from listings.revisions r join listings.listings l on l.drive_id = r.drive_id
       left join lateral (select b.manifest, b.origin from listings.revisions b where b.drive_id = r.drive_id and b.id < r.id order by b.id desc limit 1) e on true
       where r.drive_id = $1 and ($2::uuid is null or r.id < $2) order by r.id desc limit $3`,
      [drive.driveId, before, query.limit + 1],
    );
    const installs = await this.counts?.byRevision(rows.map((row) => row.id));
    return toPage(
      rows,
      query.limit,
      (row) => [row.id],
      (row) => {
        const changes = row.before ? diffRevisions({ origin: row.before_origin!, manifest: row.before }, row) : [];
        return {
          id: row.id,
          version: row.version,
          digest: row.digest,
          state: stateOf(row),
          detected_at: row.created_at.toISOString(),
          published_at: row.published_at?.toISOString() ?? null,
          effect: row.before ? effectOf(changes) : null,
          changes: changes.map(changeView),
          installs: installs ? (installs.get(row.id) ?? 0) : null,
        };
      },
    );
  }
}
