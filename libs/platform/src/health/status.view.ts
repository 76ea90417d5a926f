import { ApiProperty } from '../description/index.js';
import { maybeInstant } from '../http/index.js';

export const STATUS_PARTS = ['api', 'queue', 'plugins', 'payments', 'mail'] as const;
export type StatusPart = (typeof STATUS_PARTS)[number];
const STATES = ['working', 'failing', 'no_record'] as const;

class StatusDayView {
  @ApiProperty({ format: 'date', description: 'YYYY-MM-DD, UTC' }) day: string;
  @ApiProperty({ description: 'Minutes with a record; 0 is no record, for example while the portal was stopped' })
  runs: number;
  @ApiProperty({ description: 'Those of them in which the part did not work' }) failed: number;
}

export class StatusPartView {
  @ApiProperty({
    enum: STATUS_PARTS,
    description:
      '`api`: API, pages and database; `queue`: background work; `plugins`: calls to plugins; `payments`: payment provider',
  })
  part: StatusPart;
  @ApiProperty({ enum: STATES, description: '`no_record` when it was not seen for five minutes' })
  state: (typeof STATES)[number];
  @ApiProperty({ ...maybeInstant, description: 'When it was seen last' }) seen_at: string | null;
  @ApiProperty({ type: [StatusDayView], description: 'The last 90 days, today last' }) days: StatusDayView[];
}

export class StatusView {
  @ApiProperty({ type: [StatusPartView] }) parts: StatusPartView[];
}
