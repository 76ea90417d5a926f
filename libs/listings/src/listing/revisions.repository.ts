import { Inject, Injectable, Optional } from '@nestjs/common';
import { canonicalJson, type CanonicalManifest, type JsonObject } from '@portal/contract';
import { Ids } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { Database, type Tx } from '@portal/platform/database';
import { CommercialPolicy } from '../pricing/commercial-policy.js';
import { inSample } from './domain/in-sample.js';
import { RevisionEntity } from './listing.entity.js';

interface NewRevision {
  driveId: string;
  manifestUrl: string;
  /** The manifest value as served. */
  raw: JsonObject;
  manifest: CanonicalManifest;
  digest: string;
}

/** Manifests of a Drive that are followed within 24 hours; the tables refuse twice as many. */
export const MOST_A_DAY = 50;

/** Immutable revisions of manifests. */
@Injectable()
export class RevisionsRepository {
  constructor(
    private readonly ids: Ids,
    private readonly database: Database,
    private readonly config: Config,
    @Optional() @Inject(CommercialPolicy) private readonly policy?: CommercialPolicy,
  ) {}

  /** Keeps a manifest; the same one of the same Drive and address is kept once. Returns the row. */
  async keep(tx: Tx, revision: NewRevision): Promise<RevisionEntity> {
    const { driveId, manifestUrl, raw, manifest, digest } = revision;
    await tx.query(
      `insert into listings.revisions (id, drive_id, digest, version, shape, manifest_url, origin, canonical, manifest, config_schema, sampled)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict on constraint revisions_once do nothing`,
      [
        this.ids.next(),
        driveId,
        digest,
        manifest.version,
        manifest.shape,
        manifestUrl,
        new URL(manifestUrl).origin,
        Buffer.from(canonicalJson(raw), 'utf8'),
        JSON.stringify(manifest),
        manifest.configSchema && JSON.stringify(manifest.configSchema),
        await this.isSampled(tx, driveId, digest),
      ],
    );
    return tx.manager.findOneByOrFail(RevisionEntity, { driveId, digest, manifestUrl });
  }

  byId(tx: Tx, id: string): Promise<RevisionEntity> {
    return tx.manager.findOneByOrFail(RevisionEntity, { id });
  }

  /** Whether a Drive has had so many manifests or submissions kept within 24 hours that the sync follows no other one. */
  async isBusy(driveId: string): Promise<boolean> {
    return (await this.database.value<boolean>(
      `select greatest((select count(*) from listings.revisions r where r.drive_id = $1 and r.created_at > n.now - interval '1 day'),
         (select count(*) from listings.submissions s where s.drive_id = $1 and s.created_at > n.now - interval '1 day')) >= $2 as busy
       from (select platform.portal_now() as now) n`,
      [driveId, MOST_A_DAY],
    ))!;
  }

  /** Outside a transaction, without the canonical bytes. */
  async find(id: string): Promise<Omit<RevisionEntity, 'canonical'> | undefined> {
    const [row] = await this.database.query<Omit<RevisionEntity, 'canonical'>>(
      `select id, drive_id as "driveId", digest, version, shape, manifest_url as "manifestUrl", origin, manifest, config_schema as "configSchema", sampled, created_at as "createdAt"
       from listings.revisions where id = $1`,
      [id],
    );
    return row;
  }

  /**
   * Outcome of this digest of this Drive: a reviewer rejected it, or its author withdrew it and has not submitted it
   * since; or a reviewer sees it though nothing asks for that. Null when it may be followed.
   */
  async settled(tx: Tx, driveId: string, digest: string): Promise<'refused_before' | 'taken_back' | 'sampled' | null> {
    const [row] = await tx.query<Record<'rejected' | 'taken_back', boolean | null>>(
      `select bool_or(s.state = 'rejected') as rejected, (array_agg(s.taken_back order by s.created_at desc, s.id desc))[1] as taken_back
       from listings.submissions s join listings.revisions r on r.id = s.revision_id where s.drive_id = $1 and r.digest = $2`,
      [driveId, digest],
    );
    if (row?.rejected === true) return 'refused_before';
    if (row?.taken_back === true) return 'taken_back';
    return (await this.isSampled(tx, driveId, digest)) ? 'sampled' : null;
  }

  /**
   * Drawn once for each manifest, with the newest key, and written down with it: neither a retry nor another key draws
   * again. One of the sample that ended before a reviewer approved it is not evaded by the next version.
   */
  private async isSampled(tx: Tx, driveId: string, digest: string): Promise<boolean> {
    const [known] = await tx.query<{ drawn: boolean | null; evaded: boolean | null }>(
      `select (select sampled from listings.revisions where drive_id = $1 and digest = $2 order by created_at limit 1) as drawn,
         (select r.sampled and s.state <> 'approved' from listings.submissions s join listings.revisions r on r.id = s.revision_id
          where s.drive_id = $1 order by s.created_at desc, s.id desc limit 1) as evaded`,
      [driveId, digest],
    );
    const share = (await this.policy?.reviewSample(tx, tx.now)) ?? 0;
    return known?.evaded === true || (known?.drawn ?? inSample(this.config.keyring[0]!.key, digest, share));
  }
}
