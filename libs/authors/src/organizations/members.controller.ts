import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import {
  CurrentActor,
  MemberMay,
  Public,
  RequireRole,
  RequireStepUp,
  SignedIn,
  type Actor,
  BypassRowSecurity,
} from '@portal/platform/access';
import { ApiData, ApiPage, BodyLimit, IdParam, SMALL_BODY } from '@portal/platform/http';
import { InvitationsService } from './invitations.service.js';
import { MembersService } from './members.service.js';
import { ChangeMemberDto, InvitationTokenDto, InviteMemberDto } from './members.dto.js';
import { InvitationPreviewView, InvitationView, JoinedView, MemberDoneView, MemberView } from './members.view.js';

/** Members of an author's organisation and invitations to it. */
@ApiTags('members')
@RequireRole('author')
@Controller('api/v1/author')
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly invitations: InvitationsService,
  ) {}

  /** List the members of your organisation. With their roles. */
  @Get('members')
  @ApiPage(MemberView)
  list(@CurrentActor() actor: Actor): Promise<Page<MemberView>> {
    return this.members.list(actor);
  }

  /**
   * Leave your organisation. The membership stays on record: you cannot review its submissions for a while. The last
   * owner cannot leave.
   */
  @Post('members/leave')
  @ApiData(MemberDoneView)
  async leave(@CurrentActor() actor: Actor): Promise<MemberDoneView> {
    await this.members.remove({ actor, userId: null });
    return { done: true };
  }

  /** Change the role of a member. Owners only. Takes effect with the member's next request. */
  @Patch('members/:userId')
  @MemberMay('own')
  @RequireStepUp()
  @ApiData(MemberDoneView)
  async setRole(
    @CurrentActor() actor: Actor,
    @IdParam('userId') userId: string,
    @Body() body: ChangeMemberDto,
  ): Promise<MemberDoneView> {
    await this.members.change({ actor, userId, memberRole: body.member_role });
    return { done: true };
  }

  /** Remove a member from your organisation. Owners only. The membership stays on record. */
  @Delete('members/:userId')
  @MemberMay('own')
  @RequireStepUp()
  @ApiData(MemberDoneView)
  async remove(@CurrentActor() actor: Actor, @IdParam('userId') userId: string): Promise<MemberDoneView> {
    await this.members.remove({ actor, userId });
    return { done: true };
  }

  /** List invitations to your organisation. Those that are still open. */
  @Get('invitations')
  @MemberMay('own')
  @ApiPage(InvitationView)
  listInvitations(@CurrentActor() actor: Actor): Promise<Page<InvitationView>> {
    return this.invitations.list(actor);
  }

  /**
   * Invite someone to your organisation. By email, once your application is approved. A new invitation to the same
   * address replaces the previous one. Owners only.
   */
  @Post('invitations')
  @MemberMay('own')
  @RequireStepUp()
  @ApiData(InvitationView, { status: 201 })
  invite(@CurrentActor() actor: Actor, @Body() body: InviteMemberDto): Promise<InvitationView> {
    return this.invitations.invite({ actor, email: body.email, memberRole: body.member_role });
  }

  /**
   * Preview an invitation. For anyone with the emailed token, even without an account: who invites them, and with which
   * role.
   */
  @Post('invitations/preview')
  @BodyLimit(SMALL_BODY)
  @BypassRowSecurity('who has the token is not a member yet: the token names the organization')
  @Public()
  @ApiData(InvitationPreviewView)
  previewInvitation(@Body() body: InvitationTokenDto): Promise<InvitationPreviewView> {
    return this.invitations.preview(body.token);
  }

  /**
   * Accept an invitation. Requires the emailed token. You must be signed in with the invited address. The session acts
   * for the organisation from now on.
   */
  @Post('invitations/accept')
  @BypassRowSecurity('who accepts is not a member yet: the token names the organization')
  @SignedIn()
  @ApiData(JoinedView)
  async acceptInvitation(@CurrentActor() actor: Actor, @Body() body: InvitationTokenDto): Promise<JoinedView> {
    return { org_id: await this.invitations.accept({ actor, token: body.token }) };
  }

  /** Revoke an invitation. Until it is accepted. Owners only. */
  @Delete('invitations/:id')
  @MemberMay('own')
  @ApiData(MemberDoneView)
  async revokeInvitation(@CurrentActor() actor: Actor, @IdParam() invitationId: string): Promise<MemberDoneView> {
    await this.invitations.revoke({ actor, invitationId });
    return { done: true };
  }
}
