import { CaseHoldView } from '@portal/approvals';
import { ApiProperty, PickType } from '@portal/platform/description';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';
import { PARTIES, VERDICTS, type Party, type Verdict } from '../domain/review-case.js';
import { RISKS, type Risk } from '../domain/review-risk.js';
import { ClaimEvidenceView } from '../../evidence/evidence.view.js';
import { CheckCountsView, CheckView, FindingView } from '../../conformance/conformance.view.js';
import { ComplianceClaimsView, PermissionView, QuotaView } from '../../listing/manifest.view.js';
import { PriceTagView } from '../../catalogue/catalogue.view.js';
import { SubmissionMessageView, SubmissionView } from '../../submissions/submissions.view.js';

/** Who must act, since when, and how long each had to act in all. */
export class CaseClockView {
  @ApiProperty({ enum: PARTIES, nullable: true, type: String, description: 'Null when the case is over' })
  party: Party | null;
  @ApiProperty(instant) since: string;
  @ApiProperty({ ...maybeInstant, description: 'When reviewers are to have acted; null for other parties' })
  due_at: string | null;
  @ApiProperty() overdue: boolean;
  @ApiProperty({ description: 'Milliseconds in all' }) portal_ms: number;
  @ApiProperty({ description: 'Milliseconds in all' }) reviewer_ms: number;
  @ApiProperty({ description: 'Milliseconds in all' }) author_ms: number;
}

export class JudgementView {
  @ApiProperty({ enum: VERDICTS }) verdict: Verdict;
  @ApiProperty() note: string;
  @ApiProperty({ description: 'Who judged' }) by: string;
  @ApiProperty(instant) at: string;
  @ApiProperty() digest: string;
  @ApiProperty() round: number;
}

/** One criterion with its evidence and judgement. */
export class CriterionView {
  @ApiProperty() id: string;
  @ApiProperty() title: string;
  @ApiProperty({ description: 'The requirement' }) sentence: string;
  @ApiProperty({ description: 'False: it is not applicable to this revision' }) applies: boolean;
  @ApiProperty({ ...maybeText, description: 'When it is not applicable; null when it always applies' })
  not_applicable_when: string | null;
  @ApiProperty({ description: 'Whether it is judged for this digest and round' }) judged: boolean;
  @ApiProperty({ type: JudgementView, nullable: true, description: 'The newest about this digest' })
  judgement: JudgementView | null;
  @ApiProperty({ type: JudgementView, nullable: true, description: 'The newest about an earlier submission' })
  suggestion: JudgementView | null;
  @ApiProperty({ description: 'An exception in force covers it' }) excepted: boolean;
  @ApiProperty({ description: 'Whether exceptions are made of it' }) exceptions_allowed: boolean;
  @ApiProperty({
    description: 'Every check is in order and nothing asks for a look: may be judged in one call with others',
  })
  together: boolean;
  @ApiProperty({ description: 'A check failed or was not run: a pass needs a note of at least 10 characters' })
  needs_reason: boolean;
  @ApiProperty({ type: [CheckView] }) checks: CheckView[];
  @ApiProperty({ type: [String], description: 'Parts of the workspace that show more' }) evidence: readonly string[];
  @ApiProperty({ type: [String], description: 'Missing or ended evidence, in words' }) lacking: string[];
}

/** What blocks a decision. */
export class DecisionGapView {
  @ApiProperty({ enum: ['approve', 'request_changes', 'reject'] }) decision: string;
  @ApiProperty() possible: boolean;
  @ApiProperty({ ...maybeText, description: 'Code of the refusal' }) code: string | null;
  @ApiProperty({ ...maybeText, description: 'The refusal in words' }) message: string | null;
  @ApiProperty({ type: [String] }) criteria: string[];
}

export class ReviewedPermissionView extends PermissionView {
  @ApiProperty({ ...maybeText, description: 'Class of data it opens; null for a name without meaning' }) data_class:
    string | null;
  @ApiProperty({ description: 'Not in the live revision' }) added: boolean;
  @ApiProperty({ type: [String], description: 'What in the manifest accounts for it' }) accounted_by: string[];
  @ApiProperty({ type: Number, nullable: true, description: 'Running installs that granted it' }) granted:
    number | null;
  @ApiProperty({ ...maybeText, description: 'What was observed of its use; null when the host cannot observe it' })
  observed: string | null;
}

/** How a call of a capability goes with the installs that run, by the last one of each. */
class LiveCallsView {
  @ApiProperty({ description: 'Running installs of which it was called' }) installs: number;
  @ApiProperty({ description: 'Of them, those whose last call failed' }) failing: number;
  @ApiProperty({ ...maybeInstant, description: 'The last call that succeeded' }) last_at: string | null;
}

