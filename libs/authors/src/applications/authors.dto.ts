import { ApiProperty } from '@portal/platform/description';
import { CATEGORIES } from '@portal/contract';
import { COUNTRIES, COUNTRY_EXPECTED } from '@portal/kernel';
import {
  IsName,
  ItemsOf,
  MayBeAbsent,
  OptionalBoolean,
  OptionalInstant,
  OptionalOneOf,
  OptionalText,
  OptionalTexts,
  PageQuery,
  trimmed,
  Words,
} from '@portal/platform/http';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsString, Length, Matches, MaxLength } from 'class-validator';
import { APPEAL_DECISIONS, APPEAL_MAX, APPEAL_MIN, type AppealDecision } from '../appeals/domain/appeal-state.js';
import { NOTE_MAX, VERDICTS, type Verdict } from './domain/application-criteria.js';
import { DECISIONS, REASON_MIN, REASONS, type Decision } from './domain/decision.js';

const CODES = [...new Set(Object.values(REASONS).flat())];

/** A draft may be incomplete; submitting reports everything that is missing. */
export class ApplicationDto {
  @ApiProperty({ required: false }) @MayBeAbsent() @IsString() @MaxLength(160) @IsName('person') founder_name?: string;
  @ApiProperty({ required: false }) @MayBeAbsent() @IsString() @MaxLength(160) @IsName('company') company_name?: string;
  @ApiProperty({ required: false, description: 'ISO 3166-1 alpha-2' })
  @MayBeAbsent()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim().toUpperCase() : value))
  @IsIn(['', ...COUNTRIES], { message: COUNTRY_EXPECTED })
  country?: string;
  @OptionalText(300) website?: string;
  @OptionalText(200, 'A GitHub user name or the URL of a repository') github?: string;
  @ApiProperty({ required: false }) @MayBeAbsent() @IsString() @MaxLength(80) @IsName('company') drive_name?: string;
  @ApiProperty({ required: false, description: 'Lower-case hyphenated, permanent' })
  @MayBeAbsent()
  @IsString()
  @MaxLength(63)
  @Matches(/^\s*([a-z0-9]+(-[a-z0-9]+)*)?\s*$/, {
    message: 'Use lower-case letters, digits and single hyphens, such as content-studio.',
  })
  drive_slug?: string;
  @OptionalText(4_000) description?: string;
  @OptionalOneOf(['', ...CATEGORIES], 'Of the catalogue; may stay empty') category?: string;
  @OptionalTexts(40, 128, 'Permissions the Drive will request') intended_scopes?: string[];
  @OptionalTexts(40, 60, 'Kinds of data it will process, such as contact') data_classes?: string[];
  @OptionalText(254) security_contact?: string;
  @OptionalText(2_048, 'Where the manifest is already available') manifest_url?: string;
}
export class EditApplicationDto extends ApplicationDto {
  @ApiProperty({ description: 'The revision that was edited' }) @Matches(/^[0-9a-f]{16}$/) revision: string;
}

export class DecideApplicationDto {
  @ApiProperty({ enum: DECISIONS }) @IsIn(DECISIONS) decision: Decision;
  @ApiProperty({ enum: CODES }) @IsString() @MaxLength(60) reason_code: string;
  @Words(REASON_MIN, 4_000, 'Sent to the applicant') text: string;
}

class ApplicationJudgementDto {
  @ApiProperty({ description: 'Of the list of criteria' }) @IsString() @MaxLength(60) criterion: string;
  @ApiProperty({ enum: VERDICTS }) @IsIn(VERDICTS) verdict: Verdict;
  @ApiProperty({
    required: false,
    maxLength: NOTE_MAX,
    description:
      'What was checked or is missing; at least 10 characters for a negative verdict or if the criterion requires it',
  })
  @MayBeAbsent()
  @trimmed
  @IsString()
  @MaxLength(NOTE_MAX)
  note?: string;
}

export class JudgeApplicationDto {
  @ApiProperty({ description: 'Revision of the answers that you reviewed' })
  @Matches(/^[0-9a-f]{16}$/)
  revision: string;
  @ApiProperty({ type: [ApplicationJudgementDto] })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @ItemsOf(() => ApplicationJudgementDto)
  judgements: ApplicationJudgementDto[];
}

export class AppealDto {
  @Words(APPEAL_MIN, APPEAL_MAX, 'Why the rejection is wrong') text: string;
}

export class DecideAppealDto {
  @ApiProperty({ enum: APPEAL_DECISIONS }) @IsIn(APPEAL_DECISIONS) decision: AppealDecision;
  @Words(APPEAL_MIN, APPEAL_MAX, 'Sent to the applicant') text: string;
}

export class ApplicationMessageDto {
  @Words(1, 4_000) text: string;
}

export class PublishAgreementDto {
  @ApiProperty({ description: 'Its name, such as 2027-01' }) @trimmed @Matches(/^[\w.-]{1,40}$/) version: string;
  @ApiProperty({ minLength: 200 }) @IsString() @Length(200, 200_000) @Matches(/\S/) text: string;
  @ApiProperty({ type: [String], description: 'One sentence per clause, shown to authors first' })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(30)
  @IsString({ each: true })
  @Length(3, 400, { each: true })
  summary: string[];
  @OptionalInstant('Absent: at once') effective_at?: string;
  @OptionalInstant('At least, and by default, 14 days after it takes effect') sign_until?: string;
}

export class CompareAgreementQuery {
  @OptionalText(40, 'Version to compare with; defaults to the one signed last') against?: string;
}

export class SignaturesQuery extends PageQuery {
  @OptionalText(40, 'Of the agreement') version?: string;
  @ApiProperty({ required: false, description: 'Part of the organisation’s or the signing name' })
  @MayBeAbsent()
  @trimmed
  @IsString()
  @MaxLength(160)
  q?: string;
}

export class SignAgreementDto {
  @ApiProperty() @IsString() @Length(1, 40) version: string;
  @ApiProperty() @Matches(/^[0-9a-f]{64}$/) digest: string;
  @ApiProperty() @trimmed @IsString() @Length(2, 160) @IsName('person') signed_name: string;
}

export class RotateKeyDto {
  @ApiProperty({ enum: ['overlap', 'leaked'] }) @IsIn(['overlap', 'leaked']) mode: 'overlap' | 'leaked';
  @OptionalBoolean({ default: false }) force: boolean = false;
  @Words(REASON_MIN, 1_000) reason: string;
}

export class EndKeyDto {
  @Words(REASON_MIN, 1_000) reason: string;
}

export class DriveScopeDto {
  @ApiProperty({ enum: ['drive', 'tenant'] }) @IsIn(['drive', 'tenant']) scope: 'drive' | 'tenant';
  @Words(REASON_MIN, 1_000) reason: string;
}

export class FleetScopeDto {
  @ApiProperty({ enum: ['drive', 'fleet'] }) @IsIn(['drive', 'fleet']) scope: 'drive' | 'fleet';
  @Words(REASON_MIN, 1_000) reason: string;
}

/** Filter for the queue of applications. */
export class ApplicationQueueQuery extends PageQuery {
  @OptionalOneOf(['reviewer', 'author', 'all'], 'Who must act; defaults to reviewer') party?:
    'reviewer' | 'author' | 'all';
  @OptionalOneOf(['mine', 'others', 'free'], 'Who works on it') claimed?: 'mine' | 'others' | 'free';
  @OptionalOneOf(['overdue'], 'Only overdue ones') due?: 'overdue';
}
