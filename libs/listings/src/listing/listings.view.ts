import { ApiProperty, IntersectionType, PickType } from '@nestjs/swagger';
import { PERMISSION_LEVELS, type ManifestChange, type PermissionLevel, type PermissionText } from '@portal/contract';
import { ANY_JSON, instant, maybeInstant, maybeText } from '@portal/platform/http';
import { AddressesView } from './addresses.view.js';
import { listingStates } from './domain/listing-state.js';
import { BILLING_MODELS, type BillingModel } from '../pricing/domain/price-rule.js';
import { ListingContentView, ReleasedVersionView } from '../content/content.view.js';
import { ListingAppealView } from '../appeals/appeals.view.js';
import { RISKS, type Risk } from '../review/domain/review-risk.js';

/** A permission in plain words. */
export class PermissionView {
  @ApiProperty() name: string;
  @ApiProperty({ description: 'What it lets the Drive do, one sentence' }) text: string;
  @ApiProperty({ description: 'False when the host gives the name no meaning' }) known: boolean;
  @ApiProperty({ description: 'Whose or which data it concerns' }) data: string;
  @ApiProperty({ description: 'What does not work without it' }) without: string;
  @ApiProperty({ enum: PERMISSION_LEVELS, description: 'How sensitive what it allows is' }) level: PermissionLevel;
}

/** One difference between two manifests. */
class ChangeView {
  @ApiProperty({ description: 'Stable name, e.g. permission_added' }) kind: string;
  @ApiProperty({ enum: ['cosmetic', 'additive', 'consent', 'commercial', 'compliance', 'breaking'] }) level: string;
  @ApiProperty({ description: 'JSON pointer into the manifest' }) pointer: string;
  @ApiProperty({ description: 'The change in one plain sentence' }) sentence: string;
  @ApiProperty({ ...ANY_JSON, description: 'As the manifest had it, null where it said nothing' }) from: unknown;
  @ApiProperty({ ...ANY_JSON, description: 'As the manifest has it now, null where it says nothing' }) to: unknown;
}

export class FindingView {
  @ApiProperty() id: string;
  @ApiProperty({ enum: ['error', 'warning', 'info'] }) level: string;
  @ApiProperty() check: string;
  @ApiProperty() rule: string;
  @ApiProperty({ required: false }) pointer?: string;
  @ApiProperty({ required: false }) line?: number;
  @ApiProperty({ required: false }) column?: number;
  @ApiProperty({ required: false }) endpoint?: string;
  @ApiProperty({ required: false }) sent?: string;
  @ApiProperty() expected: string;
  @ApiProperty({ required: false }) received?: string;
  @ApiProperty() cause: string;
  @ApiProperty() fix: string;
  @ApiProperty() spec: string;
  @ApiProperty({ required: false }) reproduce?: string;
}

export class CheckView {
  @ApiProperty() id: string;
  @ApiProperty() title: string;
  @ApiProperty() rule: string;
  @ApiProperty({ enum: ['schema', 'endpoints', 'hmac', 'lifecycle', 'events', 'listing'] }) group: string;
  @ApiProperty({ enum: ['queued', 'running', 'pass', 'warn', 'fail', 'skipped'] }) state: string;
  @ApiProperty({ type: [FindingView] }) findings: FindingView[];
}

export class PriceTagView {
  @ApiProperty() amount_minor: string;
  @ApiProperty() currency: string;
  @ApiProperty({ enum: ['month'] }) interval: 'month';
}

class ReviewedChecksView {
  @ApiProperty() passed: number;
  @ApiProperty() warned: number;
  @ApiProperty() failed: number;
}

/** Whether the Drive passes the checks, by the newest run. */
class ConformanceBadgeView {
  @ApiProperty({ enum: ['passing', 'failing', 'unknown'] }) state: 'passing' | 'failing' | 'unknown';
  @ApiProperty({ ...maybeInstant, description: 'Last run that passed' }) verified_at: string | null;
}

/** Two facts that together say whose a Drive is; no person sets them. */
export class VerifiedView {
  @ApiProperty({ ...instant, description: 'When its origin last answered calls signed with its key' }) at: string;
  @ApiProperty({ description: 'Where it answers' }) origin: string;
  @ApiProperty({ description: "Host of the author's website, which the origin is at or below" }) domain: string;
}

