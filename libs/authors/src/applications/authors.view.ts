import { CaseHoldView } from '@portal/approvals';
import { ApiProperty, OmitType, PickType } from '@portal/platform/description';
import { instant, maybeInstant, maybeText, maybeNumber } from '@portal/platform/http';
import { VERDICTS, type Verdict } from './domain/application-criteria.js';
import type { AppealState } from '../appeals/domain/appeal-state.js';
import { DECISIONS, type Decision } from './domain/decision.js';
import { SHARES, type Share } from '../organizations/domain/shares.js';
import { OwnSuspensionView } from '../offboarding/suspensions.view.js';

export class HistoryRowView {
  @ApiProperty() id: string;
  @ApiProperty(instant) at: string;
  @ApiProperty() action: string;
  @ApiProperty(maybeText) actor: string | null;
  @ApiProperty(maybeText) reason: string | null;
}

class MessageView {
  @ApiProperty() id: string;
  @ApiProperty(instant) at: string;
  @ApiProperty({ enum: ['applicant', 'reviewer'] }) side: string;
  @ApiProperty() writer: string;
  @ApiProperty() text: string;
}

export class NeighbourView {
  @ApiProperty() slug: string;
  @ApiProperty() name: string;
  @ApiProperty({ enum: ['live', 'reserved', 'applied'], description: 'live: listed, as operators see it' })
  kind: string;
  @ApiProperty({ ...maybeText, description: 'Who publishes or applied' }) author: string | null;
  @ApiProperty({ description: 'Of the catalogue; empty when none is known' }) category: string;
  @ApiProperty({ ...maybeText, description: 'The application behind it' }) application_id: string | null;
  @ApiProperty({ enum: ['slug', 'name', 'text'], description: 'What is most alike' }) alike: string;
  @ApiProperty({ description: 'From 0 to 1; a tenth more in the same category' }) likeness: number;
  @ApiProperty({ type: [String], description: 'Every similarity, in words' }) why: string[];
}

class DecisionView {
  @ApiProperty() decision: string;
  @ApiProperty() reason_code: string;
  @ApiProperty() text: string;
  @ApiProperty(instant) decided_at: string;
}

class ManifestFindingView {
  @ApiProperty({ description: 'The check, such as C21' }) id: string;
  @ApiProperty({ enum: ['error', 'warning', 'info'] }) level: string;
  @ApiProperty() rule: string;
  @ApiProperty() fix: string;
}

export class ManifestCheckView {
  @ApiProperty({ enum: ['waiting', 'passed', 'failed'] }) state: 'waiting' | 'passed' | 'failed';
  @ApiProperty() errors: number;
  @ApiProperty() warnings: number;
  @ApiProperty({ type: [ManifestFindingView], description: 'Worst first, at most 50' }) findings: ManifestFindingView[];
  @ApiProperty(maybeInstant) checked_at: string | null;
}

export class AppealView {
  @ApiProperty({ enum: ['open', 'granted', 'dismissed', 'withdrawn'] }) state: AppealState;
  @ApiProperty() text: string;
  @ApiProperty(instant) filed_at: string;
  @ApiProperty({ ...maybeText, description: 'What the reviewer answers' }) decision_text: string | null;
  @ApiProperty(maybeInstant) decided_at: string | null;
}

/** A problem that prevents the submission of an application. */
class ApplicationProblemView {
  @ApiProperty({ description: 'JSON pointer to the answer' }) pointer: string;
  @ApiProperty() code: string;
  @ApiProperty() message: string;
}

export class ApplicationView {
  @ApiProperty() id: string;
  @ApiProperty({ description: 'Revision of the answers; send it with a change to detect concurrent edits' })
  revision: string;
  @ApiProperty() org_id: string;
  @ApiProperty({ enum: ['draft', 'submitted', 'in_review', 'changes_requested', 'approved', 'rejected', 'withdrawn'] })
  state: string;
  @ApiProperty() founder_name: string;
  @ApiProperty() company_name: string;
  @ApiProperty() country: string;
  @ApiProperty() website: string;
  @ApiProperty() github: string;
  @ApiProperty() drive_name: string;
  @ApiProperty() drive_slug: string;
  @ApiProperty() description: string;
  @ApiProperty({ description: 'Of the catalogue; may be empty' }) category: string;
  @ApiProperty({ type: [String] }) intended_scopes: string[];
  @ApiProperty({ type: [String] }) data_classes: string[];
  @ApiProperty() security_contact: string;
  @ApiProperty() manifest_url: string;
  @ApiProperty(maybeInstant) submitted_at: string | null;
  @ApiProperty(instant) created_at: string;
  @ApiProperty({ nullable: true, type: DecisionView }) decision: DecisionView | null;
  @ApiProperty({ nullable: true, type: ManifestCheckView, description: 'For information; null without a URL' })
  manifest_check: ManifestCheckView | null;
  @ApiProperty({ ...maybeNumber, description: 'Position in the queue, starting at 1, until it is opened' })
  position: number | null;
  @ApiProperty({ type: AppealView, nullable: true }) appeal: AppealView | null;
  @ApiProperty({ ...maybeInstant, description: 'Deadline to appeal a rejection' }) may_appeal_until: string | null;
  @ApiProperty({ ...maybeInstant, description: 'After a rejection' }) may_apply_from: string | null;
  @ApiProperty({
    type: [ApplicationProblemView],
    description: 'Problems that would prevent submitting the current answers, while the applicant can change them',
  })
  problems: ApplicationProblemView[];
  @ApiProperty({ type: [HistoryRowView] }) history: HistoryRowView[];
  @ApiProperty({ type: [MessageView], description: 'Oldest first' }) messages: MessageView[];
  @ApiProperty({ type: [String], description: 'Similar slugs in use; reviewers only' }) look_alikes: string[];
  @ApiProperty({ type: [NeighbourView], description: 'Drives and open applications like this one; reviewers only' })
  neighbours: NeighbourView[];
}

