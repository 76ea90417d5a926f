import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { OptionalOneOf, PageQuery, instant, MayBeAbsent } from '@portal/platform/http';
import { IsISO8601, IsString, Matches, MaxLength } from 'class-validator';

const ORDERS = ['newest', 'oldest'] as const;
const DAY = /^20\d\d-\d\d-\d\d$/;
/** A date alone would leave open whose midnight is meant. */
const INSTANT = /T.*(Z|[+-]\d\d:?\d\d)$/;

const KindOfEvent = (options: ApiPropertyOptions = {}): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ required: false, example: 'content.published', ...options } as ApiPropertyOptions),
    MaxLength(128),
    IsString(),
    MayBeAbsent(),
  );
const Moment = (options: ApiPropertyOptions, shape: RegExp): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ required: false, ...options } as ApiPropertyOptions),
    IsISO8601({ strict: true }),
    Matches(shape),
    MayBeAbsent(),
  );

/** Which events of an install. */
export class DriveEventsQuery extends PageQuery {
  @KindOfEvent() type?: string;
  @Moment({ ...instant, description: 'Time of the event, at or after' }, INSTANT) from?: string;
  @Moment({ ...instant, description: 'Time of the event, before' }, INSTANT) to?: string;
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
  @Moment({ format: 'date', example: '2026-11-01', description: 'First day, UTC' }, DAY) from?: string;
  @Moment({ format: 'date', example: '2026-11-22', description: 'Last day, UTC' }, DAY) to?: string;
}
