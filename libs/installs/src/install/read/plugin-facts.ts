import { Injectable } from '@nestjs/common';
import { Drives } from '@portal/authors';
import { deliveredKinds, describePermission } from '@portal/contract';
import { Listings, type Revision } from '@portal/listings';
import { Database } from '@portal/platform/database';
import type { PluginView } from './installs.view.js';

type Facts = Pick<
  PluginView,
  | 'author'
  | 'permissions'
  | 'capabilities'
  | 'events_emitted'
  | 'events_consumed'
  | 'quota'
  | 'claims'
  | 'versions'
  | 'in_catalogue'
  | 'content'
  | 'changes'
>;

type Publication = Pick<Facts, 'author' | 'in_catalogue' | 'content' | 'changes'>;

const VERSIONS_SHOWN = 20;

/** Functions, claims and evidence of a Drive, for the decision whether to install it. */
@Injectable()
export class PluginFacts {
  constructor(
    private readonly drives: Drives,
    private readonly listings: Listings,
    private readonly database: Database,
  ) {}

  /** The live revision of a Drive that has not ended, even while nobody can install it. */
  async bySlug(slug: string): Promise<{ drive: Revision; isInstallable: boolean } | undefined> {
    const reserved = await this.drives.bySlug(slug);
    if (!reserved) return undefined;
    const installable = await this.listings.installable(reserved.driveId);
    if (installable) return { drive: installable, isInstallable: true };
    const running = await this.listings.running(reserved.driveId);
    return running && { drive: running, isInstallable: false };
  }

  /** @param at when its evidence must hold */
  async of(drive: Revision, at: Date): Promise<Facts> {
    const { manifest } = drive;
    const claims = await this.listings.claims(drive, at);
    return {
      ...(await this.publication(drive)),
      permissions: manifest.permissionsRequested.map((name) => {
        const { text, data, without, level } = describePermission(name);
        return { name, text, data, without, level };
      }),
      capabilities: [...manifest.capabilities],
      events_emitted: [...manifest.eventsEmitted],
      events_consumed: deliveredKinds(manifest),
      quota: manifest.quota && {
        unit: manifest.quota.unit,
        limit: manifest.quota.limit,
        overage_policy: manifest.quota.overagePolicy,
      },
      claims: claims.map(({ text, provenUntil }) => ({ text, proven_until: provenUntil?.toISOString() ?? null })),
      versions: await this.versions(drive.driveId),
    };
  }

  /** The author by today's name, as in the catalogue. */
  private async publication({ driveId, orgId }: Revision): Promise<Publication> {
    const [row] = await this.database.query<Publication>(
      `select o.name as author, l.state <> 'paused' as in_catalogue, listings.live_content(l.drive_id, platform.portal_now()) as content,
         listings.released_changes(l.drive_id, platform.portal_now()) as changes from authors.organizations o, listings.listings l
       where o.id = $1 and l.drive_id = $2`,
      [orgId, driveId],
    );
    return row!;
  }

  /** The last that went live, newest first. */
  async versions(driveId: string): Promise<Facts['versions']> {
    const rows = await this.database.query<{ version: string | null; digest: string; published_at: Date }>(
      `select r.version, r.digest, p.published_at from listings.publications p join listings.revisions r on r.id = p.revision_id
       where p.drive_id = $1 order by p.published_at desc, p.id desc limit ${VERSIONS_SHOWN}`,
      [driveId],
    );
    return rows.map((row) => ({ ...row, published_at: row.published_at.toISOString() }));
  }
}
