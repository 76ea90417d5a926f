import { ApiProperty } from '@nestjs/swagger';
import { CATEGORIES, MOTIONS } from '@portal/contract';
import { PageQuery } from '@portal/platform';
import { IsIn, IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';
import { listingStates, type ListingState } from '../domain/listing-state.js';
import { DECISIONS, type Decision } from '../domain/submission-state.js';

const TIERS = ['free', 'starter', 'standard', 'pro', 'premium', 'flagship'] as const;

export class SubmitManifestDto {
  @ApiProperty({ description: 'Address that answers with the manifest in the envelope' })
  @IsString()
  @Length(1, 2_048)
  manifest_url: string;
}

export class DecideSubmissionDto {
  @ApiProperty({ enum: DECISIONS }) @IsIn(DECISIONS) decision: Decision;
  @ApiProperty({ minLength: 10, maxLength: 4_000, description: 'The author reads it' })
  @IsString()
  @Length(10, 4_000)
  reason: string;
  @ApiProperty({ description: 'Digest of the revision that was looked at' }) @Matches(/^[0-9a-f]{64}$/) digest: string;
}

export class AnswerReviewDto {
  @ApiProperty({ minLength: 10, maxLength: 4_000 }) @IsString() @Length(10, 4_000) text: string;
}

export class ChangeListingStateDto {
  @ApiProperty({ enum: listingStates.states }) @IsIn([...listingStates.states]) to: ListingState;
  @ApiProperty({ minLength: 10, maxLength: 4_000 }) @IsString() @Length(10, 4_000) reason: string;
}

export class CatalogueQuery extends PageQuery {
  @ApiProperty({ required: false, description: 'Words that name, tagline or short name hold' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  q?: string;
  @ApiProperty({ required: false, enum: CATEGORIES }) @IsOptional() @IsString() @MaxLength(60) category?: string;
  @ApiProperty({ required: false, enum: MOTIONS }) @IsOptional() @IsIn(MOTIONS) motion?: string;
  @ApiProperty({ required: false, enum: TIERS }) @IsOptional() @IsIn(TIERS) tier?: string;
}
