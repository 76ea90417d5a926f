import { ApiProperty } from '@nestjs/swagger';
import { MEMBER_ROLES, type MemberRole } from '@portal/platform/access';

export class MemberView {
  @ApiProperty() user_id: string;
  @ApiProperty() name: string;
  @ApiProperty() email: string;
  @ApiProperty({ enum: MEMBER_ROLES }) member_role: MemberRole;
  @ApiProperty({ format: 'date-time' }) since: string;
  @ApiProperty({ description: 'Has a second step at sign-in' }) second_factor: boolean;
  @ApiProperty({ description: 'An admin disabled the account: still a member, but cannot sign in' }) disabled: boolean;
  @ApiProperty({ description: 'The one who asks' }) you: boolean;
}

export class InvitationView {
  @ApiProperty() id: string;
  @ApiProperty() email: string;
  @ApiProperty({ enum: MEMBER_ROLES }) member_role: MemberRole;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ format: 'date-time' }) expires_at: string;
}

export class InvitationPreviewView {
  @ApiProperty({ description: 'Name of the organisation, as it calls itself' }) organization: string;
  @ApiProperty({ description: 'The invited address' }) email: string;
  @ApiProperty({ enum: MEMBER_ROLES }) member_role: MemberRole;
  @ApiProperty({ format: 'date-time' }) expires_at: string;
}

export class OwnOrganizationView {
  @ApiProperty() id: string;
  @ApiProperty() name: string;
  @ApiProperty({ enum: MEMBER_ROLES }) member_role: MemberRole;
  @ApiProperty({ description: 'The one that the session acts for' }) current: boolean;
}

export class JoinedView {
  @ApiProperty() org_id: string;
}

export class MemberDoneView {
  @ApiProperty() done: boolean;
}