/** A card of the catalogue. */
export class CardView {
  @ApiProperty() drive_id: string;
  @ApiProperty() slug: string;
  @ApiProperty() name: string;
  @ApiProperty() tagline: string;
  @ApiProperty() author: string;
  @ApiProperty(maybeText) category: string | null;
  @ApiProperty(maybeText) motion: string | null;
  @ApiProperty({ description: 'free, or a tier of the price list' }) tier: string;
  @ApiProperty({ enum: BILLING_MODELS, description: 'Who bills for it; with author_billing we know no price' })
  billing_model: BillingModel;
  @ApiProperty({ type: PriceTagView, nullable: true, description: 'Null when there is no single amount for everyone' })
  price: PriceTagView | null;
  @ApiProperty({ description: 'The price in words' }) price_label: string;
  @ApiProperty(maybeText) version: string | null;
  @ApiProperty({ ...maybeInstant, description: 'When this version went live' }) updated_at: string | null;
  @ApiProperty({ type: VerifiedView, nullable: true, description: 'Null: not verified' }) verified: VerifiedView | null;
  @ApiProperty() permissions_count: number;
  @ApiProperty({ description: 'Running installs, counted every few minutes' }) installs: number;
  @ApiProperty({ type: ConformanceBadgeView }) conformance: ConformanceBadgeView;
  @ApiProperty({ type: ReviewedChecksView, nullable: true, description: 'Of the newest version that was reviewed' })
  checks: ReviewedChecksView | null;
  @ApiProperty({ ...maybeText, description: 'Of the manifest, else of the icon; #rrggbb' }) accent: string | null;
  @ApiProperty({ ...maybeText, description: 'On our own address; null without a usable icon' }) icon_url: string | null;
}

class FacetView {
  @ApiProperty() value: string;
  @ApiProperty() count: number;
}

class FacetsView {
  @ApiProperty({ type: [FacetView] }) category: FacetView[];
  @ApiProperty({ type: [FacetView] }) motion: FacetView[];
  @ApiProperty({ type: [FacetView] }) tier: FacetView[];
  @ApiProperty({ type: [FacetView], description: 'yes' }) verified: FacetView[];
}

export class CatalogueView {
  @ApiProperty({ type: [CardView] }) items: CardView[];
  @ApiProperty(maybeText) next_cursor: string | null;
  @ApiProperty({ description: 'How many there are with everything chosen' }) total: number;
  @ApiProperty({
    enum: ['all', 'words', 'similar'],
    description: 'words: they contain the words. similar: they contain similar words, as none contains the words',
  })
  match: 'all' | 'words' | 'similar';
  @ApiProperty({ type: FacetsView, description: 'What choosing each value would leave, all else as chosen' })
  facets: FacetsView;
}

class CategoryShelfView {
  @ApiProperty() category: string;
  @ApiProperty({ description: 'How many there are' }) count: number;
  @ApiProperty({ type: [CardView], description: 'The most installed three' }) items: CardView[];
}

/** The first view of the catalogue. */
export class ShelvesView {
  @ApiProperty({ description: 'How many plugins are listed' }) total: number;
  @ApiProperty({ description: 'Running installs of all of them, counted every few minutes' }) installs: number;
  @ApiProperty({ type: [CardView], description: 'The most installed six' }) popular: CardView[];
  @ApiProperty({ type: [CardView], description: 'The six that were listed last' }) newest: CardView[];
  @ApiProperty({ type: [CardView], description: 'The six with the newest versions' }) updated: CardView[];
  @ApiProperty({ type: [CategoryShelfView] }) categories: CategoryShelfView[];
}

export class QuotaView {
  @ApiProperty() unit: string;
  @ApiProperty() limit: number;
  @ApiProperty({ enum: ['block', 'meter'] }) overage_policy: string;
}

/** The author's claims about regulated data, without evidence, which only reviewers read. */
export class ComplianceClaimsView {
  @ApiProperty({ type: [String] }) frameworks: string[];
  @ApiProperty({ type: [String] }) data_classes: string[];
  @ApiProperty({ type: [String] }) data_residency: string[];
  @ApiProperty() baa_required: boolean;
  @ApiProperty(maybeText) subprocessors_url: string | null;
}

/** The announced end of a Drive, for everybody. */
class RetirementView {
  @ApiProperty({ ...instant, description: 'No new installs from here on' }) closes_at: string;
  @ApiProperty({ ...instant, description: 'Installs end here' }) retires_at: string;
  @ApiProperty({ description: 'Whether it can still be installed' }) takes_installs: boolean;
}

