import { Injectable } from '@nestjs/common';
import { Drives } from '@portal/authors';
import { deliveredKinds, describePermission } from '@portal/contract';
import { Listings, type Claim, type Revision } from '@portal/listings';
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
  | 'closes_at'
  | 'ends_at'
  | 'ends_reason'
> & {
  /** Whether the announced end has closed it to new installs. */
  closed: boolean;
};

type End = { closes_at: string; retires_at: string; reason: string; closed: boolean } | null;
type Publication = Pick<Facts, 'author' | 'in_catalogue' | 'content' | 'changes'> & { end: End };

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

  /** @param claims of `Listings.claims` */
  async of(drive: Revision, claims: readonly Claim[]): Promise<Facts> {
    const { manifest } = drive;
    const { end, ...publication } = await this.publication(drive);
    return {
      ...publication,
      closed: end?.closed ?? false,
      closes_at: end && new Date(end.closes_at).toISOString(),
      ends_at: end && new Date(end.retires_at).toISOString(),
      ends_reason: end && end.reason,
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
         listings.released_changes(l.drive_id, platform.portal_now()) as changes,
         (select jsonb_build_object('closes_at', closes_at, 'retires_at', retires_at, 'reason', reason, 'closed', closes_at <= (select platform.portal_now()))
           from listings.deprecations where drive_id = l.drive_id and withdrawn_at is null and retired_at is null) as end
       from authors.organizations o, listings.listings l
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
