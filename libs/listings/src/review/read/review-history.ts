import { Injectable } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { clockOf } from '../domain/review-case.js';
import type { SubmissionState } from '../../submissions/domain/submission-state.js';
import type {
  CaseClockView,
  ChangedMeanwhileView,
  EarlierDecisionView,
  ReviewedAuthorView,
  ReviewMessageView,
  SimilarDriveView,
} from '../http/review.view.js';

/** Below this two texts have little in common (pg_trgm, 0 to 1). */
const LEAST = 0.35;

interface Move {
  state: SubmissionState;
  at: Date;
}

/** The context of a case: its transitions and messages, earlier decisions, the author, similar Drives. */
@Injectable()
export class ReviewHistory {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Moves of a submission by the audit trail, oldest first. */
  private moves(submissionId: string): Promise<Move[]> {
    return this.database.query<Move>(
      `select after->>'state' as state, at from platform.audit_log
       where subject_type = 'submission' and subject_id = $1 and action like 'submission.%' order by seq`,
      [submissionId],
    );
  }

  /** Who has to act, since when and until when; null before the first move. */
  async clock(submissionId: string, now: Date): Promise<CaseClockView | null> {
    const clock = clockOf(await this.moves(submissionId), now);
    if (!clock) return null;
    const due =
      clock.party === 'reviewer' ? new Date(clock.since.getTime() + this.config.review.dueHours * 3_600_000) : null;
    return {
      party: clock.party,
      since: clock.since.toISOString(),
      due_at: due?.toISOString() ?? null,
      overdue: due !== null && due < now,
      portal_ms: clock.total.portal,
      reviewer_ms: clock.total.reviewer,
      author_ms: clock.total.author,
    };
  }

  /** Requests and decisions of reviewers, answers of the author. */
  async thread(submissionId: string): Promise<ReviewMessageView[]> {
    const rows = await this.database.query<RowOf<ReviewMessageView, 'at'>>(
      `select at, case action when 'submission.in_review' then 'author' else 'reviewer' end as side, actor_name as writer, reason as text
       from platform.audit_log where subject_type = 'submission' and subject_id = $1 and reason is not null
         and action in ('submission.in_review', 'submission.changes_requested', 'submission.approved', 'submission.rejected') order by seq`,
      [submissionId],
    );
    return rows.map(isoDates);
  }

  /** The manifest that was found at the address and is deferred until this open submission ends. */
  async changedMeanwhile(submissionId: string): Promise<ChangedMeanwhileView | null> {
    const [row] = await this.database.query<RowOf<ChangedMeanwhileView, 'noticed_at'>>(
      `select r.version, r.digest, n.noticed_at from listings.submissions s
       join listings.sync_notes n on n.drive_id = s.drive_id and n.kind = 'submission_open' and n.resolved_at is null
       join listings.revisions r on r.id = n.revision_id
       where s.id = $1 and s.state in ('in_review', 'changes_requested') and s.revision_id is distinct from r.id`,
      [submissionId],
    );
    return row ? isoDates(row) : null;
  }

  /** Decisions about other submissions of the Drive, newest first. */
  async earlier(driveId: string, submissionId: string): Promise<EarlierDecisionView[]> {
    const rows = await this.database.query<RowOf<EarlierDecisionView, 'decided_at'>>(
      `select s.id as submission_id, r.version, r.digest, split_part(a.action, '.', 2) as decision, s.decision_code as code, coalesce(a.reason, '') as reason, a.actor_name as "by", a.at as decided_at
       from listings.submissions s join listings.revisions r on r.id = s.revision_id
       join platform.audit_log a on a.subject_type = 'submission' and a.subject_id = s.id::text
         and a.action in ('submission.changes_requested', 'submission.approved', 'submission.rejected')
       where s.drive_id = $1 and s.id <> $2 order by a.seq desc limit 20`,
      [driveId, submissionId],
    );
    return rows.map(isoDates);
  }

  /** Other Drives alike in slug, name or tagline; the ten most alike. */
  async neighbours(drive: Record<'driveId' | 'slug' | 'name' | 'tagline', string>): Promise<SimilarDriveView[]> {
    return this.database.query<SimilarDriveView>(
      `with measured as (
         select l.slug, l.name, o.name as author, l.state, public.similarity(l.slug, $2) as by_slug,
           public.similarity(lower(l.name), lower($3)) as by_name, public.similarity(lower(coalesce(l.tagline, '')), lower($4)) as by_text
         from listings.listings l join authors.organizations o on o.id = l.org_id where l.drive_id <> $1)
       select slug, name, author, state, round(greatest(by_slug, by_name, by_text)::numeric, 2)::float8 as likeness,
         case greatest(by_slug, by_name, by_text) when by_slug then 'slug' when by_name then 'name' else 'text' end as alike
       from measured where greatest(by_slug, by_name, by_text) >= $5
       order by greatest(by_slug, by_name, by_text) desc, slug limit 10`,
      [drive.driveId, drive.slug, drive.name, drive.tagline, LEAST],
    );
  }

  async author(orgId: string): Promise<ReviewedAuthorView> {
    const [row] = await this.database.query<ReviewedAuthorView>(
      `select o.id as org_id, o.name, o.country, o.website, coalesce(a.state, 'none') as account,
         (select count(*)::int from listings.listings l where l.org_id = o.id and l.state = 'listed') as drives_live,
         (select count(*)::int from listings.submissions s where s.org_id = o.id and s.state = 'approved') as approved,
         (select count(*)::int from listings.submissions s where s.org_id = o.id and s.state = 'rejected') as rejected
       from authors.organizations o left join authors.developer_accounts a on a.org_id = o.id where o.id = $1`,
      [orgId],
    );
    return row!;
  }
}