/** A request of a check, and the first bytes of its answer with secrets masked. */
class SeenCallView extends PickType(FindingView, ['id', 'endpoint', 'sent', 'received']) {}

export class ClaimedCapabilityView {
  @ApiProperty() name: string;
  @ApiProperty() declared: boolean;
  @ApiProperty({ description: 'False when the contract does not know the name' }) known: boolean;
  @ApiProperty({
    enum: ['observed', 'not_observed', 'declared', 'unknown'],
    description: 'observed, not_observed: by calls of the checks; declared: the manifest says so, and nothing calls it',
  })
  actual: string;
  @ApiProperty({ ...maybeText, description: 'The call; null: the contract has none' }) request: string | null;
  @ApiProperty({ type: [String], description: 'Checks that made it, in the run of `checked`' }) by: string[];
  @ApiProperty({ type: [SeenCallView], description: 'What they sent and received' }) calls: SeenCallView[];
  @ApiProperty({ type: LiveCallsView, nullable: true }) live: LiveCallsView | null;
}

export class ClaimedEventView {
  @ApiProperty() kind: string;
  @ApiProperty({ enum: ['emitted', 'consumed'] }) direction: string;
  @ApiProperty() declared: boolean;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Seen from installs or, if consumed, delivered to them in 30 days; null: no installs',
  })
  seen: number | null;
  @ApiProperty({ description: 'Kept apart because something was wrong with them' }) quarantined: number;
  @ApiProperty(maybeInstant) last_at: string | null;
}

/** What a live version declares and its observed use, for its author. */
export class CheckedRunView {
  @ApiProperty({ description: 'Number of the run, as in the conformance runs of the Drive' }) run: number;
  @ApiProperty(instant) at: string;
  @ApiProperty({ ...maybeText, description: 'Of which submission; null: of the live address' }) submission_id:
    string | null;
}

export class ClaimedAndObservedView {
  @ApiProperty({ type: [ReviewedPermissionView] }) permissions: ReviewedPermissionView[];
  @ApiProperty({ type: [ClaimedCapabilityView] }) capabilities: ClaimedCapabilityView[];
  @ApiProperty({ type: [ClaimedEventView] }) events: ClaimedEventView[];
  @ApiProperty({ type: CheckedRunView, nullable: true, description: 'The run of the checks whose calls are meant' })
  checked: CheckedRunView | null;
}

/** One aspect of a Drive's safety, from the checks. */
export class PostureView {
  @ApiProperty({ enum: ['address', 'tls', 'headers', 'disclosure', 'icon', 'embed', 'config_form'] }) area: string;
  @ApiProperty({ enum: ['pass', 'warn', 'fail', 'error', 'skipped'] }) state: string;
  @ApiProperty({ type: [FindingView] }) findings: FindingView[];
}

export class DoNotView {
  @ApiProperty() check: string;
  @ApiProperty() rule: string;
  @ApiProperty(maybeText) pointer: string | null;
  @ApiProperty({ type: [String], description: 'The words found' }) words: string[];
}

export class ReviewedComplianceView extends ComplianceClaimsView {
  @ApiProperty(maybeText) encryption_at_rest: string | null;
  @ApiProperty(maybeText) encryption_in_transit: string | null;
}

export class ReviewedPricingView {
  @ApiProperty({ enum: ['tier', 'plans', 'none'] }) kind: string;
  @ApiProperty({ ...maybeText, description: 'As declared' }) tier: string | null;
  @ApiProperty({ type: PriceTagView, nullable: true, description: 'Of the price list now' }) price: PriceTagView | null;
  @ApiProperty({ description: 'False: nothing says what it costs; finance sets a price, or an exception lists it' })
  on_price_list: boolean;
  @ApiProperty({ type: QuotaView, nullable: true }) quota: QuotaView | null;
}

export class EarlierDecisionView {
  @ApiProperty() submission_id: string;
  @ApiProperty(maybeText) version: string | null;
  @ApiProperty(maybeText) digest: string | null;
  @ApiProperty() decision: string;
  @ApiProperty(maybeText) code: string | null;
  @ApiProperty() reason: string;
  @ApiProperty() by: string;
  @ApiProperty(instant) decided_at: string;
}

/** A message between reviewer and author about this submission. */
export class ReviewMessageView extends PickType(SubmissionMessageView, ['at', 'side', 'writer', 'text'] as const) {}

export class SimilarDriveView {
  @ApiProperty() slug: string;
  @ApiProperty() name: string;
  @ApiProperty() author: string;
  @ApiProperty() state: string;
  @ApiProperty({ enum: ['slug', 'name', 'text'] }) alike: string;
  @ApiProperty({ description: 'From 0 to 1' }) likeness: number;
}

