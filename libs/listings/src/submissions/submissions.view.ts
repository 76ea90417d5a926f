import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';
import { ListingAppealView } from '../appeals/appeals.view.js';
import { CardView } from '../catalogue/catalogue.view.js';
import { CheckCountsView, CheckView } from '../conformance/conformance.view.js';
import { AddressesView } from '../listing/addresses.view.js';
import { PermissionView, ChangeView } from '../listing/manifest.view.js';

class SubmissionDecisionView {
  @ApiProperty({ enum: ['approve', 'request_changes', 'reject'] }) decision: string;
  @ApiProperty() reason: string;
  @ApiProperty(instant) decided_at: string;
}

/** Where others may read the checks of a submission. */
class ReportLinkView {
  @ApiProperty({ description: 'Path of the page' }) path: string;
  @ApiProperty(instant) expires_at: string;
}

/** The checks of a submission for everyone with the address. */
export class SharedReportView {
  @ApiProperty() drive_name: string;
  @ApiProperty() author: string;
  @ApiProperty() manifest_url: string;
  @ApiProperty(maybeText) version: string | null;
  @ApiProperty(maybeText) digest: string | null;
  @ApiProperty({ enum: ['running', 'finished'] }) progress: string;
  @ApiProperty(instant) submitted_at: string;
  @ApiProperty(instant) expires_at: string;
  @ApiProperty({ type: [CheckView] }) checks: CheckView[];
  @ApiProperty({ type: CheckCountsView }) check_counts: CheckCountsView;
}

class PermissionReasonView {
  @ApiProperty() permission: string;
  @ApiProperty() reason: string;
}

export class SubmissionNotesView {
  @ApiProperty({ description: 'Names the notes; sent with a change' }) revision: string;
  @ApiProperty({ type: [PermissionReasonView] }) permission_reasons: PermissionReasonView[];
  @ApiProperty() test_notes: string;
  @ApiProperty() contact: string;
  @ApiProperty(maybeText) written_by: string | null;
  @ApiProperty(maybeInstant) written_at: string | null;
}

class AskedFindingView {
  @ApiProperty() criterion: string;
  @ApiProperty() title: string;
  @ApiProperty() note: string;
}

export class SubmissionMessageView {
  @ApiProperty(instant) at: string;
  @ApiProperty({ enum: ['reviewer', 'author'] }) side: string;
  @ApiProperty() writer: string;
  @ApiProperty() text: string;
  @ApiProperty({ ...maybeText, description: 'What was decided or asked for with it' }) decision: string | null;
  @ApiProperty() submission_id: string;
  @ApiProperty(maybeText) version: string | null;
}

export class SubmissionView {
  @ApiProperty() id: string;
  @ApiProperty() drive_id: string;
  @ApiProperty() drive_name: string;
  @ApiProperty() slug: string;
  @ApiProperty() author: string;
  @ApiProperty({ enum: ['initial', 'update'] }) kind: string;
  @ApiProperty() manifest_url: string;
  @ApiProperty({
    enum: ['received', 'validating', 'failed', 'in_review', 'changes_requested', 'approved', 'rejected', 'withdrawn'],
  })
  state: string;
  @ApiProperty(maybeText) version: string | null;
  @ApiProperty({ ...maybeText, description: 'What a decision is about' }) digest: string | null;
  @ApiProperty(instant) created_at: string;
  @ApiProperty({ type: [CheckView] }) checks: CheckView[];
  @ApiProperty({ type: CheckCountsView }) check_counts: CheckCountsView;
  @ApiProperty({ type: [ChangeView], description: 'Against the revision that was live' }) changes: ChangeView[];
  @ApiProperty({ type: [PermissionView] }) permissions: PermissionView[];
  @ApiProperty({ type: CardView, nullable: true, description: 'As operators will see it' }) listing: CardView | null;
  @ApiProperty({ type: CardView, nullable: true, description: 'As operators see the revision that it would replace' })
  listing_before: CardView | null;
  @ApiProperty({ type: AddressesView, nullable: true, description: 'Null when the manifest could not be read' })
  addresses: AddressesView | null;
  @ApiProperty({ ...maybeText, description: 'Why the icon is not shown, for its author' }) icon_problem: string | null;
  @ApiProperty(maybeText) manifest_before: string | null;
  @ApiProperty(maybeText) manifest_after: string | null;
  @ApiProperty({ type: SubmissionDecisionView, nullable: true }) decision: SubmissionDecisionView | null;
  @ApiProperty({ ...maybeText, description: "The author's answer to requested changes" }) answer: string | null;
  @ApiProperty({ type: SubmissionNotesView, description: 'What the author wrote to the reviewer' })
  notes: SubmissionNotesView;
  @ApiProperty({ type: [AskedFindingView], description: 'What the reviewer asks to be changed, while it does' })
  to_answer: AskedFindingView[];
  @ApiProperty({
    type: [SubmissionMessageView],
    description: 'Of this and earlier submissions of the Drive, oldest first',
  })
  thread: SubmissionMessageView[];
  @ApiProperty({ type: ListingAppealView, nullable: true }) appeal: ListingAppealView | null;
  @ApiProperty({ ...maybeInstant, description: 'Of a refusal that may be appealed' }) may_appeal_until: string | null;
  @ApiProperty({ type: ReportLinkView, nullable: true, description: 'For the author, while it is shared' })
  shared: ReportLinkView | null;
}
