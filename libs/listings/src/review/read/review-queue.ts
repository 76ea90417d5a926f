import { Injectable } from '@nestjs/common';
import { heldAs, heldBy } from '@portal/approvals';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { Database, isoDates } from '@portal/platform/database';
import { risksOf, worstOf, type WorstFacts } from '../domain/review-risk.js';
import { CASE_FACTS, CASE_FACTS_OF } from './case-facts.js';
import type { SubmissionRowView } from '../http/review.view.js';
import type { ReviewQueueQuery } from '../http/review.dto.js';

type Shown = Pick<
  SubmissionRowView,
  'id' | 'drive_id' | 'author' | 'kind' | 'state' | 'version' | 'digest' | 'round' | 'hold'
>;
interface QueueRow extends WorstFacts, Record<'waiting_since' | 'now', Date>, Shown {
  rank: number;
  counts: SubmissionRowView['checks'];
}

const STATE_OF = { reviewer: 'in_review', author: 'changes_requested' } as const;

/** The cases that wait, for reviewers. */
@Injectable()
export class ReviewQueue {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Open cases of others by who must act, longest wait first or worst first; without filters those that wait for a reviewer. */
  async page(actor: Actor, query: ReviewQueueQuery): Promise<Page<SubmissionRowView>> {
    const { party = 'reviewer', kind, claimed = 'any', due, sort = 'worst', limit, cursor } = query;
    const [rank, since, id] = cursor === undefined ? [null, null, null] : decodeCursor(cursor, 3);
    const states = party === 'all' ? ['in_review', 'changes_requested'] : [STATE_OF[party]];
    const overdueAfter = due === 'overdue' ? this.config.review.dueHours : null;
    const rows = await this.database.query<QueueRow>(
      `select s.*, ${CASE_FACTS}, to_jsonb(c) as counts
       from (select * from (
         select s.id, s.drive_id, s.org_id, s.revision_id, s.base_revision_id, s.submitted_by, s.kind, s.state, s.round, o.name as author, r.version, r.digest,
           case $10 when 'worst' then s.weight else 0 end as rank,
           case s.state when 'in_review' then s.waiting_since else s.decided_at end as waiting_since, ${heldBy('s.id', '$7')} as hold,
           platform.portal_now() as now
         from listings.submissions s
         join listings.revisions r on r.id = s.revision_id
         join authors.organizations o on o.id = s.org_id
         where s.state = any($4) and authors.is_stranger(s.org_id, $7)) q
       where ($1::timestamptz is null or (q.rank, q.waiting_since, q.id) > ($9::int, $1, $2::uuid)) and ($5::text is null or q.kind = $5)
         and ${heldAs('q.hold', '$6')}
         and ($8::int is null or (q.state = 'in_review' and q.waiting_since < q.now - $8 * interval '1 hour'))
       order by q.rank, q.waiting_since, q.id limit $3) s
       ${CASE_FACTS_OF}
       cross join lateral listings.check_counts(s.id) c
       order by s.rank, s.waiting_since, s.id`,
      [since, id, limit + 1, states, kind, claimed, actor.userId, overdueAfter, rank, sort],
    );
    return toPage(rows, limit, ['rank', 'waiting_since', 'id'], (row) => this.view(row));
  }

  private view(row: QueueRow): SubmissionRowView {
    const theirs = row.state === 'changes_requested';
    const due = theirs ? null : new Date(row.waiting_since.getTime() + this.config.review.dueHours * 3_600_000);
    const { id, drive_id, author, kind, state, version, digest, round, hold, waiting_since } = row;
    const { name } = row.manifest;
    const before = row.base?.manifest.name ?? name;
    return {
      ...isoDates({ id, drive_id, author, kind, state, version, digest, round, waiting_since }),
      hold,
      title: `${name} ${row.version ?? ''}`.trim(),
      former_name: before === name ? null : before,
      party: theirs ? 'author' : 'reviewer',
      due_at: due?.toISOString() ?? null,
      overdue: due !== null && due < row.now,
      risks: risksOf(row),
      worst: worstOf(row),
      checks: row.counts,
    };
  }
}
