import { ApiProperty } from '@portal/platform/description';
import { Matches } from 'class-validator';
import { instant, maybeInstant, maybeText, IsInstant, Words } from '@portal/platform/http';

export class CapabilityView {
  @ApiProperty({ description: 'Such as `be_installed`' }) name: string;
  @ApiProperty({ description: 'In words, after "may"' }) words: string;
  @ApiProperty() allowed: boolean;
  @ApiProperty({ ...maybeText, description: 'Why not; null when it is allowed' }) because: string | null;
  @ApiProperty({ ...maybeInstant, description: 'Switched off until then' }) off_until: string | null;
  @ApiProperty({ ...maybeText, description: 'The approval that switched it off, by which it is ended' })
  switch_id: string | null;
}

export class CapabilitiesView {
  @ApiProperty() thing: string;
  @ApiProperty() id: string;
  @ApiProperty() name: string;
  @ApiProperty({ description: 'The current state' }) state: string;
  @ApiProperty({ type: [CapabilityView] }) capabilities: CapabilityView[];
}

export class SwitchOffBody {
  @ApiProperty({ example: 'be_installed' }) @Matches(/^[a-z_]{3,40}$/) capability: string;
  @ApiProperty({ ...instant, description: 'At most a year ahead' })
  @IsInstant()
  until: string;
  @Words(3, 2000, 'Told to whoever is refused') reason: string;
}

export class EndSwitchBody {
  @Words(3, 2000, 'Why') reason: string;
}
