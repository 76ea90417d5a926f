import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '@portal/platform/http';
import { IsIn, IsISO8601, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';

const DAY = /^20\d\d-\d\d-\d\d$/;

export class EntriesQuery extends PageQuery {
  @ApiProperty({ required: false, description: 'code, code:currency or code:owner:currency' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  account?: string;

  @ApiProperty({ required: false, description: 'Type of posting, e.g. invoice, invoice_paid' })
  @IsOptional()
  @Matches(/^[a-z_]{1,60}$/)
  kind?: string;

  @ApiProperty({ required: false, description: 'The business object it belongs to: type:id, or only the type' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  source?: string;

  @ApiProperty({ required: false, description: 'Transaction id' })
  @IsOptional()
  @Matches(/^\d{1,18}$/)
  tx?: string;

  @ApiProperty({ required: false, description: 'Month in which it takes effect, YYYY-MM' })
  @IsOptional()
  @Matches(/^20\d\d-(0[1-9]|1[0-2])$/)
  month?: string;

  @ApiProperty({ required: false, format: 'uuid', description: 'The author whose accounts they are on' })
  @IsOptional()
  @IsUUID()
  author?: string;

  @ApiProperty({ required: false }) @IsOptional() @Matches(/^[a-z]{3}$/) currency?: string;

  @ApiProperty({
    required: false,
    format: 'date',
    example: '2026-11-01',
    description: 'First day on which they take effect, UTC',
  })
  @IsOptional()
  @Matches(DAY)
  @IsISO8601({ strict: true })
  from?: string;

  @ApiProperty({ required: false, format: 'date', example: '2026-11-30', description: 'Last day of their effect, UTC' })
  @IsOptional()
  @Matches(DAY)
  @IsISO8601({ strict: true })
  to?: string;

  @ApiProperty({
    required: false,
    format: 'uuid',
    description:
      'Bookings of invoices, refunds, disputes and credit notes that bill this Drive, with all their entries',
  })
  @IsOptional()
  @IsUUID()
  drive?: string;

  @ApiProperty({ required: false, format: 'uuid', description: 'As `drive`, of one install' })
  @IsOptional()
  @IsUUID()
  install?: string;
}

export class SourceParams {
  @ApiProperty({ description: 'What kind of row it is, e.g. payout' }) @Matches(/^[a-z_]{1,60}$/) type: string;
  @ApiProperty() @IsString() @MaxLength(120) id: string;
}

export class ProofQuery {
  @ApiProperty({
    required: false,
    enum: ['true', 'false'],
    description: 'true: recompute every seal, not only those added since the nightly check',
  })
  @IsOptional()
  @IsIn(['true', 'false'])
  full?: string;
}
