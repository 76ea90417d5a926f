import { Injectable } from '@nestjs/common';
import { Random } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Database, isoDates, Transactor, type RowOf } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import type { SharedReportView } from './submissions.view.js';
import { Submissions } from './submissions.js';
import { SubmissionsRepository } from './submissions.repository.js';

const DAYS = 30;
const TOKEN_BYTES = 16;

type Row = RowOf<Omit<SharedReportView, 'checks' | 'check_counts'>, 'submitted_at' | 'expires_at'> & { id: string };

/** Addresses under which everybody who has one reads the checks of a submission, and nothing of its review. */
@Injectable()
export class ReportLinksService {
  constructor(
    private readonly transactor: Transactor,
    private readonly database: Database,
    private readonly repository: SubmissionsRepository,
    private readonly submissions: Submissions,
    private readonly random: Random,
  ) {}

  /** A new address ends the one before. @throws AppError `submission_not_found` (404) */
  async create(actor: Actor, submissionId: string): Promise<void> {
    const token = Buffer.from(this.random.bytes(TOKEN_BYTES)).toString('base64url');
    await this.transactor.run(async (tx) => {
      await this.repository.lockOwn(tx, submissionId, actor);
      const expiresAt = new Date(tx.now.getTime() + DAYS * 86_400_000);
      await tx.query(
        `insert into listings.report_links (submission_id, token, shared_at, expires_at) values ($1, $2, $3, $4)
         on conflict (submission_id) do update
           set token = excluded.token, shared_at = excluded.shared_at, expires_at = excluded.expires_at`,
        [submissionId, token, tx.now, expiresAt],
      );
      const after = { expires_at: expiresAt.toISOString() };
      await tx.audit(actor, 'report.shared', ['submission', submissionId], { after });
    });
  }

  /** Does nothing when it is not shared. @throws AppError `submission_not_found` (404) */
  async revoke(actor: Actor, submissionId: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.repository.lockOwn(tx, submissionId, actor);
      const ended = await tx.query('delete from listings.report_links where submission_id = $1 returning 1 as ended', [
        submissionId,
      ]);
      if (ended.length === 0) return;
      await tx.audit(actor, 'report.share_ended', ['submission', submissionId]);
    });
  }

  /** @throws AppError `report_not_found` (404), also when its time is over or its author has ended it */
  async byToken(token: string): Promise<SharedReportView> {
    const [row] = await this.database.query<Row>(
      `select s.id, coalesce(r.manifest->>'name', l.name) as drive_name, o.name as author, s.manifest_url, r.version, r.digest,
         case when s.state in ('received', 'validating') then 'running' else 'finished' end as progress,
         s.created_at as submitted_at, h.expires_at
       from listings.report_links h
       join listings.submissions s on s.id = h.submission_id
       join listings.listings l on l.drive_id = s.drive_id
       join authors.organizations o on o.id = s.org_id
       left join listings.revisions r on r.id = s.revision_id
       where h.token = $1 and h.expires_at > (select platform.portal_now())`,
      [token],
    );
    if (!row) throw listingsErrors.report_not_found();
    const { id, ...report } = row;
    const [checks, check_counts] = await Promise.all([this.submissions.checks(id), this.submissions.counts(id)]);
    return { ...isoDates(report), checks, check_counts };
  }
}
