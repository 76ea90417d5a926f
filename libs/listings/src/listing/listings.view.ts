import { ApiProperty, PickType } from '@portal/platform/description';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';
import { ListingAppealView } from '../appeals/appeals.view.js';
import { CardView, CatalogueEntryView } from '../catalogue/catalogue.view.js';
import { listingStates } from './domain/listing-state.js';
import { ChangeView } from './manifest.view.js';

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
