import { Injectable } from '@nestjs/common';
import { conformanceCatalogue } from '@portal/conformance';
import { Clock } from '@portal/kernel';
import { Listings, listingsErrors } from '@portal/listings';
import { bypassRowSecurity, Database } from '@portal/platform/database';
import { PluginFacts } from '../../install/read/plugin-facts.js';
import type { PluginEvidenceView } from '../http/evidence.view.js';
import { HistoryQueries } from './history-queries.js';

interface Reviewed {
  id: string;
  submitted_at: Date;
  checked_at: Date | null;
  reviewed_at: Date | null;
}

const titles = new Map(conformanceCatalogue().map(({ id, title }) => [id, title]));

/** What was checked of a listed plugin, when, and with which result, for everybody. */
@Injectable()
export class PluginEvidence {
  constructor(
    private readonly listings: Listings,
    private readonly facts: PluginFacts,
    private readonly history: HistoryQueries,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The review of the newest version that had one: a version that only changes words goes live without. @throws AppError `listing_not_found` (404) */
  async of(slug: string): Promise<PluginEvidenceView> {
    const drive = await this.listings.installableBySlug(slug);
    if (!drive) throw listingsErrors.listing_not_found();
    const claims = await this.listings.claims(drive, this.clock.now());
    // How a listed Drive was checked and answers is public; who has installed it is not read.
    return bypassRowSecurity(async () => {
      const [reviewed] = await this.database.query<Reviewed>(
        `select s.id, s.created_at as submitted_at, s.validated_at as checked_at, s.decided_at as reviewed_at
         from listings.publications p join listings.submissions s on s.id = p.submission_id
         where p.drive_id = $1 order by p.published_at desc limit 1`,
        [drive.driveId],
      );
      return {
        submitted_at: reviewed?.submitted_at.toISOString() ?? null,
        checked_at: reviewed?.checked_at?.toISOString() ?? null,
        reviewed_at: reviewed?.reviewed_at?.toISOString() ?? null,
        checks: await this.counts(reviewed?.id ?? null, null),
        test_installs: await this.counts(reviewed?.id ?? null, 'lifecycle'),
        accepted: await this.accepted(drive.driveId),
        claims: claims.map(({ text, provenUntil }) => ({ text, proven_until: provenUntil?.toISOString() ?? null })),
        versions: await this.facts.versions(drive.driveId),
        answered_share: (await this.history.objectives(drive.driveId)).get('health')?.share ?? null,
        response_time: await this.history.responseTime(drive.driveId),
      };
    });
  }

  /** Of every check of a submission, or of those of a group. */
  private async counts(submissionId: string | null, group: string | null): Promise<PluginEvidenceView['checks']> {
    const [row] = await this.database.query<PluginEvidenceView['checks'] & Record<string, unknown>>(
      'select * from listings.check_counts($1, $2)',
      [submissionId, group],
    );
    return row!;
  }

  private async accepted(driveId: string): Promise<PluginEvidenceView['accepted']> {
    const rows = await this.database.query<{ check_id: string; until: Date }>(
      `select check_id, max(ends_at) as until from listings.review_exceptions
       where drive_id = $1 and ended_at is null and ends_at > (select platform.portal_now()) group by check_id order by check_id`,
      [driveId],
    );
    return rows.map(({ check_id, until }) => ({
      check_id,
      title: titles.get(check_id) ?? check_id,
      until: until.toISOString(),
    }));
  }
}
