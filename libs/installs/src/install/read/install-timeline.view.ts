import { ApiProperty } from '@portal/platform/description';
import { instant, maybeText } from '@portal/platform/http';
import { INSTALL_STEPS, type InstallStep } from '../domain/install-step.js';

/** Something that happened to an install. */
export class InstallStepView {
  @ApiProperty() id: string;
  @ApiProperty(instant) at: string;
  @ApiProperty({ enum: INSTALL_STEPS }) step: InstallStep;
  @ApiProperty({ description: 'Who did it: "you", a name, or what they are' }) by: string;
  @ApiProperty({ ...maybeText, description: 'The operator for whom the host did it' }) on_behalf_of: string | null;
  @ApiProperty({ ...maybeText, description: 'Of the plugin, or of its settings' }) version: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    enum: ['refused', 'accepted', 'unanswered'],
    description: 'With install.token_checked: what the plugin did with the old token',
  })
  token: string | null;
  @ApiProperty({ ...maybeText, description: 'In the words of who did it' }) reason: string | null;
}
