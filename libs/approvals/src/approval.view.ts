import { ApiProperty } from '@portal/platform/description';
import { IsString, Length, Matches } from 'class-validator';
import {
  instant,
  maybeInstant,
  maybeText,
  MayBeAbsent,
  OptionalId,
  OptionalOneOf,
  OptionalText,
  PageQuery,
  Words,
} from '@portal/platform/http';

const APPROVAL_STATES = ['waiting', 'approved', 'refused', 'withdrawn', 'superseded', 'expired'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** Why the caller cannot decide. */
const BLOCKED_BY = ['closed', 'proposed_by_you', 'about_you', 'own_organization'] as const;
export type BlockedBy = (typeof BLOCKED_BY)[number];

const MINOR = 'Minor units as decimal text';

export class ApprovalsQuery extends PageQuery {
  @OptionalOneOf(APPROVAL_STATES) state?: ApprovalState;
  @OptionalText(40, 'Such as `policy`') kind?: string;
  @OptionalText(200, 'The id of what it is about; with `kind`') subject_id?: string;
  @OptionalId('About this organisation') organization_id?: string;
}

export class ApproveBody {
  @ApiProperty({ description: 'The digest that the approval showed you' })
  @Matches(/^[0-9a-f]{64}$/)
  digest: string;
  @ApiProperty({ required: false }) @MayBeAbsent() @IsString() @Length(1, 2000) note?: string;
}

export class RefuseApprovalBody {
  @Words(3, 2000, 'Why') reason: string;
}

export class WithdrawApprovalBody {
  @ApiProperty({ required: false }) @MayBeAbsent() @IsString() @Length(1, 2000) note?: string;
}

export class ApprovalView {
  @ApiProperty() id: string;
  @ApiProperty({ description: 'What kind of decision, such as `policy`' }) kind: string;
  @ApiProperty({ description: 'The kind in words' }) kind_name: string;
  @ApiProperty({ enum: APPROVAL_STATES }) state: ApprovalState;
  @ApiProperty() subject_id: string;
  @ApiProperty({ description: 'What will be done' }) title: string;
  @ApiProperty({ ...maybeText, description: MINOR }) amount_minor: string | null;
  @ApiProperty(maybeText) currency: string | null;
  @ApiProperty() reason: string;
  @ApiProperty({ description: 'Name' }) proposed_by: string;
  @ApiProperty() proposed_by_id: string;
  @ApiProperty(instant) proposed_at: string;
  @ApiProperty({ ...instant, description: 'It can no longer be approved after this time' }) expires_at: string;
  @ApiProperty({ ...maybeText, description: 'Name' }) decided_by: string | null;
  @ApiProperty(maybeInstant) decided_at: string | null;
  @ApiProperty({ ...maybeText, description: 'Of the decision, or why it was superseded' }) note: string | null;
  @ApiProperty({ description: 'SHA-256 of what will be done, 64 hex digits' }) digest: string;
  @ApiProperty({ enum: BLOCKED_BY, nullable: true, description: 'Why you cannot decide; null if you can' })
  blocked_by: BlockedBy | null;
}

export class BalanceChangeView {
  @ApiProperty() account: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: MINOR }) before_minor: string;
  @ApiProperty({ description: MINOR }) after_minor: string;
}

export class ApprovalDetailView extends ApprovalView {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'What will be done, exactly' })
  payload: object;
  @ApiProperty({ type: [String], description: 'What happens when it is approved now; empty once it is decided' })
  effects: string[];
  @ApiProperty({ type: [BalanceChangeView], description: 'Who gets and who loses' }) balances: BalanceChangeView[];
  @ApiProperty({ type: [String], description: 'Warnings for the person who decides' }) warnings: string[];
}

export class ApprovalKindView {
  @ApiProperty({ description: 'As of `kind` of the list' }) kind: string;
  @ApiProperty({ description: 'In words' }) name: string;
}

export class ApprovalCountsView {
  @ApiProperty({ description: 'Waiting for a decision that you may make' }) yours: number;
  @ApiProperty({ description: 'Waiting for another person' }) others: number;
  @ApiProperty({ type: [ApprovalKindView], description: 'What your roles decide, by name' }) kinds: ApprovalKindView[];
}
