import { ApiProperty } from '@portal/platform/description';
import {
  instant,
  maybeInstant,
  OptionalId,
  OptionalOneOf,
  OptionalPattern,
  MayBeAbsent,
  IsInstant,
  Words,
} from '@portal/platform/http';
import { IsIn, IsString, Length } from 'class-validator';
import { BILLING_MODELS, type BillingModel, PRICED_TIERS } from './domain/price-rule.js';
import type { Audience } from './prices.js';

export class PriceView {
  @ApiProperty() id: string;
  @ApiProperty({ description: 'Tier and audience in words' }) label: string;
  @ApiProperty({ enum: ['starter', 'standard', 'pro', 'premium', 'flagship'] }) tier: string;
  @ApiProperty({ enum: ['open_market', 'host_network'] }) audience: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'Minor units per install and month, as decimal text' }) amount_minor: string;
  @ApiProperty(instant) effective_at: string;
  @ApiProperty(maybeInstant) ended_at: string | null;
}

const KINDS = ['tier_price', 'agreed_price', 'billing_model', 'host_plan'] as const;
const AUDIENCES = ['open_market', 'host_network'] as const;

/** Filter of the price list. */
export class PricesQuery {
  @OptionalOneOf(PRICED_TIERS) tier?: string;
  @OptionalPattern(/^[a-z]{3}$/, 'such as usd') currency?: string;
  @OptionalOneOf(['now', 'ended', 'coming'], 'Against the present moment') state?: 'now' | 'ended' | 'coming';
}

export class CommercialChangeBody {
  @ApiProperty({ enum: KINDS }) @IsIn(KINDS) kind: (typeof KINDS)[number];
  @OptionalOneOf(PRICED_TIERS, { example: 'standard' }) tier?: (typeof PRICED_TIERS)[number];
  @OptionalOneOf(AUDIENCES, { example: 'open_market' }) audience?: Audience;
  @OptionalId() drive_id?: string;
  @OptionalId('With whom a price is agreed') venture_id?: string;
  @OptionalPattern(/^[a-z]{3}$/, {
    example: 'usd',
    description: 'Lower case; for author billing that of the listing fee',
  })
  currency?: string;
  @OptionalPattern(/^[1-9]\d{0,11}$/, {
    example: '14900',
    description: 'Minor units a month as decimal text; absent ends the price of a tier',
  })
  amount_minor?: string;
  @OptionalOneOf(BILLING_MODELS) model?: BillingModel;
  @ApiProperty({ required: false, description: 'Id of the plan that the host sells' })
  @MayBeAbsent()
  @IsString()
  @Length(1, 100)
  plan?: string;
  @ApiProperty({ ...instant, description: 'Takes effect then, or at its approval if that is later' })
  @IsInstant()
  valid_from: string;
  @Words(3, 2000) reason: string;
}
