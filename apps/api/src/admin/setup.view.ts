import { ApiProperty } from '@portal/platform/description';
import { maybeInstant } from '@portal/platform/http';

/** In the order in which a new portal is set up. */
export const SETUP_STEPS = [
  'second_admin',
  'reviewer',
  'finance',
  'mail',
  'payment_provider',
  'seller',
  'tax',
  'agreement',
  'terms',
  'privacy',
  'contact',
  'prices',
  'listing_fee',
  'host_token',
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Of the audit entry after the processor answered. */
export const PROVIDER_TESTED = 'payment_provider.tested';

export class SetupStepView {
  @ApiProperty({ enum: SETUP_STEPS }) step: SetupStep;
  @ApiProperty() done: boolean;
  @ApiProperty({ ...maybeInstant, description: 'When it was last seen to work, where that can be seen' })
  seen_at: string | null;
}

export class SetupView {
  @ApiProperty({ type: [SetupStepView] }) steps: SetupStepView[];
  @ApiProperty({ type: [String], description: 'Names of the people of finance, who do what needs that role' })
  finance: string[];
  @ApiProperty({ description: 'Nobody has applied as an author yet' }) empty: boolean;
}
