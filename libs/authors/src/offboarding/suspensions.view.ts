import { ApiProperty } from '@portal/platform/description';
import { PageQuery, instant, maybeInstant, maybeText, MayBeAbsent, Words } from '@portal/platform/http';
import { IsBooleanString, IsIn } from 'class-validator';
import { SUSPENSION_CODES, type SuspensionCode } from './domain/suspension.js';

export class SuspensionView {
  @ApiProperty() id: string;
  @ApiProperty() org_id: string;
  @ApiProperty() org_name: string;
  @ApiProperty({ enum: ['suspended', 'resumed'] }) state: 'suspended' | 'resumed';
  @ApiProperty({ enum: SUSPENSION_CODES }) code: SuspensionCode;
  @ApiProperty({ description: 'Sent to the author' }) reason: string;
  @ApiProperty({ description: 'Name' }) suspended_by: string;
  @ApiProperty(instant) suspended_at: string;
  @ApiProperty({ ...maybeText, description: 'Name' }) resumed_by: string | null;
  @ApiProperty({ ...maybeText, description: 'Sent to the author' }) resume_reason: string | null;
  @ApiProperty(maybeInstant) resumed_at: string | null;
}

/** The text that the author reads. */
export class OwnSuspensionView {
  @ApiProperty({ enum: SUSPENSION_CODES }) code: SuspensionCode;
  @ApiProperty() reason: string;
  @ApiProperty(instant) suspended_at: string;
}

export class SuspensionsQuery extends PageQuery {
  @ApiProperty({ required: false, enum: ['true', 'false'], description: 'true: only those in force' })
  @MayBeAbsent()
  @IsBooleanString()
  open?: string;
}

export class SuspendAccountDto {
  @ApiProperty({ enum: SUSPENSION_CODES }) @IsIn(SUSPENSION_CODES) reason_code: SuspensionCode;
  @Words(20, 2_000, 'Sent to the author') reason: string;
}

export class ResumeAccountDto {
  @Words(20, 2_000, 'Sent to the author') reason: string;
}
