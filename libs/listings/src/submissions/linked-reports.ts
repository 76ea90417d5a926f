import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import type { SharedReportView } from '../listing/listings.view.js';
import { Submissions } from './submissions.js';

interface Row {
  id: string;
  name: string;
  author: string;
  manifest_url: string;
  version: string | null;
  digest: string | null;
  state: string;
  created_at: Date;
  expires_at: Date;
}

/** Reports that their authors have shared: the checks and their subject, nothing of the review. */
@Injectable()
export class LinkedReports {
  constructor(
    private readonly database: Database,
    private readonly submissions: Submissions,
  ) {}

  /** @throws AppError `report_not_found` (404), also when its time is over or its author has ended it */
  async byToken(token: string): Promise<SharedReportView> {
    const [row] = await this.database.query<Row>(
      `select s.id, coalesce(r.manifest->>'name', l.name) as name, o.name as author, s.manifest_url, r.version, r.digest,
         case when s.state in ('received', 'validating') then 'running' else 'finished' end as state, s.created_at, h.expires_at
       from listings.report_links h
       join listings.submissions s on s.id = h.submission_id
       join listings.listings l on l.drive_id = s.drive_id
       join authors.organizations o on o.id = s.org_id
       left join listings.revisions r on r.id = s.revision_id
       where h.token = $1 and h.expires_at > platform.portal_now()`,
      [token],
    );
    if (!row) throw new AppError(listingsErrors.report_not_found);
    return {
      drive_name: row.name,
      author: row.author,
      manifest_url: row.manifest_url,
      version: row.version,
      digest: row.digest,
      progress: row.state,
      submitted_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      checks: await this.submissions.checks(row.id),
    };
  }
}
