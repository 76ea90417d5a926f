import { ApiProperty } from '@portal/platform/description';
import { instant, maybeText, anyObject } from '@portal/platform/http';

/** Why an event is stored and does not count. */
export const KEPT_APART = ['kind_not_listed', 'changed_after_emission', 'unattributed'] as const;

const NOT_STORED = { description: 'How many more were only counted: beyond the quota of their install' };

class KeptApartView {
  @ApiProperty({
    enum: KEPT_APART,
    description:
      'kind_not_listed: not among `events_emitted`; changed_after_emission: the event was reported before with other data; unattributed: names no install in a feed that every install gets',
  })
  reason: (typeof KEPT_APART)[number];
  @ApiProperty() events: number;
}

/** How many events a Drive reported on one day, of one kind. */
export class EventCountView {
  @ApiProperty({ format: 'date', description: 'Of the events, UTC' }) day: string;
  @ApiProperty({ example: 'content.published' }) type: string;
  @ApiProperty({ description: 'Of all installs' }) events: number;
  @ApiProperty({ description: 'How many more do not count, because something is wrong with them' }) kept_apart: number;
  @ApiProperty({ type: [KeptApartView] }) reasons: KeptApartView[];
  @ApiProperty(NOT_STORED) not_stored: number;
}

/** How many events a Drive reported on one day. */
class EventDayView {
  @ApiProperty({ ...instant, description: 'Start of the day, UTC' }) at: string;
  @ApiProperty() events: number;
  @ApiProperty({ description: 'How many more do not count' }) kept_apart: number;
  @ApiProperty(NOT_STORED) not_stored: number;
}

export class EventDaysView {
  @ApiProperty({ ...instant, description: 'Start of the first day' }) from: string;
  @ApiProperty({ ...instant, description: 'End of today' }) to: string;
  @ApiProperty({ type: [EventDayView], description: 'Every day, oldest first' }) days: EventDayView[];
}

export class DriveEventView {
  @ApiProperty() id: string;
  @ApiProperty() type: string;
  @ApiProperty(instant) ts: string;
  @ApiProperty(anyObject) payload: object;
  @ApiProperty({ ...maybeText, description: 'Why it does not count' }) quarantine: string | null;
}
