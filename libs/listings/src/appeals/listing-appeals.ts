import { Injectable } from '@nestjs/common';
import { heldBy } from '@portal/approvals';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { appealGap, mayAppealUntil, type AppealFacts } from './domain/appeal.js';
import { listingsErrors } from '../errors.js';
import type { ListingAppealCaseView, ListingAppealRowView, ListingAppealView } from './appeals.view.js';
import { LAST_REMOVAL, REMOVAL_FACTS, SUBMISSION_FACTS } from './listing-appeals.repository.js';

interface FactsRow extends AppealFacts {
  appeal: ListingAppealView | null;
  removalId: string | null;
  now: Date;
}

type Runs = Pick<ListingAppealCaseView, 'then' | 'now'>;
type CaseRow = RowOf<
  Omit<ListingAppealCaseView, 'about' | 'due_at' | 'overdue' | 'appeal' | keyof Runs>,
  'filed_at' | 'decided_at'
> & { appeal: ListingAppealView; now: Date };

/** The author's view of an appeal, and the deadline for one. */
interface AuthorsAppeal {
  appeal: ListingAppealView | null;
  may_appeal_until: string | null;
}

/** The appeal `a` as one JSON value. */
const APPEAL = `jsonb_build_object('id', a.id, 'state', a.state, 'text', a.text, 'filed_at', a.filed_at,
  'decision_text', a.decision_text, 'ended_at', a.ended_at)`;
const CASE = `select a.id, a.drive_id, l.name as drive_name, o.name as author, a.submission_id, r.version, a.filed_at, a.filed_by_name as filed_by,
    $1::uuid = any(a.judges) as own_decision, ${heldBy('a.id', '$1')} as hold, ${APPEAL} as appeal, platform.portal_now() as now,
    coalesce(m.removed_at, s.decided_at) as decided_at, coalesce(w.reason, s.decision_reason, '') as reason,
    coalesce(listings.is_superseded(a.submission_id), false) as superseded,
    array(select u.name from identity.users u where u.id = any(a.judges) order by u.name) as judges
  from listings.appeals a join listings.listings l on l.drive_id = a.drive_id join authors.organizations o on o.id = a.org_id
  left join listings.submissions s on s.id = a.submission_id left join listings.revisions r on r.id = s.revision_id
  left join listings.removals m on m.id = a.removal_id left join approvals.approvals w on w.id = m.approval_id`;

/** The last run of the checks of the Drive $1 of those that `which` says. */
const lastRun = (which: string): string =>
  `(select jsonb_build_object('at', to_char(c.ran_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'checks',
      (select coalesce(jsonb_object_agg(k.key, k.value), '{}') from jsonb_each_text(c.body::jsonb->'checks') k where k.value in ('fail', 'warn', 'error')))
    from listings.conformance_runs c where c.drive_id = $1 and ${which} order by c.seq desc limit 1)`;

/** Appeals against refused submissions and removals, for their author and for reviewers. */
@Injectable()
export class ListingAppeals {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** The caller has checked who may see the submission. */
  async ofSubmission(submissionId: string): Promise<AuthorsAppeal> {
    const [row] = await this.database.query<FactsRow>(
      `select ${SUBMISSION_FACTS}, (select ${APPEAL} from listings.appeals a where a.submission_id = s.id) as appeal, platform.portal_now() as now
       from listings.submissions s where s.id = $1`,
      [submissionId],
    );
    return row ? authorsAppeal(row) : { appeal: null, may_appeal_until: null };
  }

  /** Of the last removal of each Drive; the caller has checked who may see them. */
  async ofRemovals(driveIds: readonly string[]): Promise<Map<string, AuthorsAppeal>> {
    const rows = await this.database.query<FactsRow & { drive_id: string }>(
      `select l.drive_id, ${REMOVAL_FACTS}, (select ${APPEAL} from listings.appeals a where a.removal_id = m.id) as appeal, platform.portal_now() as now
       from listings.listings l join ${LAST_REMOVAL} where l.drive_id = any($1::uuid[])`,
      [driveIds],
    );
    return new Map(rows.map((row) => [row.drive_id, authorsAppeal(row)]));
  }

  /** Open appeals, longest waiting first. */
  async queue(actor: Actor, query: { limit: number; cursor?: string }): Promise<Page<ListingAppealRowView>> {
    const [since, id] = query.cursor === undefined ? [null, null] : decodeCursor(query.cursor, 2);
    const rows = await this.database.query<CaseRow>(
      `${CASE} where a.state = 'open' and authors.is_stranger(a.org_id, $1) and ($2::timestamptz is null or (a.filed_at, a.id) > ($2, $3::uuid)) order by a.filed_at, a.id limit $4`,
      [actor.userId, since, id, query.limit + 1],
    );
    return toPage(rows, query.limit, ['filed_at', 'id'], (row) => this.row(row));
  }

  /** @throws AppError `listing_appeal_not_found` (404) */
  async one(actor: Actor, id: string): Promise<ListingAppealCaseView> {
    const [row] = await this.database.query<CaseRow>(`${CASE} where a.id = $2`, [actor.userId, id]);
    if (!row) throw listingsErrors.listing_appeal_not_found();
    const { filed_by, decided_at, reason, judges, superseded, drive_id, submission_id } = row;
    const [runs] = await this.database.query<Runs & Record<string, unknown>>(
      `select ${lastRun('c.ran_at <= $2 and ($3::uuid is null or c.submission_id = $3)')} as then, ${lastRun('true')} as now`,
      [drive_id, decided_at, submission_id],
    );
    return {
      ...this.row(row),
      ...isoDates({ filed_by, decided_at, reason, judges, superseded }),
      appeal: appealView(row.appeal),
      ...runs!,
    };
  }

  private row(row: CaseRow): ListingAppealRowView {
    const { id, drive_id, drive_name, author, submission_id, version, filed_at, own_decision, hold } = row;
    const due_at = new Date(filed_at.getTime() + this.config.review.dueHours * 3_600_000);
    return {
      ...isoDates({ id, drive_id, drive_name, author, submission_id, version, filed_at, due_at, own_decision, hold }),
      about: submission_id === null ? 'removal' : 'refusal',
      overdue: row.appeal.state === 'open' && due_at < row.now,
    };
  }
}

const appealView = (appeal: ListingAppealView): ListingAppealView => ({
  ...appeal,
  filed_at: new Date(appeal.filed_at).toISOString(),
  ended_at: appeal.ended_at && new Date(appeal.ended_at).toISOString(),
});

function authorsAppeal(row: FactsRow): AuthorsAppeal {
  const may = row.refusedAt !== null && appealGap(row, row.now) === undefined;
  return {
    appeal: row.appeal && appealView(row.appeal),
    may_appeal_until: may ? mayAppealUntil(row.refusedAt!).toISOString() : null,
  };
}
