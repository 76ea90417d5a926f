import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant, maybeText, IsInstant, Words } from '@portal/platform/http';
import { IsString, Length } from 'class-validator';
import {
  CLAIM_STATES,
  EVIDENCE_DAYS,
  EVIDENCE_ENDS,
  type ClaimState,
  type EvidenceEnd,
} from './domain/compliance-claims.js';
import { EVIDENCE_TYPES } from './domain/evidence-file.js';

/** Metadata of a file; the file itself is the body. */
export class AddEvidenceQuery {
  @ApiProperty({ description: 'A claim of the manifest, as the list names it' })
  @IsString()
  @Length(1, 400)
  claim: string;
  @ApiProperty({ ...instant, description: `In the future, at most ${EVIDENCE_DAYS} days away` })
  @IsInstant()
  valid_until: string;
  @ApiProperty({ maxLength: 400 })
  @IsString()
  @Length(1, 400)
  file_name: string;
}

export class AcceptEvidenceDto {
  @ApiProperty({ ...instant, description: 'In the future, not after the end of the file' })
  @IsInstant()
  accepted_until: string;
}

export class RejectEvidenceDto {
  @Words(20, 4_000, 'What is wrong with it. The author reads it') reason: string;
}

/** A file that is, or was, evidence of a claim. */
export class EvidenceView {
  @ApiProperty() id: string;
  @ApiProperty() file_name: string;
  @ApiProperty({ enum: EVIDENCE_TYPES }) media_type: string;
  @ApiProperty() size_bytes: number;
  @ApiProperty({ description: 'Of the file, hex' }) sha256: string;
  @ApiProperty(instant) valid_until: string;
  @ApiProperty() uploaded_by: string;
  @ApiProperty(instant) uploaded_at: string;
  @ApiProperty({ ...maybeInstant, description: 'Until when a reviewer accepts it; null: nobody does' })
  accepted_until: string | null;
  @ApiProperty({ ...maybeInstant, description: 'Until when a second one does too, as regulated tenants need' })
  accepted_by_two_until: string | null;
  @ApiProperty({ enum: EVIDENCE_ENDS, nullable: true, type: String, description: 'Null: in force' })
  ended_how: EvidenceEnd | null;
  @ApiProperty({ ...maybeText, description: 'Null: a reviewer, or nobody' }) ended_by: string | null;
  @ApiProperty({ ...maybeText, description: 'Why a reviewer rejected it' }) end_reason: string | null;
  @ApiProperty({ ...instant, type: String, nullable: true }) ended_at: string | null;
}

/** A claim about regulated data and its evidence. */
export class ClaimEvidenceView {
  @ApiProperty() claim: string;
  @ApiProperty({ description: 'What is claimed' }) text: string;
  @ApiProperty({ description: 'False: the manifest claims it no more' }) claimed: boolean;
  @ApiProperty({
    enum: CLAIM_STATES,
    description: 'stated: waits for a reviewer; accepted: proven; expiring: the same, for 30 days or less',
  })
  state: ClaimState;
  @ApiProperty({ type: EvidenceView, nullable: true, description: 'The evidence in force' })
  evidence: EvidenceView | null;
  @ApiProperty({ type: [EvidenceView], description: 'Replaced, withdrawn and rejected, newest first' })
  earlier: EvidenceView[];
}

/** A claim whose evidence waits for a reviewer, or of a live Drive: is missing, over or soon over. */
export class DueEvidenceView {
  @ApiProperty() drive_id: string;
  @ApiProperty() drive_name: string;
  @ApiProperty() author: string;
  @ApiProperty() claim: string;
  @ApiProperty({ description: 'What is claimed' }) text: string;
  @ApiProperty({ enum: CLAIM_STATES }) state: ClaimState;
  @ApiProperty({ description: 'You can accept or reject the file; false: the author has to act first' }) yours: boolean;
  @ApiProperty({
    ...instant,
    description: 'When the file was given, if it is yours; else its end; without any, when the Drive was listed',
  })
  since: string;
  @ApiProperty({ type: EvidenceView, nullable: true }) evidence: EvidenceView | null;
}