export class ReviewedAuthorView {
  @ApiProperty() org_id: string;
  @ApiProperty() name: string;
  @ApiProperty() country: string;
  @ApiProperty() website: string;
  @ApiProperty({ description: 'State of the developer account' }) account: string;
  @ApiProperty() drives_live: number;
  @ApiProperty({ description: 'Submissions approved so far' }) approved: number;
  @ApiProperty({ description: 'Submissions rejected so far' }) rejected: number;
}

/** A check that is waived for a Drive until a day, by two reviewers. */
export class ReviewExceptionView {
  @ApiProperty() id: string;
  @ApiProperty() drive_id: string;
  @ApiProperty() drive_name: string;
  @ApiProperty({ description: 'Where it was proposed' }) submission_id: string;
  @ApiProperty() criterion: string;
  @ApiProperty() check_id: string;
  @ApiProperty({ enum: ['custom_tier', 'waived_check'] }) kind: string;
  @ApiProperty() reason: string;
  @ApiProperty({ enum: ['in_force', 'expired', 'ended'] }) state: string;
  @ApiProperty(instant) ends_at: string;
  @ApiProperty() proposed_by: string;
  @ApiProperty(maybeText) confirmed_by: string | null;
  @ApiProperty({ ...instant, description: 'In force from then on' }) confirmed_at: string;
  @ApiProperty(maybeText) end_reason: string | null;
}

/** The manifest that the Drive serves now instead of the one under review. */
export class ChangedMeanwhileView {
  @ApiProperty(maybeText) version: string | null;
  @ApiProperty() digest: string;
  @ApiProperty(instant) noticed_at: string;
}

/** The last time that a reviewer had the checks run again. */
export class RecheckView {
  @ApiProperty() asked_by: string;
  @ApiProperty(instant) asked_at: string;
  @ApiProperty({ ...maybeInstant, description: 'Null while they run' }) ended_at: string | null;
  @ApiProperty({ description: 'Checks that have run so far' }) checked: number;
  @ApiProperty() checks_total: number;
  @ApiProperty({
    type: String,
    nullable: true,
    enum: ['passed', 'failed', 'other_manifest', 'dropped'],
    description: 'other_manifest: the Drive serves another one than is under review; dropped: not run to the end',
  })
  outcome: 'passed' | 'failed' | 'other_manifest' | 'dropped' | null;
  @ApiProperty({ type: [String], description: 'Criteria whose evidence changed; they are to be judged again' })
  reopened: string[];
}

/** What speaks most against a case. */
export class WorstView {
  @ApiProperty({ description: 'The smaller, the worse' }) weight: number;
  @ApiProperty({ enum: ['bad', 'warn', 'quiet'] }) level: 'bad' | 'warn' | 'quiet';
  @ApiProperty({ description: 'In one sentence' }) text: string;
  @ApiProperty({ ...maybeText, description: 'Criterion that it speaks against; null: nothing does' })
  criterion: string | null;
  @ApiProperty({ ...maybeText, description: 'Reason of a rejection for it' }) code: string | null;
}

