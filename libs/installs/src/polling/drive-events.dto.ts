import { ApiProperty } from '@nestjs/swagger';
import { PageQuery, instant } from '@portal/platform/http';
import { IsIn, IsISO8601, IsOptional, IsString, Matches, MaxLength } from 'class-validator';

const ORDERS = ['newest', 'oldest'] as const;
const DAY = /^20\d\d-\d\d-\d\d$/;
/** A date alone would leave open whose midnight is meant. */
const INSTANT = /T.*(Z|[+-]\d\d:?\d\d)$/;

/** Which events of an install. */
export class DriveEventsQuery extends PageQuery {
  @ApiProperty({ required: false, example: 'content.published' })
  @IsOptional()
  @IsString()
  @MaxLength(128)
  type?: string;
  @ApiProperty({ ...instant, required: false, description: 'Time of the event, at or after' })
  @IsOptional()
  @Matches(INSTANT)
  @IsISO8601({ strict: true })
  from?: string;
  @ApiProperty({ ...instant, required: false, description: 'Time of the event, before' })
  @IsOptional()
  @Matches(INSTANT)
  @IsISO8601({ strict: true })
  to?: string;
  @ApiProperty({
    required: false,
    enum: ORDERS,
    default: 'newest',
    description: 'In which order they were stored; a late event is stored after others that happened later',
  })
  @IsOptional()
  @IsIn(ORDERS)
  order: (typeof ORDERS)[number] = 'newest';
}

const PERIODS = ['month', 'year'] as const;

/** Over how many days the events of a Drive are counted. */
export class EventDaysQuery {
  @ApiProperty({ required: false, enum: PERIODS, default: 'month', description: 'month: 28 days, year: 365 days' })
  @IsOptional()
  @IsIn(PERIODS)
  period: (typeof PERIODS)[number] = 'month';
  @ApiProperty({ required: false, example: 'content.published', description: 'Without it all types together' })
  @IsOptional()
  @IsString()
  @MaxLength(128)
  type?: string;
}

/** Which counts of events of a Drive. */
export class EventCountsQuery extends PageQuery {
  @ApiProperty({ required: false, example: 'content.published' })
  @IsOptional()
  @IsString()
  @MaxLength(128)
  type?: string;
  @ApiProperty({ required: false, format: 'date', example: '2026-11-01', description: 'First day, UTC' })
  @IsOptional()
  @Matches(DAY)
  @IsISO8601({ strict: true })
  from?: string;
  @ApiProperty({ required: false, format: 'date', example: '2026-11-22', description: 'Last day, UTC' })
  @IsOptional()
  @Matches(DAY)
  @IsISO8601({ strict: true })
  to?: string;
}
