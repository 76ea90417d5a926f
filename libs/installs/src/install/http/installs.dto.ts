import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import {
  OptionalId,
  OptionalOneOf,
  OptionalPattern,
  IsName,
  PageQuery,
  instant,
  maybeText,
  MayBeAbsent,
  PartOf,
  IsInstant,
  Words,
  OptionalWords,
} from '@portal/platform/http';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { INSTALL_FILTERS, type InstallFilter } from '../domain/install-state.js';
import { ACCEPTS, type Accepts } from '../../upgrades/domain/upgrade-outcome.js';

const SearchText = (description: string, longest: number): PropertyDecorator =>
  applyDecorators(ApiProperty({ required: false, description }), MaxLength(longest), IsString(), MayBeAbsent());

export class VenturesQuery {
  @SearchText('A part of a name; without it the first by name', 100) q?: string;
}

export class OperatorVenturesQuery extends PageQuery {
  @SearchText('In the name of the venture or its tenant, or the id of the venture', 100) q?: string;
}

export class OperatorTenantsQuery extends PageQuery {
  @SearchText('A part of the name of the tenant, or its id', 100) q?: string;
}

export class AuthorInstallsQuery extends PageQuery {
  @OptionalOneOf(INSTALL_FILTERS) status?: InstallFilter;
  @OptionalId('Only those of this version') revision_id?: string;
  @OptionalOneOf(['open', 'declined'], 'By the newest upgrade prompt') prompt?: 'open' | 'declined';
  @ApiProperty({ required: false, description: 'Only those that answer, or only those that do not' })
  @MayBeAbsent()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean()
  unreachable?: boolean;
  @SearchText('The beginning of an id, or the id that the Drive gave', 200) q?: string;
}

export const EXTERNAL_ID = /^[A-Za-z0-9._~-]{1,100}$/;
const CURRENCY = /^[A-Za-z]{3}$/;

export class NameBody {
  @ApiProperty() @IsString() @Length(1, 200) @IsName('company') name: string;
}

export class NamedBody extends NameBody {
  @ApiProperty({ description: "The host's own id" }) @IsString() @Matches(EXTERNAL_ID) external_id: string;
}

export class ExternalTenantParams {
  @ApiProperty({ description: "The host's own id of the tenant" }) @Matches(EXTERNAL_ID) tenant: string;
}

export class ExternalVentureParams extends ExternalTenantParams {
  @ApiProperty({ description: "The host's own id of the venture" }) @Matches(EXTERNAL_ID) venture: string;
}

export class ExternalOperatorParams extends ExternalTenantParams {
  @ApiProperty({ description: "The host's own id of the operator" }) @Matches(EXTERNAL_ID) operator: string;
}

export class PutTenantBody extends NameBody {
  @OptionalPattern(
    CURRENCY,
    'What it is billed in; absent: as it is, usd for a new one. Another one than it has is refused',
  )
  currency?: string;
}

export class TenantBody extends NamedBody {
  @OptionalPattern(CURRENCY, 'What it is billed in; absent: usd') currency?: string;
}

export class TenantCurrencyBody {
  @ApiProperty({ description: 'Three letters, such as eur' }) @Matches(CURRENCY) currency: string;
  @ApiProperty({ description: 'The revision of the currency that was edited' })
  @Matches(/^[0-9a-f]{16}$/)
  revision: string;
}

export class OperatorBody {
  @ApiProperty() @IsEmail() @MaxLength(254) email: string;
}

export class InviteOperatorBody extends OperatorBody {
  @OptionalWords(3, 1_000, 'Why, for the second admin who confirms what a person asks for')
  reason?: string;
}

export class RemoveOperatorBody {
  @Words(10, 1_000, 'Kept in the audit trail') reason: string;
}

/** The price that the operator saw. Absent: any price. */
class ExpectedPriceBody {
  @OptionalPattern(/^\d{1,15}$/, 'As it was shown, minor units per month, 0: free') amount_minor?: string;
  @OptionalPattern(/^[a-z]{3}$/, 'Of the price that was shown') currency?: string;
}

/** What is agreed to: a revision, its permissions and its price. */
class AgreementBody extends ExpectedPriceBody {
  @ApiProperty({ description: 'Digest of the reviewed revision' }) @IsString() @Length(8, 100) digest: string;
  @ApiProperty({ type: [String] })
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @MaxLength(500, { each: true })
  permissions: string[];
}

/** The terms accepted with an install. */
export class InstallAgreementBody extends AgreementBody {
  @ApiProperty({ type: 'object', additionalProperties: true }) @IsObject() config: object;
}

export class RequestInstallBody extends InstallAgreementBody {
  @ApiProperty() @IsUUID() venture_id: string;
  @ApiProperty() @IsUUID() drive_id: string;
}

export class AcceptUpgradeBody extends AgreementBody {
  @ApiProperty({
    selfRequired: false,
    type: 'object',
    additionalProperties: true,
    description: 'Settings for the form of the new version, where it needs some; absent: as they are',
  })
  @MayBeAbsent()
  @IsObject()
  config?: object;
  @ApiProperty({ required: false, description: 'Goes with `config`: the version of the settings that was edited' })
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(2_147_483_646)
  settings_version?: number;
}

export class UpgradePolicyBody {
  @ApiProperty({ enum: ACCEPTS, description: 'harmless: upgrades that widen nothing and cost no more' })
  @IsIn(ACCEPTS)
  accepts: Accepts;
  @ApiProperty({ required: false, description: 'Remind operators of upgrades that wait; absent: as before' })
  @MayBeAbsent()
  @IsBoolean()
  reminders?: boolean;
  @OptionalPattern(/^[0-9a-f]{0,16}$/, 'The revision that was edited; absent: there was none') revision?: string;
}

class BusinessAssociateAgreementBody {
  @ApiProperty({ description: 'Where the signed agreement is kept' }) @IsString() @Length(1, 200) reference: string;
  @ApiProperty({ ...instant, description: 'It counts until then' })
  @IsInstant()
  until: string;
}

export class TenantComplianceBody {
  @ApiProperty({ type: BusinessAssociateAgreementBody, nullable: true, description: 'Null: none on file' })
  @MayBeAbsent()
  @PartOf(() => BusinessAssociateAgreementBody)
  baa: BusinessAssociateAgreementBody | null;
  @ApiProperty({ ...maybeText, description: 'Where data must stay; null: anywhere' })
  @MayBeAbsent()
  @IsString()
  @Length(1, 100)
  residency: string | null;
  @ApiProperty({ description: 'Only plugins that say how they treat regulated data' }) @IsBoolean() regulated: boolean;
  @ApiProperty({ description: 'The revision that was edited; 0: none was written yet' })
  @IsInt()
  @Min(0)
  @Max(2_147_483_646)
  revision: number;
}

export class TenantsQuery extends PageQuery {
  @SearchText("In the name or the host's own id", 200) q?: string;
}

export class InstallsQuery extends PageQuery {
  @SearchText('In the name of the plugin, the venture or its tenant', 200) q?: string;
  @OptionalOneOf(INSTALL_FILTERS, 'upgrade: active, and a newer version waits') status?: InstallFilter;
}

export class ForecastQuery {
  @ApiProperty({ description: 'Which version; ids are in the list of versions' }) @IsUUID() revision_id: string;
}

export class UninstallBody {
  @ApiProperty({ description: 'The name of the venture' }) @IsString() @MaxLength(200) confirm: string;
}
