import { ApiProperty } from '@portal/platform/description';
import { CATEGORIES, MOTIONS } from '@portal/contract';
import {
  OptionalId,
  OptionalOneOf,
  OptionalText,
  PageQuery,
  instant,
  MayBeAbsent,
  ItemsOf,
  IsInstant,
  Words,
  trimmed,
} from '@portal/platform/http';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsString, IsUUID, Length, Matches, MaxLength, ValidateIf } from 'class-validator';
import { REJECTION_CODES, type RejectionCode } from '../review/domain/review-case.js';
import { STAFF_STATES, listingStates, type ListingState, type StaffState } from './domain/listing-state.js';
import { REMOVAL_REASONS, DEPRECATION_NOTICE_DAYS, type RemovalReason } from '../retirement/domain/deprecation.js';
import { DECISIONS, type Decision } from '../submissions/domain/submission-state.js';
import { HEALTHS, type Health } from './read/listed-drives.js';
import { SORTS, type Sort } from '../catalogue/catalogue-sql.js';

const TIERS = ['free', 'starter', 'standard', 'pro', 'premium', 'flagship'] as const;

export class SubmitManifestDto {
  @ApiProperty({ description: 'Address that answers with the manifest in the envelope' })
  @IsString()
  @Length(1, 2_048)
  manifest_url: string;
}

export class DecideSubmissionDto {
  @ApiProperty({ enum: DECISIONS }) @IsIn(DECISIONS) decision: Decision;
  @ApiProperty({
    required: false,
    minLength: 10,
    maxLength: 4_000,
    description:
      'The author reads it. May be left out of request_changes, which is made of the notes of the judgements',
  })
  @MayBeAbsent()
  @trimmed
  @IsString()
  @Length(10, 4_000)
  reason?: string;
  @OptionalOneOf(REJECTION_CODES, 'For reject, of the catalogue of reasons') code?: RejectionCode;
  @ApiProperty({ description: 'Digest of the reviewed revision' }) @Matches(/^[0-9a-f]{64}$/) digest: string;
}

class FindingAnswerDto {
  @ApiProperty({ description: 'Of `to_answer`' }) @IsString() @Length(1, 60) criterion: string;
  @Words(1, 2_000) text: string;
}

export class AnswerReviewDto {
  @ApiProperty({
    required: false,
    minLength: 10,
    maxLength: 4_000,
    description: 'About all of it; needed without answers',
  })
  @ValidateIf(({ answers, text }: AnswerReviewDto) => answers === undefined || text !== undefined)
  @trimmed
  @IsString()
  @Length(10, 4_000)
  text?: string;
  @ApiProperty({ required: false, type: [FindingAnswerDto], description: 'One for each of `to_answer`' })
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(40)
  @ItemsOf(() => FindingAnswerDto)
  answers?: FindingAnswerDto[];
}

class PermissionReasonDto {
  @ApiProperty() @IsString() @Length(1, 128) permission: string;
  @ApiProperty({ maxLength: 500 }) @IsString() @Length(1, 500) reason: string;
}

export class SubmissionNotesDto {
  @ApiProperty({ description: 'The revision that was edited' }) @Matches(/^[0-9a-f]{16}$/) revision: string;
  @ApiProperty({ type: [PermissionReasonDto], description: 'Why each permission is needed' })
  @IsArray()
  @ArrayMaxSize(60)
  @ItemsOf(() => PermissionReasonDto)
  permission_reasons: PermissionReasonDto[];
  @ApiProperty({ maxLength: 4_000, description: 'How to try the Drive' })
  @IsString()
  @MaxLength(4_000)
  test_notes: string;
  @ApiProperty({ maxLength: 254, description: 'Whom to ask meanwhile' }) @IsString() @MaxLength(254) contact: string;
}

export class ChangeListingStateDto {
  @ApiProperty({ enum: STAFF_STATES }) @IsIn(STAFF_STATES) to: StaffState;
  @Words(10, 4_000) reason: string;
}

export class AnnounceDeprecationDto {
  @ApiProperty({ ...instant, description: 'No new installs from here on' })
  @IsInstant()
  closes_at: string;
  @ApiProperty({ ...instant, description: `Installs end here; at least ${DEPRECATION_NOTICE_DAYS} days away` })
  @IsInstant()
  retires_at: string;
  @Words(10, 4_000, 'Operators of installs read it') reason: string;
}

export class WithReasonDto {
  @Words(10, 4_000) reason: string;
}

export class ProposeRemovalDto {
  @ApiProperty({ enum: REMOVAL_REASONS }) @IsIn(REMOVAL_REASONS) reason_code: RemovalReason;
  @Words(10, 2_000, 'Author and operators read it') reason: string;
}

export class ListedDrivesQuery extends PageQuery {
  @OptionalText(100, 'Part of the name or slug') q?: string;
  @ApiProperty({ required: false, enum: listingStates.states })
  @MayBeAbsent()
  @IsIn([...listingStates.states])
  state?: ListingState;
  @ApiProperty({
    required: false,
    enum: HEALTHS,
    description: 'failing: its checks. noted: its manifest is not followed',
  })
  @MayBeAbsent()
  @IsIn([...HEALTHS])
  health?: Health;
}

/** `a,b` as `['a', 'b']`: any of them. */
const Several = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value));

export class CatalogueQuery extends PageQuery {
  @OptionalText(100, 'Words of name, slug, tagline or description; a misspelt name is found too') q?: string;
  @ApiProperty({ required: false, type: String, description: `Of ${CATEGORIES.join(', ')}; several by comma` })
  @MayBeAbsent()
  @Several()
  @ArrayMaxSize(8)
  @IsString({ each: true })
  @MaxLength(60, { each: true })
  category?: string[];
  @ApiProperty({ required: false, type: String, description: `Of ${MOTIONS.join(', ')}; several by comma` })
  @MayBeAbsent()
  @Several()
  @IsIn(MOTIONS, { each: true })
  @ArrayMaxSize(MOTIONS.length)
  motion?: string[];
  @ApiProperty({ required: false, type: String, description: `Of ${TIERS.join(', ')}; several by comma` })
  @MayBeAbsent()
  @Several()
  @IsIn(TIERS, { each: true })
  @ArrayMaxSize(TIERS.length)
  tier?: string[];
  @ApiProperty({ required: false, type: String, description: 'yes: only verified ones' })
  @MayBeAbsent()
  @Several()
  @IsIn(['yes'], { each: true })
  @ArrayMaxSize(1)
  verified?: string[];
  @OptionalOneOf(SORTS, 'Of the whole catalogue; a search sorts by how well it fits') sort?: Sort;
}

export class ComparisonQuery {
  @ApiProperty({ description: 'The version in question; ids are in the list of versions' }) @IsUUID() to: string;
  @OptionalId('What it is compared with; absent: its predecessor') from?: string;
}

export class InstantQuery {
  @ApiProperty({
    ...instant,
    required: false,
    description: 'As it was then: card, permissions, price and claims of the revision that was live',
  })
  @MayBeAbsent()
  @IsInstant()
  at?: string;
}
