import { ApiProperty } from '@nestjs/swagger';
import { instant, maybeText, IsInstant } from '@portal/platform/http';
import { IsString, Length } from 'class-validator';
import { CLAIM_STATES, EVIDENCE_DAYS, type ClaimState } from './domain/compliance-claims.js';
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
  @ApiProperty({ enum: ['replaced', 'withdrawn'], nullable: true, type: String, description: 'Null: in force' })
  ended_how: 'replaced' | 'withdrawn' | null;
  @ApiProperty(maybeText) ended_by: string | null;
  @ApiProperty({ ...instant, type: String, nullable: true }) ended_at: string | null;
}

/** A claim about regulated data and its evidence. */
export class ClaimEvidenceView {
  @ApiProperty() claim: string;
  @ApiProperty({ description: 'What is claimed' }) text: string;
  @ApiProperty({ description: 'False: the manifest claims it no more' }) claimed: boolean;
  @ApiProperty({ enum: CLAIM_STATES, description: 'expiring: within 30 days' }) state: ClaimState;
  @ApiProperty({ type: EvidenceView, nullable: true, description: 'The evidence in force' })
  evidence: EvidenceView | null;
  @ApiProperty({ type: [EvidenceView], description: 'Replaced and withdrawn, newest first' }) earlier: EvidenceView[];
}

/** A claim of a live Drive whose evidence is missing, over or soon over. */
export class DueEvidenceView {
  @ApiProperty() drive_id: string;
  @ApiProperty() drive_name: string;
  @ApiProperty() author: string;
  @ApiProperty() claim: string;
  @ApiProperty({ enum: CLAIM_STATES }) state: ClaimState;
  @ApiProperty({ ...instant, description: 'When the evidence ends or ended; without any, when the Drive was listed' })
  since: string;
  @ApiProperty({ type: EvidenceView, nullable: true }) evidence: EvidenceView | null;
}
