import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { RANGE_NAMES, type Range } from '../domain/ranges.js';

export class HistoryQuery {
  @ApiProperty({ enum: RANGE_NAMES, required: false, default: 'day', description: '24 hours, 28 days or 365 days' })
  @IsOptional()
  @IsIn(RANGE_NAMES)
  range: Range = 'day';
}
