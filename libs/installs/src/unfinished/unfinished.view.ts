import { ApiProperty } from '@portal/platform/description';
import { maybeText } from '@portal/platform/http';
import { CallPlanView } from '../install/read/call-plan.view.js';
import { INSTALL_STATES, type InstallState } from '../install/domain/install-state.js';

/** An install with an open call to its Drive, as the host sees it. */
export class UnfinishedInstallView {
  @ApiProperty() install_id: string;
  @ApiProperty({ enum: INSTALL_STATES.states }) install_state: InstallState;
  @ApiProperty() name: string;
  @ApiProperty() slug: string;
  @ApiProperty() tenant_id: string;
  @ApiProperty() tenant_name: string;
  @ApiProperty() venture_name: string;
  @ApiProperty({ ...maybeText, description: 'What the install is called at the Drive' })
  drive_install_id: string | null;
  @ApiProperty({ type: CallPlanView }) call: CallPlanView;
}
