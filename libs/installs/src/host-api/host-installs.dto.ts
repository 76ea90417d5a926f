import { ApiProperty } from '@portal/platform/description';
import { OptionalOneOf, OptionalPattern, PageQuery, Words } from '@portal/platform/http';
import { IsEmail, Matches, MaxLength } from 'class-validator';
import { INSTALL_STATES, type InstallState } from '../install/domain/install-state.js';
import {
  AcceptUpgradeBody,
  EXTERNAL_ID,
  InstallAgreementBody,
  UpgradePolicyBody,
} from '../install/http/installs.dto.js';
import { ChangeSettingsBody } from '../settings/settings.dto.js';

const SLUG = /^[a-z0-9-]{1,100}$/;
const ofTenant = "The host's own id of the tenant";
const ofVenture = "The host's own id of the venture";
const ofDrive = 'Slug of the plugin, as in its address in the catalogue';

export class HostPreflightQuery {
  @ApiProperty({ description: ofTenant }) @Matches(EXTERNAL_ID) tenant: string;
  @ApiProperty({ description: ofVenture }) @Matches(EXTERNAL_ID) venture: string;
  @ApiProperty({ description: ofDrive }) @Matches(SLUG) drive: string;
}

export class HostInstallsQuery extends PageQuery {
  @OptionalPattern(EXTERNAL_ID, ofTenant) tenant?: string;
  @OptionalPattern(EXTERNAL_ID, `${ofVenture}; goes with \`tenant\``) venture?: string;
  @OptionalPattern(SLUG, ofDrive) drive?: string;
  @OptionalOneOf(INSTALL_STATES.states) state?: InstallState;
}

export class HostPortfolioQuery extends PageQuery {
  @ApiProperty({ description: ofTenant }) @Matches(EXTERNAL_ID) tenant: string;
}

export class HostInstallBody extends InstallAgreementBody {
  @ApiProperty({ description: ofTenant }) @Matches(EXTERNAL_ID) tenant: string;
  @ApiProperty({ description: ofVenture }) @Matches(EXTERNAL_ID) venture: string;
  @ApiProperty({ description: ofDrive }) @Matches(SLUG) drive: string;
  @ApiProperty({ description: 'Whose consent the host has; sent to the plugin' })
  @IsEmail()
  @MaxLength(254)
  operator_email: string;
}

const consent = { description: 'Whose consent the host has; recorded in the audit trail' };

export class HostSettingsBody extends ChangeSettingsBody {
  @ApiProperty(consent) @IsEmail() @MaxLength(254) operator_email: string;
}

export class HostAcceptUpgradeBody extends AcceptUpgradeBody {
  @ApiProperty(consent) @IsEmail() @MaxLength(254) operator_email: string;
}

/** An answer to an upgrade that needs nothing else: declined, later, or reopened. */
export class HostUpgradeAnswerBody {
  @ApiProperty(consent) @IsEmail() @MaxLength(254) operator_email: string;
}

export class HostUpgradePolicyBody extends UpgradePolicyBody {
  @ApiProperty(consent) @IsEmail() @MaxLength(254) operator_email: string;
}

export class HostUpgradesQuery extends PageQuery {
  @OptionalPattern(EXTERNAL_ID, ofTenant) tenant?: string;
  @OptionalPattern(SLUG, ofDrive) drive?: string;
}

export class HostUninstallBody {
  @Words(10, 1_000, 'Kept in the audit trail') reason: string;
}