/** Everything about a listed Drive that its capabilities announce. */
export class CatalogueEntryView extends IntersectionType(CardView, AddressesView) {
  @ApiProperty({ type: [CardView], description: 'The most installed three others of its author' })
  by_author: CardView[];
  @ApiProperty() description: string;
  @ApiProperty() digest: string;
  @ApiProperty({ type: [PermissionView] }) permissions: PermissionView[];
  @ApiProperty({ type: [String] }) capabilities: readonly string[];
  @ApiProperty({ type: [String] }) events_emitted: readonly string[];
  @ApiProperty({ type: [String] }) events_consumed: readonly string[];
  @ApiProperty({ type: 'object', nullable: true, additionalProperties: true })
  config_schema: Record<string, unknown> | null;
  @ApiProperty({ type: QuotaView, nullable: true }) quota: QuotaView | null;
  @ApiProperty({ type: ComplianceClaimsView, nullable: true }) compliance: ComplianceClaimsView | null;
  @ApiProperty({ type: ListingContentView, description: 'Of the author; empty before any is approved' })
  content: ListingContentView;
  @ApiProperty({ type: [ReleasedVersionView], description: 'Versions that went live, newest first, at most 50' })
  changes: ReleasedVersionView[];
  @ApiProperty(instant) listed_at: string;
  @ApiProperty({ type: RetirementView, nullable: true, description: 'Its end is announced; it is in no list any more' })
  retirement: RetirementView | null;
}

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

/** Results of the checks of a case; they add up to the total. */
class CheckCountsView {
  @ApiProperty() passed: number;
  @ApiProperty({ description: 'Failed or warned, without an exception' }) failed: number;
  @ApiProperty({ description: 'Failed or warned, with an exception in force' }) waived: number;
  @ApiProperty({ description: 'Not run, or not to its end' }) open: number;
}

const ROW = ['id', 'drive_id', 'author', 'kind', 'version', 'digest'] as const;

export class SubmissionRowView extends PickType(SubmissionView, ROW) {
  @ApiProperty() title: string;
  @ApiProperty() state: string;
  @ApiProperty({ enum: ['reviewer', 'author'], description: 'Who must act' }) party: string;
  @ApiProperty({ ...instant, description: 'Since when that party has to act' }) waiting_since: string;
  @ApiProperty({ ...maybeInstant, description: 'When reviewers are to have acted' }) due_at: string | null;
  @ApiProperty() overdue: boolean;
  @ApiProperty({ enum: RISKS, isArray: true, description: 'Risks, the heaviest first' }) risks: Risk[];
  @ApiProperty({ type: CheckCountsView }) checks: CheckCountsView;
  @ApiProperty({ description: '1, and one more with every answer of the author' }) round: number;
  @ApiProperty({ ...maybeText, description: 'Reviewer who works on it' }) holder: string | null;
  @ApiProperty(maybeInstant) claimed_at: string | null;
  @ApiProperty({ description: 'The caller works on it' }) yours: boolean;
}

export class SyncNoteView {
  @ApiProperty() kind: string;
  @ApiProperty() text: string;
  @ApiProperty(instant) noticed_at: string;
}

/** The announced end of a Drive. */
export class DeprecationView {
  @ApiProperty({ ...instant, description: 'No new installs from here on' }) closes_at: string;
  @ApiProperty({ ...instant, description: 'Installs end here' }) retires_at: string;
  @ApiProperty(instant) announced_at: string;
  @ApiProperty() announced_by: string;
  @ApiProperty() reason: string;
}

/** The public list of subprocessors changed: evidence, kept for good. */
export class SubprocessorChangeView {
  @ApiProperty({ ...instant, description: 'The old list was seen last' }) seen_before_at: string;
  @ApiProperty({ ...instant, description: 'When the new list was first observed' }) noticed_at: string;
  @ApiProperty({
    enum: ['announced', 'unannounced', 'nobody_to_tell'],
    description: 'Whether the Drive emitted subprocessor.updated; nobody_to_tell: no install ran',
  })
  outcome: string;
  @ApiProperty({ description: 'SHA-256 of what a person reads of it, hex' }) digest_before: string;
  @ApiProperty() digest_after: string;
}

const OF_CARD = ['drive_id', 'slug', 'name', 'author', 'version', 'conformance'] as const;

/** A Drive that is or was in the catalogue, for staff. */
export class ListedDriveView extends PickType(CardView, OF_CARD) {
  @ApiProperty({ enum: listingStates.states }) state: string;
  @ApiProperty(maybeInstant) listed_at: string | null;
  @ApiProperty({ type: Number, nullable: true }) installs: number | null;
  @ApiProperty({ ...maybeInstant, description: 'When its manifest was read last' }) last_synced_at: string | null;
  @ApiProperty({
    type: [SyncNoteView],
    description: 'Findings of the sync, as sent to the author, and drift',
  })
  notes: SyncNoteView[];
  @ApiProperty({ type: [SubprocessorChangeView], description: 'The newest five, newest first' })
  subprocessor_changes: SubprocessorChangeView[];
  @ApiProperty({ type: DeprecationView, nullable: true }) deprecation: DeprecationView | null;
  @ApiProperty({ ...maybeText, description: 'The approval that waits, with which it is removed' })
  removal_approval_id: string | null;
}

