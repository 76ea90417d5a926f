import { ApiProperty } from '@nestjs/swagger';

/** How many events a Drive reported on one day, of one kind. */
export class EventCountView {
  @ApiProperty({ format: 'date', description: 'Of the events, UTC' }) day: string;
  @ApiProperty({ example: 'content.published' }) type: string;
  @ApiProperty({ description: 'Of all installs' }) events: number;
  @ApiProperty({ description: 'How many more do not count, because something is wrong with them' })
  kept_apart: number;
}
