import { ApiProperty } from '@portal/platform/description';
import { PRICED_TIERS } from '@portal/listings';
import { MayBeAbsent, OptionalId, OptionalPattern, Words } from '@portal/platform/http';
import { Type } from 'class-transformer';
import { IsIn, IsInt, Matches, Max, Min, ValidateIf } from 'class-validator';

export class RevenueShareOverrideBody {
  @OptionalId({ example: '6d0f4f5e-8a3c-7b21-a94d-0c2b5e7f1a63', description: 'The author; this or drive_id' })
  org_id?: string;
  @OptionalId('The Drive; this or org_id') drive_id?: string;
  @ApiProperty({ type: Number, nullable: true, description: '0 to 10000; null returns to the standard share' })
  @ValidateIf((body: RevenueShareOverrideBody) => body.basis_points !== null)
  @IsInt()
  @Min(0)
  @Max(10_000)
  basis_points: number | null;
  @ApiProperty({ description: 'YYYY-MM, a future month; for installs that start from then on' })
  @Matches(/^20\d\d-(0[1-9]|1[0-2])$/)
  month: string;
  @Words(3, 2000, 'Reason; not shown to the author') reason: string;
}

export class SharePreviewQuery {
  @OptionalId('The author; this or drive_id') org_id?: string;
  @OptionalId('The Drive; this or org_id') drive_id?: string;
  @ApiProperty({ required: false, description: '0 to 10000; leave out to return to the next broader share' })
  @MayBeAbsent()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(10_000)
  basis_points?: number;
  @ApiProperty({ description: 'YYYY-MM' }) @Matches(/^20\d\d-(0[1-9]|1[0-2])$/) month: string;
  @OptionalPattern(/^\d{1,12}$/, { default: '10000', description: 'An example in US cents, as decimal text' })
  amount_minor?: string;
}

export class EarningsEstimateQuery {
  @ApiProperty({ description: '1 to 1000000', example: 10 })
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  installs: number;
  @ApiProperty({ enum: PRICED_TIERS, example: 'standard' })
  @IsIn(PRICED_TIERS)
  tier: (typeof PRICED_TIERS)[number];
  @ApiProperty({ description: 'The part of the month in which they are installed, 1 to 100', example: 100 })
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  month_percent: number;
}
