import { ApiProperty } from '@nestjs/swagger';
import { PageQuery, instant } from '@portal/platform/http';
import { IsIn, IsISO8601, IsOptional, IsString, IsUUID, Length, Matches } from 'class-validator';
import { BILLING_MODELS, type BillingModel } from './domain/price-rule.js';
import type { Audience } from './prices.js';
import { PRICED_TIERS } from './domain/price-rule.js';

const KINDS = ['tier_price', 'agreed_price', 'billing_model', 'host_plan'] as const;
const AUDIENCES = ['open_market', 'host_network'] as const;

const STATES = ['proposed', 'approved', 'rejected'] as const;

/** Filter of the price list. */
export class PricesQuery {
  @ApiProperty({ required: false, enum: PRICED_TIERS }) @IsOptional() @IsIn(PRICED_TIERS) tier?: string;
  @ApiProperty({ required: false, description: 'such as usd' }) @IsOptional() @Matches(/^[a-z]{3}$/) currency?: string;
  @ApiProperty({ required: false, enum: ['now', 'ended', 'coming'], description: 'Against the present moment' })
  @IsOptional()
  @IsIn(['now', 'ended', 'coming'])
  state?: 'now' | 'ended' | 'coming';
}

export class CommercialChangesQuery extends PageQuery {
  @ApiProperty({ required: false, enum: STATES }) @IsOptional() @IsIn(STATES) state?: (typeof STATES)[number];
  @ApiProperty({ required: false, enum: KINDS }) @IsOptional() @IsIn(KINDS) kind?: (typeof KINDS)[number];
  @ApiProperty({ required: false, description: 'A part of the name of the Drive or of its author' })
  @IsOptional()
  @IsString()
  @Length(1, 100)
  q?: string;
}

export class CommercialChangeBody {
  @ApiProperty({ enum: KINDS }) @IsIn(KINDS) kind: (typeof KINDS)[number];
  @ApiProperty({ required: false, enum: PRICED_TIERS, example: 'standard' })
  @IsOptional()
  @IsIn(PRICED_TIERS)
  tier?: string;
  @ApiProperty({ required: false, enum: AUDIENCES, example: 'open_market' })
  @IsOptional()
  @IsIn(AUDIENCES)
  audience?: Audience;
  @ApiProperty({ required: false }) @IsOptional() @IsUUID() drive_id?: string;
  @ApiProperty({ required: false, description: 'With whom a price is agreed' })
  @IsOptional()
  @IsUUID()
  venture_id?: string;
  @ApiProperty({
    required: false,
    example: 'usd',
    description: 'Lower case; for author billing that of the listing fee',
  })
  @IsOptional()
  @Matches(/^[a-z]{3}$/)
  currency?: string;
  @ApiProperty({
    required: false,
    example: '14900',
    description: 'Minor units a month as decimal text; absent ends the price of a tier',
  })
  @IsOptional()
  @Matches(/^[1-9]\d{0,11}$/)
  amount_minor?: string;
  @ApiProperty({ required: false, enum: BILLING_MODELS }) @IsOptional() @IsIn(BILLING_MODELS) model?: BillingModel;
  @ApiProperty({ required: false, description: 'Id of the plan that the host sells' })
  @IsOptional()
  @IsString()
  @Length(1, 100)
  plan?: string;
  @ApiProperty({ ...instant, description: 'Takes effect then, or at its approval if that is later' })
  @IsISO8601({ strict: true, strictSeparator: true })
  valid_from: string;
  @ApiProperty() @IsString() @Length(3, 2000) reason: string;
}

export class DecideCommercialBody {
  @ApiProperty({ required: false }) @IsOptional() @IsString() @Length(1, 2000) note?: string;
}
