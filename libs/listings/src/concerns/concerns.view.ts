import { ApiProperty } from '@portal/platform/description';
import { CaseHoldView } from '@portal/approvals';
import { instant, maybeInstant, maybeText, MayBeAbsent, trimmed, Words } from '@portal/platform/http';
import { IsEmail, IsIn, MaxLength } from 'class-validator';
import { CONCERN_KINDS, CONCERN_OUTCOMES, type ConcernKind, type ConcernOutcome } from './domain/concern.js';

export class ReportConcernDto {
  @ApiProperty({ enum: CONCERN_KINDS }) @IsIn(CONCERN_KINDS) kind: ConcernKind;
  @Words(20, 2_000, 'What happened. The author does not see it') text: string;
  @ApiProperty({ required: false, type: String, format: 'email', description: 'For the outcome; deleted after that' })
  @MayBeAbsent()
  @trimmed
  @IsEmail()
  @MaxLength(254)
  email?: string;
}

export class CloseConcernDto {
  @ApiProperty({ enum: CONCERN_OUTCOMES }) @IsIn(CONCERN_OUTCOMES) outcome: ConcernOutcome;
  @Words(20, 4_000, 'Who reported it reads it, if they left an address') reason: string;
}

/** A concern as reviewers see it. */
export class ConcernView {
  @ApiProperty() id: string;
  @ApiProperty() drive_id: string;
  @ApiProperty() drive_name: string;
  @ApiProperty() author: string;
  @ApiProperty({ enum: CONCERN_KINDS }) kind: ConcernKind;
  @ApiProperty() text: string;
  @ApiProperty({ description: 'They left an address, and get a mail with the outcome' }) answered: boolean;
  @ApiProperty(instant) reported_at: string;
  @ApiProperty({ type: CaseHoldView, nullable: true }) hold: CaseHoldView | null;
  @ApiProperty({ enum: CONCERN_OUTCOMES, nullable: true }) outcome: ConcernOutcome | null;
  @ApiProperty(maybeText) reason: string | null;
  @ApiProperty({ ...maybeText, description: 'The reviewer who closed it' }) ended_by: string | null;
  @ApiProperty(maybeInstant) ended_at: string | null;
}