class ApplicationJudgementView {
  @ApiProperty({ enum: VERDICTS }) verdict: Verdict;
  @ApiProperty() note: string;
  @ApiProperty() by: string;
  @ApiProperty(instant) at: string;
  @ApiProperty({ description: 'Round of the review it was made in' }) round: number;
}

class ApplicationCriterionView {
  @ApiProperty() id: string;
  @ApiProperty() title: string;
  @ApiProperty() sentence: string;
  @ApiProperty({ description: 'A note is required even if the criterion passes' }) note_always: boolean;
  @ApiProperty({ type: [String], description: 'What the portal knows, in sentences' }) evidence: string[];
  @ApiProperty({ description: 'Assessed in this round' }) judged: boolean;
  @ApiProperty({ type: ApplicationJudgementView, nullable: true, description: 'The newest one, of any round' })
  judgement: ApplicationJudgementView | null;
}

class ApplicationGapView {
  @ApiProperty({ enum: DECISIONS }) decision: Decision;
  @ApiProperty() possible: boolean;
  @ApiProperty({ ...maybeText, description: 'What is missing' }) message: string | null;
  @ApiProperty({ type: [String], description: 'Affected criteria' }) criteria: string[];
}

const NAMED = ['id', 'company_name', 'drive_name', 'drive_slug'] as const;

export class EarlierApplicationView extends PickType(ApplicationView, NAMED) {
  @ApiProperty({ type: [String], enum: SHARES, description: 'What it has in common with this one' }) shares: Share[];
  @ApiProperty({ enum: ['submitted', 'in_review', 'changes_requested', 'approved', 'rejected', 'withdrawn'] })
  state: string;
  @ApiProperty({ enum: ['none', 'pending_agreement', 'active', 'suspended', 'terminated'] }) account: string;
  @ApiProperty(instant) submitted_at: string;
  @ApiProperty({ nullable: true, type: DecisionView, description: 'The last one' }) decision: DecisionView | null;
  @ApiProperty(maybeText) decided_by: string | null;
}

/** How long applicants wait, for people who are about to apply. */
export class ApplicationOutlookView {
  @ApiProperty({ description: 'Hours within which reviewers should act' }) due_hours: number;
  @ApiProperty({ ...maybeNumber, description: 'Median of the last 30 days, ms; null below five decisions' })
  usual_ms: number | null;
  @ApiProperty({ description: 'Applications that wait to be opened' }) waiting: number;
  @ApiProperty({ ...maybeInstant, description: 'Null: at once' }) may_apply_from: string | null;
}

export class AppealRowView {
  @ApiProperty({ description: 'Of the application' }) id: string;
  @ApiProperty() company_name: string;
  @ApiProperty() drive_name: string;
  @ApiProperty(instant) filed_at: string;
  @ApiProperty(instant) due_at: string;
  @ApiProperty() overdue: boolean;
  @ApiProperty({ description: 'Someone else must decide because you rejected it' }) refused_by_you: boolean;
  @ApiProperty({ type: CaseHoldView, nullable: true }) hold: CaseHoldView | null;
  @ApiProperty() refused_by: string;
}

/** An application for a reviewer, with its assessments and related information. */
export class ApplicationCaseView extends ApplicationView {
  @ApiProperty({ description: 'Starts at 1 and increases with every response of the applicant' }) round: number;
  @ApiProperty({ type: CaseHoldView, nullable: true }) hold: CaseHoldView | null;
  @ApiProperty({ type: [ApplicationCriterionView] }) criteria: ApplicationCriterionView[];
  @ApiProperty({ type: [ApplicationGapView] }) decisions: ApplicationGapView[];
  @ApiProperty({ description: 'You rejected it, so someone else must decide the appeal and the application after it' })
  refused_by_you: boolean;
  @ApiProperty({ type: [EarlierApplicationView], description: 'Newest first' }) earlier: EarlierApplicationView[];
}