/** The last move of a listing. */
export class ListingStatusView {
  @ApiProperty({ enum: listingStates.states }) state: string;
  @ApiProperty(instant) since: string;
  @ApiProperty({ enum: ['author', 'staff', 'portal'], description: 'portal: on a day that was announced' }) by: string;
  @ApiProperty(maybeText) reason: string | null;
}

/** A Drive as it was at an instant. */
export class DriveAsOfView {
  @ApiProperty(instant) at: string;
  @ApiProperty({
    type: ListingStatusView,
    nullable: true,
    description: 'Its state then; null where no record says it',
  })
  listing_status: ListingStatusView | null;
  @ApiProperty() revision_id: string;
  @ApiProperty({ ...instant, description: 'When that version went live' }) published_at: string;
  @ApiProperty({ type: CatalogueEntryView, description: 'The author has the name of today' }) entry: CatalogueEntryView;
}

export class DriveView {
  @ApiProperty() id: string;
  @ApiProperty() slug: string;
  @ApiProperty() name: string;
  @ApiProperty({ description: 'The listing together with what is on its way' }) state: string;
  @ApiProperty(maybeText) live_version: string | null;
  @ApiProperty(maybeText) live_digest: string | null;
  @ApiProperty(maybeText) submitted_version: string | null;
  @ApiProperty({ type: Number, nullable: true }) installs: number | null;
  @ApiProperty(maybeInstant) last_checked_at: string | null;
  @ApiProperty(maybeText) latest_submission_id: string | null;
  @ApiProperty({ type: [SyncNoteView], description: 'Why the manifest is not followed' })
  notes: SyncNoteView[];
  @ApiProperty({ type: DeprecationView, nullable: true }) deprecation: DeprecationView | null;
  @ApiProperty({ type: ListingStatusView, nullable: true, description: 'How its listing came to be what it is' })
  listing_status: ListingStatusView | null;
  @ApiProperty({ type: ListingAppealView, nullable: true, description: 'Against its last removal' })
  appeal: ListingAppealView | null;
  @ApiProperty({ ...maybeInstant, description: 'Of a removal that may be appealed' }) may_appeal_until: string | null;
}

class VersionRefView {
  @ApiProperty() id: string;
  @ApiProperty(maybeText) version: string | null;
  @ApiProperty() digest: string;
}

/** The version that a version is compared with. */
export class ComparedVersionView extends VersionRefView {
  @ApiProperty({
    enum: ['live', 'replaced', 'live_then', 'chosen'],
    description:
      'live: it is live now. replaced: the version took its place. live_then: it was live when the version was checked',
  })
  why: 'live' | 'replaced' | 'live_then' | 'chosen';
}

/** Changes of one version of a Drive against another. */
export class ComparisonView {
  @ApiProperty({ type: VersionRefView }) to: VersionRefView;
  @ApiProperty({ type: ComparedVersionView, nullable: true, description: 'Null: there was nothing before it' })
  from: ComparedVersionView | null;
  @ApiProperty({ ...maybeText, description: 'Weightiest class of the changes' }) effect: string | null;
  @ApiProperty({ type: [ChangeView] }) changes: ChangeView[];
  @ApiProperty(maybeText) manifest_before: string | null;
  @ApiProperty() manifest_after: string;
}

export class VersionView extends VersionRefView {
  @ApiProperty({ description: 'live, superseded, in_review, held, ...' }) state: string;
  @ApiProperty(instant) detected_at: string;
  @ApiProperty(maybeInstant) published_at: string | null;
  @ApiProperty({ ...maybeText, description: 'Weightiest class of its changes; null for the first' })
  effect: string | null;
  @ApiProperty({
    type: ComparedVersionView,
    nullable: true,
    description: 'Published: what it replaced. Ended before that: what was live then. On its way: what is live now',
  })
  compared_with: ComparedVersionView | null;
  @ApiProperty({ type: [ChangeView], description: 'Against `compared_with`' }) changes: ChangeView[];
  @ApiProperty({ type: Number, nullable: true }) installs: number | null;
}

export class ListingStateView {
  @ApiProperty() drive_id: string;
  @ApiProperty() state: string;
}

export class AcceptedView {
  @ApiProperty() accepted: boolean;
}

export const permissionView = ({ name, text, known, data, without, level }: PermissionText): PermissionView => ({
  name,
  text,
  known,
  data,
  without,
  level,
});

export const changeView = (change: ManifestChange): ChangeView => ({
  ...change,
  from: change.from ?? null,
  to: change.to ?? null,
});
