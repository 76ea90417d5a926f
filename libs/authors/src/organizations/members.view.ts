import { ApiProperty } from '@portal/platform/description';
import { MEMBER_ROLES, type MemberRole } from '@portal/platform/access';
import { instant } from '@portal/platform/http';

export class MemberView {
  @ApiProperty() user_id: string;
  @ApiProperty() name: string;
  @ApiProperty() email: string;
  @ApiProperty({ enum: MEMBER_ROLES }) member_role: MemberRole;
  @ApiProperty(instant) since: string;
  @ApiProperty({ description: 'Has two-factor authentication on' }) second_factor: boolean;
  @ApiProperty({ description: 'The account is disabled: the person is still a member but cannot sign in' })
  disabled: boolean;
  @ApiProperty({ description: 'The caller' }) you: boolean;
}

export class InvitationView {
  @ApiProperty() id: string;
  @ApiProperty() email: string;
  @ApiProperty({ enum: MEMBER_ROLES }) member_role: MemberRole;
  @ApiProperty(instant) created_at: string;
  @ApiProperty(instant) expires_at: string;
}

export class InvitationPreviewView {
  @ApiProperty({ description: 'Name of the organisation, as chosen by its owner' }) organization: string;
  @ApiProperty({ description: 'The invited address' }) email: string;
  @ApiProperty({ enum: MEMBER_ROLES }) member_role: MemberRole;
  @ApiProperty(instant) expires_at: string;
}

export class OwnOrganizationView {
  @ApiProperty() id: string;
  @ApiProperty() name: string;
  @ApiProperty({ enum: MEMBER_ROLES }) member_role: MemberRole;
  @ApiProperty({ description: 'The organisation that the session acts for' }) current: boolean;
}

export class JoinedView {
  @ApiProperty() org_id: string;
}
