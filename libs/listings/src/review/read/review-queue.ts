import { Injectable } from '@nestjs/common';
import type { CanonicalManifest } from '@portal/contract';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { risksOf } from '../domain/review-risk.js';
import type { SubmissionRowView } from '../http/review.view.js';
import type { ReviewQueueQuery } from '../http/review.dto.js';

interface QueueRow extends RowOf<
  Omit<SubmissionRowView, 'title' | 'renamed_from' | 'party' | 'due_at' | 'overdue' | 'risks' | 'checks' | 'yours'>,
  'waiting_since' | 'claimed_at'
> {
  revision_name: string;
  manifest: CanonicalManifest;
  origin: string;
  base: CanonicalManifest | null;
  base_origin: string | null;
  first_drive: boolean;
  counts: SubmissionRowView['checks'];
  slow: boolean;
  holder_id: string | null;
  now: Date;
}

const STATE_OF = { reviewer: 'in_review', author: 'changes_requested' } as const;

/** The cases that wait, for reviewers. */
@Injectable()
export class ReviewQueue {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Open cases by who must act, longest wait first; without filters those that wait for a reviewer. */
  async page(actor: Actor, query: ReviewQueueQuery): Promise<Page<SubmissionRowView>> {
    const { party = 'reviewer', kind, claimed = 'any', due, limit, cursor } = query;
    const [since, id] = cursor === undefined ? [null, null] : decodeCursor(cursor, 2);
    const states = party === 'all' ? ['in_review', 'changes_requested'] : [STATE_OF[party]];
    const overdueAfter = due === 'overdue' ? this.config.review.dueHours : null;
    const rows = await this.database.query<QueueRow>(
      `select page.*, m.manifest, m.origin, b.manifest as base, b.origin as base_origin, to_jsonb(c) as counts,
         exists (select from listings.submission_checks k where k.submission_id = page.id and k.status in ('warn', 'fail') and k.rule = 'slow_answer') as slow,
         not exists (select from listings.publications p join listings.listings l using (drive_id) where l.org_id = page.org_id) as first_drive
       from (select * from (
         select s.id, s.drive_id, s.org_id, s.revision_id, s.base_revision_id, s.kind, s.state, s.round, o.name as author, r.version, r.digest, r.manifest->>'name' as revision_name,
           case s.state when 'in_review' then s.waiting_since else s.decided_at end as waiting_since, h.holder_name as holder, h.held_since as claimed_at, h.holder_id,
           platform.portal_now() as now
         from listings.submissions s
         join listings.revisions r on r.id = s.revision_id
         join authors.organizations o on o.id = s.org_id
         left join listings.review_claims h on h.submission_id = s.id and h.held_until > platform.portal_now() and s.state = 'in_review'
         where s.state = any($4)) q
       where ($1::timestamptz is null or (q.waiting_since, q.id) > ($1, $2::uuid)) and ($5::text is null or q.kind = $5)
         and case $6 when 'mine' then q.holder_id = $7 when 'others' then q.holder_id <> $7 when 'free' then q.holder_id is null else true end
         and ($8::int is null or (q.state = 'in_review' and q.waiting_since < q.now - $8 * interval '1 hour'))
       order by q.waiting_since, q.id limit $3) page
       join listings.revisions m on m.id = page.revision_id
       left join listings.revisions b on b.id = page.base_revision_id
       cross join lateral listings.check_counts(page.id) c
       order by page.waiting_since, page.id`,
      [since, id, limit + 1, states, kind, claimed, actor.userId, overdueAfter],
    );
    return toPage(rows, limit, ['waiting_since', 'id'], (row) => this.view(row, actor));
  }

  private view(row: QueueRow, actor: Actor): SubmissionRowView {
    const theirs = row.state === 'changes_requested';
    const due = theirs ? null : new Date(row.waiting_since.getTime() + this.config.review.dueHours * 3_600_000);
    const { id, drive_id, author, kind, state, version, digest, round, holder, waiting_since, claimed_at } = row;
    const before = row.base?.name ?? row.revision_name;
    return {
      ...isoDates({ id, drive_id, author, kind, state, version, digest, round, holder, waiting_since, claimed_at }),
      title: `${row.revision_name} ${row.version ?? ''}`.trim(),
      renamed_from: before === row.revision_name ? null : before,
      party: theirs ? 'author' : 'reviewer',
      due_at: due?.toISOString() ?? null,
      overdue: due !== null && due < row.now,
      risks: risksOf({
        origin: row.origin,
        manifest: row.manifest,
        base: row.base && { origin: row.base_origin!, manifest: row.base },
        firstDrive: row.first_drive,
        slow: row.slow,
      }),
      checks: row.counts,
      yours: row.holder_id !== null && row.holder_id === actor.userId,
    };
  }
}
