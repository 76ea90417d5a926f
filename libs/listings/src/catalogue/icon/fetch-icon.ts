import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, Transactor } from '@portal/platform/database';
import { OutboundClient, OutboundError } from '@portal/platform/outbound';
import { cleanIcon, type CleanIcon } from './clean-icon.js';
import { IconRefused } from './icon-refused.js';
import { RevisionsRepository } from '../../listing/revisions.repository.js';

/** Largest icon that is read, bytes, and how long that may take, ms. */
const MAX_BYTES = 512 * 1024;
const TIMEOUT_MS = 5_000;

/**
 * Fetches the icon of a revision that is to be reviewed, checks it and stores the version that we show and serve
 * ourselves.
 */
@Injectable()
export class FetchIcon {
  constructor(
    private readonly transactor: Transactor,
    private readonly database: Database,
    private readonly revisions: RevisionsRepository,
    private readonly outbound: OutboundClient,
  ) {}

  /**
   * Harmless when repeated: an already fetched one is not lost to a later failure, and the icon of a live revision is
   * the one that a reviewer approved, whatever its address serves since. A fault of the icon is recorded and costs the
   * Drive its picture, nothing more.
   */
  async execute(revisionId: string): Promise<void> {
    const revision = await this.revisions.find(revisionId);
    if (!revision || (await this.isSettled(revisionId))) return;
    const found = await this.read(revision.manifest.iconUrl);
    await this.transactor.run(async (tx) => {
      const [icon, problem] = typeof found === 'string' ? [null, found] : [found, null];
      const digest = icon && createHash('sha256').update(icon.content).digest('hex');
      if (icon)
        await tx.query(
          'insert into listings.icons (digest, media_type, content, accent) values ($1, $2, $3, $4) on conflict do nothing',
          [digest, icon.mediaType, Buffer.from(icon.content), icon.accent],
        );
      const changed = await tx.query(
        `insert into listings.revision_icons (revision_id, digest, problem, fetched_at) values ($1, $2, $3, $4)
         on conflict (revision_id) do update set digest = excluded.digest, problem = excluded.problem, fetched_at = excluded.fetched_at
           where revision_icons.digest is distinct from excluded.digest and (excluded.digest is not null or revision_icons.digest is null)
             and not exists (select from listings.listings l where l.live_revision_id = revision_icons.revision_id)
         returning 1 as changed`,
        [revisionId, digest, problem, tx.now],
      );
      if (changed.length === 0) return;
      // Cards that are kept in memory show the old picture.
      await tx.query(`select nextval('listings.catalogue_generation')`);
    });
  }

  async ofSubmission(submissionId: string): Promise<void> {
    const [row] = await this.database.query<{ revision_id: string | null }>(
      'select revision_id from listings.submissions where id = $1',
      [submissionId],
    );
    if (row?.revision_id) await this.execute(row.revision_id);
  }

  private async isSettled(revisionId: string): Promise<boolean> {
    const rows = await this.database.query(
      'select 1 from listings.revision_icons i join listings.listings l on l.live_revision_id = i.revision_id where i.revision_id = $1',
      [revisionId],
    );
    return rows.length > 0;
  }

  private async read(url: string): Promise<CleanIcon | string> {
    try {
      const { status, body } = await this.outbound.request({
        url,
        kind: 'page',
        headers: { accept: 'image/png, image/svg+xml' },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      });
      return status === 200 ? await cleanIcon(body) : `The icon's address answers with ${status}.`;
    } catch (error) {
      if (error instanceof IconRefused || error instanceof OutboundError) return error.message;
      throw error;
    }
  }
}