/** Everything a reviewer decides a submission by, besides the submission itself. */
export class ReviewWorkspaceView extends ClaimedAndObservedView {
  @ApiProperty() submission_id: string;
  @ApiProperty() drive_id: string;
  @ApiProperty() state: string;
  @ApiProperty({ ...maybeText, description: 'What judgements and decisions are about' }) digest: string | null;
  @ApiProperty({ description: '1, and one more with every answer of the author' }) round: number;
  @ApiProperty({ description: 'Of the list of criteria' }) criteria_version: number;
  @ApiProperty({ description: 'The caller belongs to the organisation and has no say' }) own: boolean;
  @ApiProperty({ type: CaseHoldView, nullable: true }) hold: CaseHoldView | null;
  @ApiProperty({ type: CaseClockView, nullable: true }) clock: CaseClockView | null;
  @ApiProperty({ type: WorstView, nullable: true, description: 'Null while there is no revision' })
  worst: WorstView | null;
  @ApiProperty({ type: [CriterionView] }) criteria: CriterionView[];
  @ApiProperty({ type: [DecisionGapView] }) decisions: DecisionGapView[];
  @ApiProperty({ description: 'What the author would read when changes were requested now' }) request_text: string;
  @ApiProperty({ description: 'The manifest lists none; they follow from what it does' }) permissions_derived: boolean;
  @ApiProperty({ type: [PostureView] }) posture: PostureView[];
  @ApiProperty({ type: [DoNotView] }) do_not: DoNotView[];
  @ApiProperty({ type: ReviewedComplianceView, nullable: true }) compliance: ReviewedComplianceView | null;
  @ApiProperty({ type: [ClaimEvidenceView], description: 'The evidence for the claims of this revision' })
  compliance_evidence: ClaimEvidenceView[];
  @ApiProperty({ type: ReviewedPricingView, nullable: true }) pricing: ReviewedPricingView | null;
  @ApiProperty({ ...maybeText, description: 'Weightiest class of the changes against the live revision' })
  effect: string | null;
  @ApiProperty({ type: Number, nullable: true, description: 'Running installs' }) installs: number | null;
  @ApiProperty({ type: RecheckView, nullable: true }) recheck: RecheckView | null;
  @ApiProperty({ type: [EarlierDecisionView] }) earlier: EarlierDecisionView[];
  @ApiProperty({
    type: ChangedMeanwhileView,
    nullable: true,
    description: 'Found at the manifest address while this waits; followed when this submission ends',
  })
  changed_meanwhile: ChangedMeanwhileView | null;
  @ApiProperty({ type: [ReviewMessageView] }) thread: ReviewMessageView[];
  @ApiProperty({ type: [SimilarDriveView] }) neighbours: SimilarDriveView[];
  @ApiProperty({ type: ReviewedAuthorView }) author: ReviewedAuthorView;
  @ApiProperty({ type: [ReviewExceptionView] }) exceptions: ReviewExceptionView[];
}

/** Decisions of one month; a number below five is withheld. */
export class ReviewMonthView {
  @ApiProperty({ description: 'UTC, e.g. 2026-11' }) month: string;
  @ApiProperty({ description: 'Cases first decided, rounded down to fives' }) cases: number;
  @ApiProperty({ description: 'Milliseconds from ready for review to the first decision, half of the cases faster' })
  median_ms: number;
  @ApiProperty({ description: 'Milliseconds, nine of ten cases faster' }) p90_ms: number;
  @ApiProperty({ type: Number, nullable: true, description: 'Null: fewer than five' }) approved: number | null;
  @ApiProperty({ type: Number, nullable: true, description: 'Null: fewer than five' }) changes_requested: number | null;
  @ApiProperty({ type: Number, nullable: true, description: 'Null: fewer than five' }) rejected: number | null;
}

export class ReviewStatisticsKindView {
  @ApiProperty({ enum: ['submission', 'application'] }) kind: string;
  @ApiProperty({ type: [ReviewMonthView], description: 'Newest first; months with fewer than five cases are left out' })
  months: ReviewMonthView[];
}

/** Appeals against refusals and removals that were decided in the last twelve months. */
export class AppealStatisticsView {
  @ApiProperty({ description: 'Rounded down to fives' }) decided: number;
  @ApiProperty({ type: Number, nullable: true, description: 'Decisions that were reversed. Null: fewer than five' })
  granted: number | null;
  @ApiProperty({ description: 'Milliseconds from the appeal to the decision, half of them faster' }) median_ms: number;
}

export class ReviewStatisticsView {
  @ApiProperty({ description: 'Hours within which reviewers are to act' }) due_hours: number;
  @ApiProperty({ type: [ReviewStatisticsKindView] }) kinds: ReviewStatisticsKindView[];
  @ApiProperty({ type: AppealStatisticsView, nullable: true, description: 'Null: fewer than five' })
  appeals: AppealStatisticsView | null;
}

const ROW = ['id', 'drive_id', 'author', 'kind', 'version', 'digest'] as const;

export class SubmissionRowView extends PickType(SubmissionView, ROW) {
  @ApiProperty() title: string;
  @ApiProperty({ ...maybeText, description: 'Of the live version, when it has another name' }) former_name:
    string | null;
  @ApiProperty() state: string;
  @ApiProperty({ enum: ['reviewer', 'author'], description: 'Who must act' }) party: string;
  @ApiProperty({ ...instant, description: 'Since when that party has to act' }) waiting_since: string;
  @ApiProperty({ ...maybeInstant, description: 'When reviewers are to have acted' }) due_at: string | null;
  @ApiProperty() overdue: boolean;
  @ApiProperty({ enum: RISKS, isArray: true, description: 'Risks, the heaviest first' }) risks: Risk[];
  @ApiProperty({ type: WorstView }) worst: WorstView;
  @ApiProperty({ type: CheckCountsView }) checks: CheckCountsView;
  @ApiProperty({ description: '1, and one more with every answer of the author' }) round: number;
  @ApiProperty({ type: CaseHoldView, nullable: true }) hold: CaseHoldView | null;
}
