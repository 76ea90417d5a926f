import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';

const MONTH = /^20[0-9]{2}-(0[1-9]|1[0-2])$/;

export class MonthRangeQuery {
  @ApiProperty({ example: '2026-01', description: 'First month' })
  @Matches(MONTH)
  from: string;

  @ApiProperty({ example: '2026-03', description: 'Last month, at most 12 with the first' })
  @Matches(MONTH)
  to: string;
}
