import { ApiProperty } from '@portal/platform/description';
import { instant, maybeText } from '@portal/platform/http';

class AdoptionDayView {
  @ApiProperty({ format: 'date', description: 'YYYY-MM-DD, UTC' }) day: string;
  @ApiProperty() upgraded: number;
}

class AdoptedVersionView {
  @ApiProperty() revision_id: string;
  @ApiProperty(maybeText) version: string | null;
  @ApiProperty(instant) published_at: string;
  @ApiProperty({ description: 'Installs that run it now' }) running: number;
  @ApiProperty({ description: 'Installs whose operator has not decided' }) waiting: number;
  @ApiProperty() declined: number;
  @ApiProperty({ type: [AdoptionDayView], description: 'From the day of publishing on, at most 28' })
  days: AdoptionDayView[];
}

export class AdoptionView {
  @ApiProperty({ type: [AdoptedVersionView], description: 'Newest first' }) versions: AdoptedVersionView[];
}
