import { OptionalDay, OptionalInstant, OptionalOneOf, OptionalText, PageQuery } from '@portal/platform/http';

const ORDERS = ['newest', 'oldest'] as const;

const KindOfEvent = (description?: string): PropertyDecorator =>
  OptionalText(128, { example: 'content.published', description });

/** Which events of an install. */
export class DriveEventsQuery extends PageQuery {
  @KindOfEvent() type?: string;
  @OptionalInstant('Time of the event, at or after') from?: string;
  @OptionalInstant('Time of the event, before') to?: string;
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
  @KindOfEvent('Without it all types together') type?: string;
}

/** Which counts of events of a Drive. */
export class EventCountsQuery extends PageQuery {
  @KindOfEvent() type?: string;
  @OptionalDay({ example: '2026-11-01', description: 'First day, UTC' }) from?: string;
  @OptionalDay({ example: '2026-11-22', description: 'Last day, UTC' }) to?: string;
}
