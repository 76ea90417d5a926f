import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';
import type { EndedAccess } from '../people/end-access.js';
import { STEP_UP_METHODS, type StepUpMethod } from '../sessions/domain/step-up.js';

export class SessionView {
  @ApiProperty() id: string;
  @ApiProperty({ description: 'The session of this request' }) current: boolean;
  @ApiProperty(instant) created_at: string;
  @ApiProperty({ ...instant, description: 'To the minute' }) last_seen_at: string;
  @ApiProperty({ ...instant, description: 'When it expires without further requests' }) ends_at: string;
  @ApiProperty(maybeText) ip: string | null;
  @ApiProperty(maybeText) user_agent: string | null;
}

export class RevokedSessionsView {
  @ApiProperty() revoked: number;
}

class MadeTokenView {
  @ApiProperty() id: string;
  @ApiProperty() name: string;
  @ApiProperty({ enum: ['organization', 'host'], description: 'Its owner' }) owner: 'organization' | 'host';
}

export class PasswordChangedView {
  @ApiProperty({ description: 'Number of API tokens that were revoked' }) ended_tokens: number;
  @ApiProperty({
    type: [MadeTokenView],
    description: 'API tokens that the person created for others and that still work',
  })
  kept_tokens: MadeTokenView[];
}

export const passwordChangedView = ({ ended, kept }: EndedAccess): PasswordChangedView => ({
  ended_tokens: ended.length,
  kept_tokens: kept.map(({ id, name, owner }) => ({ id, name, owner: owner as MadeTokenView['owner'] })),
});

/** The removal of the person's own second factor that waits for a second admin. */
export class OwnFactorRemovalView {
  @ApiProperty({ description: 'Reason given by the admin who proposed it' }) reason: string;
  @ApiProperty(instant) proposed_at: string;
  @ApiProperty({ ...instant, description: 'A second admin can approve it from then on' }) not_before: string;
  @ApiProperty({ ...instant, description: 'Expires at this time unless a second admin approves' }) expires_at: string;
}

export class SecondFactorView {
  @ApiProperty() on: boolean;
  @ApiProperty(maybeInstant) since: string | null;
  @ApiProperty() recovery_codes_left: number;
  @ApiProperty({ description: 'Staff roles are inactive until two-factor authentication is on' }) required: boolean;
  @ApiProperty({
    nullable: true,
    type: OwnFactorRemovalView,
    description: 'Null unless an admin has proposed its removal',
  })
  removal: OwnFactorRemovalView | null;
}

export class NewSecondFactorView {
  @ApiProperty({ description: 'Base32, for manual entry. Shown until it is confirmed by a code' }) secret: string;
  @ApiProperty({ description: 'otpauth:// address, for the picture' }) uri: string;
}

export class RecoveryCodesView {
  @ApiProperty({ type: [String], description: 'Shown only once' }) codes: string[];
}

export class StepUpView {
  @ApiProperty({ enum: STEP_UP_METHODS, description: 'sign_in: only by signing out and in again' })
  method: StepUpMethod;
  @ApiProperty({ description: 'Nothing more to show for now' }) recent: boolean;
  @ApiProperty({ description: 'How long a proof of identity is valid' }) minutes: number;
}

export class OidcView {
  @ApiProperty({ ...maybeText, description: 'Display name of the provider; null if none is set up' })
  name: string | null;
  @ApiProperty({ description: 'Sandbox: a new account gets its password immediately instead of by an emailed link' })
  password_at_sign_up: boolean;
}
