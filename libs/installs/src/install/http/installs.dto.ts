import { ApiProperty } from '@portal/platform/description';
import {
  AnyObject,
  IsInstant,
  IsName,
  LAST_REVISION,
  MayBeAbsent,
  OptionalBoolean,
  OptionalFlag,
  OptionalId,
  OptionalObject,
  OptionalOneOf,
  OptionalPattern,
  OptionalText,
  OptionalWhole,
  OptionalWords,
  PageQuery,
  PartOf,
  Texts,
  Whole,
  Words,
  instant,
  maybeText,
} from '@portal/platform/http';
import { IsBoolean, IsEmail, IsIn, IsString, IsUUID, Length, Matches, MaxLength } from 'class-validator';
import { INSTALL_FILTERS, type InstallFilter } from '../domain/install-state.js';
import { ACCEPTS, type Accepts } from '../../upgrades/domain/upgrade-outcome.js';

export class VenturesQuery {
  @OptionalText(100, 'A part of a name; without it the first by name') q?: string;
}

export class OperatorVenturesQuery extends PageQuery {
  @OptionalText(100, 'In the name of the venture or its tenant, or the id of the venture') q?: string;
}

export class OperatorTenantsQuery extends PageQuery {
  @OptionalText(100, 'A part of the name of the tenant, or its id') q?: string;
}

export class AuthorInstallsQuery extends PageQuery {
  @OptionalOneOf(INSTALL_FILTERS) status?: InstallFilter;
  @OptionalId('Only those of this version') revision_id?: string;
  @OptionalOneOf(['open', 'declined'], 'By the newest upgrade prompt') prompt?: 'open' | 'declined';
  @OptionalFlag('Only those that answer, or only those that do not') unreachable?: boolean;
  @OptionalText(200, 'The beginning of an id, or the id that the Drive gave') q?: string;
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
  @Texts(100, 500) permissions: string[];
}

/** The terms accepted with an install. */
export class InstallAgreementBody extends AgreementBody {
  @AnyObject() config: object;
}

export class RequestInstallBody extends InstallAgreementBody {
  @ApiProperty() @IsUUID() venture_id: string;
  @ApiProperty() @IsUUID() drive_id: string;
}

export class AcceptUpgradeBody extends AgreementBody {
  @OptionalObject('Settings for the form of the new version, where it needs some; absent: as they are') config?: object;
  @OptionalWhole(0, LAST_REVISION, 'Goes with `config`: the version of the settings that was edited')
  settings_version?: number;
}

export class UpgradePolicyBody {
  @ApiProperty({ enum: ACCEPTS, description: 'harmless: upgrades that widen nothing and cost no more' })
  @IsIn(ACCEPTS)
  accepts: Accepts;
  @OptionalBoolean('Remind operators of upgrades that wait; absent: as before') reminders?: boolean;
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
  @Whole(0, LAST_REVISION, 'The revision that was edited; 0: none was written yet') revision: number;
}

export class TenantsQuery extends PageQuery {
  @OptionalText(200, "In the name or the host's own id") q?: string;
}

export class InstallsQuery extends PageQuery {
  @OptionalText(200, 'In the name of the plugin, the venture or its tenant') q?: string;
  @OptionalOneOf(INSTALL_FILTERS, 'upgrade: active, and a newer version waits') status?: InstallFilter;
}

export class ForecastQuery {
  @ApiProperty({ description: 'Which version; ids are in the list of versions' }) @IsUUID() revision_id: string;
}

export class UninstallBody {
  @ApiProperty({ description: 'The name of the venture' }) @IsString() @MaxLength(200) confirm: string;
}
