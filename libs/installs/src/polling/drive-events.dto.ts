import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { OptionalOneOf, PageQuery, instant, IsDay, IsInstant, MayBeAbsent } from '@portal/platform/http';
import { IsString, MaxLength } from 'class-validator';

const ORDERS = ['newest', 'oldest'] as const;

const KindOfEvent = (options: ApiPropertyOptions = {}): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ required: false, example: 'content.published', ...options } as ApiPropertyOptions),
    MaxLength(128),
    IsString(),
    MayBeAbsent(),
  );
/** Which events of an install. */
export class DriveEventsQuery extends PageQuery {
  @KindOfEvent() type?: string;
  @ApiProperty({ ...instant, required: false, description: 'Time of the event, at or after' })
  @MayBeAbsent()
  @IsInstant()
  from?: string;
  @ApiProperty({ ...instant, required: false, description: 'Time of the event, before' })
  @MayBeAbsent()
  @IsInstant()
  to?: string;
  @OptionalOneOf(ORDERS, {
    default: 'newest',
    description: 'In which order they were stored; a late event is stored after others that happened later',
  })
  order: (typeof ORDERS)[number] = 'newest';
}

const PERIODS = ['month', 'year'] as const;

/** Over how many days the events of a Drive are counted. */
export class EventDaysQuery {
  @OptionalOneOf(PERIODS, { default: 'month', description: 'month: 28 days, year: 365 days' })
  period: (typeof PERIODS)[number] = 'month';
  @KindOfEvent({ description: 'Without it all types together' }) type?: string;
}

/** Which counts of events of a Drive. */
export class EventCountsQuery extends PageQuery {
  @KindOfEvent() type?: string;
  @ApiProperty({ format: 'date', example: '2026-11-01', required: false, description: 'First day, UTC' })
  @MayBeAbsent()
  @IsDay()
  from?: string;
  @ApiProperty({ format: 'date', example: '2026-11-22', required: false, description: 'Last day, UTC' })
  @MayBeAbsent()
  @IsDay()
  to?: string;
}
