import { Injectable } from '@nestjs/common';
import { whyOff } from '@portal/approvals';
import { AuthorAccounts, authorsErrors } from '@portal/authors';
import type { Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { currentScope, Transactor } from '@portal/platform/database';
import { ListingAppeals } from '../../appeals/listing-appeals.js';
import { LISTING_CAPABILITIES } from '../../listing/domain/listing-capabilities.js';
import { AuthorizedDrives } from '../../listing/authorized-drives.js';
import type { ListingState } from '../../listing/domain/listing-state.js';
import { listingStatusSql, NOTES_OF } from '../../listing/read/listing-status.js';
import type { DriveView } from '../../listing/listings.view.js';
import { criterionOf } from '../../review/domain/review-criteria.js';
import type { CaseReasonView, CaseQueueView, CaseView } from '../case.view.js';
import { holdOf, type HoldKind } from '../domain/hold.js';
import { Submissions, type Findings } from '../submissions.js';

interface Row extends Omit<CaseQueueView, 'since' | 'due'>, Pick<DriveView, 'name' | 'notes' | 'listing_status'> {
  listing: ListingState;
  id: string | null;
  refused_for: string;
  submission: HoldKind;
  since: Date | null;
}

type Known = readonly [kind: HoldKind, said?: string, rule?: string];
const CHECKED: readonly HoldKind[] = ['failed', 'in_review', 'being_reviewed', 'checks_again', 'second_person'];
const STAFF_ACTS: readonly string[] = ['account_suspended', 'capability_off'];

/** What holds a Drive, for its author: made of what they may read, and of the number of cases. */
@Injectable()
export class Cases {
  constructor(
    private readonly transactor: Transactor,
    private readonly config: Config,
    private readonly drives: AuthorizedDrives,
    private readonly submissions: Submissions,
    private readonly appeals: ListingAppeals,
    private readonly accounts: AuthorAccounts,
  ) {}

  /** @throws AppError `drive_not_found` (404), also for a Drive of others */
  async of(actor: Actor, driveId: string): Promise<CaseView> {
    const { orgId } = await this.drives.of(actor, driveId);
    const { row, account, off } = await this.facts(driveId, orgId);
    const { id, listing, since, position, waiting, usual_ms } = row;
    const submission = id === null ? null : await this.submissions.findings(id);
    const removal = (await this.appeals.ofRemovals([driveId])).get(driveId);
    const page = id === null ? `/author/drives/${driveId}` : `/author/submissions/${id}`;
    const kinds: Known[] = row.notes.map(({ kind, text }) => [kind as HoldKind, text, 'Versioning']);
    kinds.unshift([row.submission, row.refused_for], [listing, row.listing_status?.reason ?? '']);
    if (account) kinds.unshift([STAFF_ACTS.includes(account.code) ? 'account_off' : 'account', account.message]);
    if (submission?.appeal?.state === 'open' || removal?.appeal?.state === 'open') kinds.push(['appealed']);
    if (off && LISTING_CAPABILITIES.allows(listing, 'be_installed')) kinds.push(['not_installable', off.message]);
    const due = since && new Date(since.getTime() + this.config.review.dueHours * 3_600_000);
    return {
      drive_name: row.name,
      holds: kinds.flatMap((one) => explained(one, page, submission)),
      queue: due && { position, waiting, since: since.toISOString(), due: due.toISOString(), usual_ms },
      may_appeal_until: submission?.may_appeal_until ?? removal?.may_appeal_until ?? null,
    };
  }

  /** Of the cases of others their number only: the Drive itself is asked for as one of the caller's rows. */
  private facts(driveId: string, orgId: string) {
    const scope = currentScope();
    const owners = scope?.kind === 'caller' ? scope.owners : null;
    return this.transactor.run((tx) =>
      tx.bypassRowSecurity(async () => {
        const [row] = await tx.query<Row>(
          `select coalesce(l.name, d.name) as name, ${NOTES_OF}, ${listingStatusSql('d.id')} as listing_status, x.id,
             case x.state when 'rejected' then coalesce(x.decision_reason, '') else '' end as refused_for, coalesce(l.state, 'unlisted') as listing, s.waiting_since as since, q.position, q.waiting, u.usual_ms,
             case when x.state is null or x.state = 'withdrawn' and l.live_revision_id is null then 'not_submitted'
               when exists (select from approvals.approvals a where a.kind = 'review_exception' and a.state = 'waiting'
                 and a.expires_at > (select platform.portal_now()) and a.payload->>'submission_id' = s.id::text) then 'second_person'
               when exists (select from listings.review_rechecks k where k.submission_id = s.id and k.ended_at is null) then 'checks_again'
               when exists (select from approvals.claims h where h.subject_id = s.id and h.held_until > (select platform.portal_now())) then 'being_reviewed'
               else x.state end as submission
           from authors.drive_reservations d
           left join listings.listings l on l.drive_id = d.id
           left join lateral (select * from listings.submissions x where x.drive_id = d.id and x.org_id = d.org_id order by x.created_at desc, x.id desc limit 1) x on true
           left join listings.submissions s on s.id = x.id and s.state = 'in_review'
           cross join lateral (select count(*) filter (where (w.weight, w.waiting_since, w.id) <= (s.weight, s.waiting_since, s.id))::int as position, count(*)::int as waiting
             from listings.submissions w where w.state = 'in_review') q
           cross join lateral (select case when count(*) >= 5 then round(percentile_cont(0.5) within group (order by e.ms))::float8 end as usual_ms
             from (select extract(epoch from decided_at - waiting_since) * 1000 as ms from listings.submissions
               where decided_at >= waiting_since order by decided_at desc limit 20) e) u
           where d.id = $1 and ($2::uuid[] is null or d.org_id = any($2))`,
          [driveId, owners],
        );
        if (!row) throw authorsErrors.drive_not_found();
        const account = await this.accounts.whyNot(tx, orgId, 'submit');
        return { row, account, off: await whyOff(tx, LISTING_CAPABILITIES, driveId, 'be_installed') };
      }),
    );
  }
}

/** A hold, and the checks or criteria that are its cause. */
function explained([kind, said, rule = 'Review']: Known, page: string, of: Findings | null): CaseReasonView[] {
  const hold = holdOf(kind, said);
  if (!hold) return [];
  const docs = rule === 'Review' ? '/docs#review' : '/docs/contract';
  const plain = { ...hold, check: null, place: page, rule, docs };
  if (kind === 'changes_requested')
    return of!.to_answer.map(({ criterion, title, note }) => {
      const law = { rule: criterionOf(criterion)!.sentence, docs: `/docs/checks#${criterion}` };
      return { ...plain, ...law, check: criterion, why: `${title}: ${note}` };
    });
  if (!CHECKED.includes(kind)) return [plain];
  const findings = of!.checks.filter(({ state }) => state === 'fail').flatMap((check) => check.findings);
  const causes = findings.map(({ id, pointer, endpoint, cause: why, spec: rule, fix: passes }) => {
    return { ...hold, check: id, place: pointer ?? endpoint ?? page, why, rule, docs: `/docs/checks#${id}`, passes };
  });
  return [plain, ...causes];
}
