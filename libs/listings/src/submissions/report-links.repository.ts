import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';

/** Which report is shared, under which address, until when. Lock the submission first. */
@Injectable()
export class ReportLinksRepository {
  /** An address that was there before ends with it. */
  async put(tx: Tx, submissionId: string, token: string, expiresAt: Date): Promise<void> {
    await tx.query(
      `insert into listings.report_links (submission_id, token, shared_at, expires_at) values ($1, $2, $3, $4)
       on conflict (submission_id) do update
         set token = excluded.token, shared_at = excluded.shared_at, expires_at = excluded.expires_at`,
      [submissionId, token, tx.now, expiresAt],
    );
  }

  /** False when it was not shared. */
  async end(tx: Tx, submissionId: string): Promise<boolean> {
    const rows = await tx.query('delete from listings.report_links where submission_id = $1 returning 1 as ended', [
      submissionId,
    ]);
    return rows.length > 0;
  }
}
