import { Inject, Injectable, Optional } from '@nestjs/common';
import type { CanonicalManifest, ChangeLevel, ManifestChange } from '@portal/contract';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Database, type ColumnsOf } from '@portal/platform/database';
import { diffRevisions } from '../domain/revision-diff.js';
import { listingsErrors } from '../../errors.js';
import { changeView } from '../manifest.view.js';
import type { ComparedVersionView, ComparisonView, VersionView } from '../listings.view.js';
import type { RevisionEntity } from '../listing.entity.js';
import { InstallCounts } from '../install-counts.js';
import { AuthorizedDrives } from '../authorized-drives.js';

interface Row extends Pick<
  ColumnsOf<RevisionEntity>,
  'id' | 'version' | 'digest' | 'created_at' | 'manifest' | 'origin'
> {
  before: CanonicalManifest | null;
  before_origin: string | null;
  before_id: string | null;
  before_version: string | null;
  before_digest: string | null;
  live: boolean;
  published_at: Date | null;
  submission_state: string | null;
  held: boolean;
}

/** A submission in one of these is over: nothing will be published by it. */
const ENDED = ['failed', 'rejected', 'withdrawn'];
const LAST_PUBLICATION = `(select x.published_at, x.from_revision_id from listings.publications x where x.revision_id = r.id
  order by x.published_at desc, x.id desc limit 1)`;
const LAST_SUBMISSION = `(select x.state, x.base_revision_id from listings.submissions x where x.revision_id = r.id
  order by x.created_at desc, x.id desc limit 1)`;
/**
 * The revision that revision r of listing l is compared with. Published: the one it replaced. Ended unpublished: the
 * one that was live when its checks had run. Otherwise: the live one, which publishing it would change.
 */
const PREDECESSOR = `case when p.published_at is not null then p.from_revision_id
  when s.state in (${ENDED.map((state) => `'${state}'`).join(', ')}) then s.base_revision_id
  else nullif(l.live_revision_id, r.id) end`;

const VERSIONS = `select r.id, r.version, r.digest, r.created_at, r.manifest, r.origin, r.id = l.live_revision_id as live, p.published_at,
    s.state as submission_state, b.manifest as before, b.origin as before_origin, b.id as before_id, b.version as before_version, b.digest as before_digest,
    exists (select 1 from listings.sync_notes n where n.revision_id = r.id and n.kind <> 'version_not_raised') as held
  from listings.revisions r join listings.listings l on l.drive_id = r.drive_id
  left join lateral ${LAST_PUBLICATION} p on true
  left join lateral ${LAST_SUBMISSION} s on true
  left join listings.revisions b on b.id = ${PREDECESSOR}`;

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

function predecessor(row: Row): ComparedVersionView | null {
  if (row.before_id === null || row.before_digest === null) return null;
  const why =
    row.published_at !== null ? 'replaced' : ENDED.includes(row.submission_state ?? '') ? 'live_then' : 'live';
  return { id: row.before_id, version: row.before_version, digest: row.before_digest, why };
}

type Side = Pick<RevisionEntity, 'id' | 'version' | 'digest' | 'manifest' | 'origin'> & { canonical: string };

/** Every manifest that a Drive ever served, newest first, each with what it changes. */
@Injectable()
export class Versions {
  constructor(
    private readonly database: Database,
    private readonly drives: AuthorizedDrives,
    @Optional() @Inject(InstallCounts) private readonly counts?: InstallCounts,
  ) {}

  /** @throws AppError `drive_not_found` (404) */
  async list(actor: Actor, driveId: string, query: { cursor?: string; limit: number }): Promise<Page<VersionView>> {
    const drive = await this.drives.readable(actor, driveId);
    const [before] = query.cursor === undefined ? [null] : decodeCursor(query.cursor, 1);
    const rows = await this.database.query<Row>(
      `${VERSIONS} where r.drive_id = $1 and ($2::uuid is null or r.id < $2) order by r.id desc limit $3`,
      [drive.driveId, before, query.limit + 1],
    );
    const installs = await this.counts?.byRevision(rows.map((row) => row.id));
    return toPage(rows, query.limit, ['id'], (row) => {
      const changes = row.before ? diffRevisions({ origin: row.before_origin!, manifest: row.before }, row) : [];
      return {
        id: row.id,
        version: row.version,
        digest: row.digest,
        state: stateOf(row),
        detected_at: row.created_at.toISOString(),
        published_at: row.published_at?.toISOString() ?? null,
        compared_with: predecessor(row),
        effect: row.before ? effectOf(changes) : null,
        changes: changes.map(changeView),
        installs: installs ? (installs.get(row.id) ?? 0) : null,
      };
    });
  }

  /**
   * Changes of one version against another one of the same Drive; against its predecessor where none is named.
   * @throws AppError `drive_not_found`, `version_not_found` (404)
   */
  async compare(actor: Actor, driveId: string, { to, from }: { to: string; from?: string }): Promise<ComparisonView> {
    const drive = await this.drives.readable(actor, driveId);
    const [row] = await this.database.query<Row>(`${VERSIONS} where r.drive_id = $1 and r.id = $2`, [
      drive.driveId,
      to,
    ]);
    if (!row) throw listingsErrors.version_not_found();
    const base = from ?? row.before_id;
    const sides = await this.database.query<Side>(
      `select id, version, digest, manifest, origin, convert_from(canonical, 'UTF8') as canonical from listings.revisions
       where drive_id = $1 and id = any($2::uuid[])`,
      [drive.driveId, base === null ? [to] : [to, base]],
    );
    const after = sides.find(({ id }) => id === to)!;
    const before = sides.find(({ id }) => id === base);
    if (from !== undefined && !before) throw listingsErrors.version_not_found();
    const changes = before ? diffRevisions(before, after) : [];
    const own = predecessor(row);
    return {
      to: { id: after.id, version: after.version, digest: after.digest },
      from: before
        ? { id: before.id, version: before.version, digest: before.digest, why: own?.id === base ? own.why : 'chosen' }
        : null,
      effect: before ? effectOf(changes) : null,
      changes: changes.map(changeView),
      manifest_before: before ? pretty(before.canonical) : null,
      manifest_after: pretty(after.canonical),
    };
  }
}

const pretty = (canonical: string): string => JSON.stringify(JSON.parse(canonical), null, 2);