export class QueueRowView extends PickType(ApplicationView, [...NAMED, 'country'] as const) {
  @ApiProperty() title: string;
  @ApiProperty() author: string;
  @ApiProperty() state: string;
  @ApiProperty({ enum: ['reviewer', 'author'], description: 'Who must act' }) party: 'reviewer' | 'author';
  @ApiProperty({ ...instant, description: 'Since when this party must act' }) waiting_since: string;
  @ApiProperty({ ...maybeInstant, description: 'When reviewers should have acted' }) due_at: string | null;
  @ApiProperty() overdue: boolean;
  @ApiProperty({ type: CaseHoldView, nullable: true }) hold: CaseHoldView | null;
  @ApiProperty({ description: 'Milliseconds that reviewers had to act in all' }) reviewer_ms: number;
  @ApiProperty({ description: 'Milliseconds that the applicant had to act in all' }) author_ms: number;
  @ApiProperty(instant) submitted_at: string;
}

class NextStepView {
  @ApiProperty() code: string;
  @ApiProperty() title: string;
  @ApiProperty() done: boolean;
}

class OrgView {
  @ApiProperty() id: string;
  @ApiProperty() name: string;
}

class ReservedDriveView {
  @ApiProperty() id: string;
  @ApiProperty() slug: string;
  @ApiProperty() name: string;
}

export class AccountView {
  @ApiProperty({ enum: ['none', 'pending_agreement', 'active', 'agreement_update', 'suspended', 'terminated'] })
  state: string;
  @ApiProperty({ nullable: true, type: OrgView }) org: OrgView | null;
  @ApiProperty({ type: [NextStepView] }) next_steps: NextStepView[];
  @ApiProperty({ type: [ReservedDriveView] }) drives: ReservedDriveView[];
  @ApiProperty({ ...maybeInstant, description: 'Deadline for signing a new agreement' }) sign_until: string | null;
  @ApiProperty({ nullable: true, type: OwnSuspensionView, description: 'Why staff suspended the account' })
  suspension: OwnSuspensionView | null;
}

export class SignatureView {
  @ApiProperty() id: string;
  @ApiProperty(instant) signed_at: string;
  @ApiProperty({ description: 'The name as typed' }) signed_name: string;
  @ApiProperty({ description: 'The account that signed' }) signed_by: string;
  @ApiProperty({ ...maybeText, description: 'IP address of the request' }) ip: string | null;
  @ApiProperty({ ...maybeText, description: 'Browser used' }) user_agent: string | null;
  @ApiProperty() version: string;
  @ApiProperty({ description: 'SHA-256 of the text that was signed, hex' }) digest: string;
}

export class SignedAgreementView extends SignatureView {
  @ApiProperty() org_id: string;
  @ApiProperty({ description: 'The organisation, as it is called now' }) org_name: string;
  @ApiProperty({ enum: ['none', 'pending_agreement', 'active', 'suspended', 'terminated'] }) account: string;
}

export class AgreementEntryView {
  @ApiProperty() version: string;
  @ApiProperty({ enum: ['upcoming', 'in_force', 'superseded'] }) state: 'upcoming' | 'in_force' | 'superseded';
  @ApiProperty({ description: 'SHA-256 of the text, hex' }) digest: string;
  @ApiProperty(instant) effective_at: string;
  @ApiProperty({ ...maybeInstant, description: 'Deadline for signing' }) sign_until: string | null;
  @ApiProperty({ ...maybeText, description: 'The version that takes its place' }) superseded_by: string | null;
  @ApiProperty(maybeInstant) superseded_at: string | null;
  @ApiProperty({ type: SignatureView, nullable: true, description: 'Of your organisation' })
  signed: SignatureView | null;
}

class ClauseView {
  @ApiProperty(maybeText) number: string | null;
  @ApiProperty({ description: 'Empty for a paragraph without a heading' }) title: string;
  @ApiProperty() text: string;
}

class ClauseDifferenceView {
  @ApiProperty({ enum: ['added', 'removed', 'changed', 'moved'] }) change: 'added' | 'removed' | 'changed' | 'moved';
  @ApiProperty({ type: ClauseView, nullable: true }) before: ClauseView | null;
  @ApiProperty({ type: ClauseView, nullable: true }) after: ClauseView | null;
}

export class AgreementTextView extends AgreementEntryView {
  @ApiProperty({ type: [String] }) summary: string[];
  @ApiProperty() text: string;
  @ApiProperty({ ...maybeText, description: 'The version it is compared with' }) compared_with: string | null;
  @ApiProperty({
    type: [ClauseDifferenceView],
    description: 'By clause; unchanged clauses are left out',
  })
  differences: ClauseDifferenceView[];
}

export class OrganizationSignaturesView {
  @ApiProperty() org_id: string;
  @ApiProperty() name: string;
  @ApiProperty({ type: [AgreementEntryView], description: 'Every version, newest first, with the signature on it' })
  versions: AgreementEntryView[];
}

const AGREEMENT = ['version', 'effective_at', 'digest', 'summary', 'text', 'signed'] as const;
export class AgreementView extends PickType(AgreementTextView, AGREEMENT) {}

export class AgreementVersionView extends OmitType(AgreementView, ['signed'] as const) {
  @ApiProperty(maybeInstant) sign_until: string | null;
  @ApiProperty({ description: 'The text currently signed' }) in_force: boolean;
  @ApiProperty({ description: 'Active authors who have signed it' }) signed: number;
  @ApiProperty({ description: 'Active authors who have not signed it' }) unsigned: number;
}
