import { Body } from '@nestjs/common';
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
import {
  BodyLimit,
  IdParam,
  SMALL_BODY,
  ApiController,
  DeleteData,
  GetPage,
  PatchData,
  PostData,
  DoneView,
} from '@portal/platform/http';
import { InvitationsService } from './invitations.service.js';
import { MembersService } from './members.service.js';
import { ChangeMemberDto, InvitationTokenDto, InviteMemberDto } from './members.dto.js';
import { InvitationPreviewView, InvitationView, JoinedView, MemberView } from './members.view.js';

/** Members of an author's organisation and invitations to it. */
@RequireRole('author')
@ApiController('members', 'api/v1/author')
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly invitations: InvitationsService,
  ) {}

  /** List the members of your organisation. With their roles. */
  @GetPage('members', MemberView)
  list(@CurrentActor() actor: Actor) {
    return this.members.list(actor);
  }

  /**
   * Leave your organisation. The membership stays on record: you cannot review its submissions for a while. The last
   * owner cannot leave.
   */
  @PostData('members/leave', DoneView)
  async leave(@CurrentActor() actor: Actor) {
    await this.members.remove({ actor, userId: null });
    return { done: true };
  }

  /** Change the role of a member. Owners only. Takes effect with the member's next request. */
  @PatchData('members/:userId', DoneView)
  @MemberMay('own')
  @RequireStepUp()
  async setRole(@CurrentActor() actor: Actor, @IdParam('userId') userId: string, @Body() body: ChangeMemberDto) {
    await this.members.change({ actor, userId, memberRole: body.member_role });
    return { done: true };
  }

  /** Remove a member from your organisation. Owners only. The membership stays on record. */
  @DeleteData('members/:userId', DoneView)
  @MemberMay('own')
  @RequireStepUp()
  async remove(@CurrentActor() actor: Actor, @IdParam('userId') userId: string) {
    await this.members.remove({ actor, userId });
    return { done: true };
  }

  /** List invitations to your organisation. Those that are still open. */
  @GetPage('invitations', InvitationView)
  @MemberMay('own')
  listInvitations(@CurrentActor() actor: Actor) {
    return this.invitations.list(actor);
  }

  /**
   * Invite someone to your organisation. By email, once your application is approved. A new invitation to the same
   * address replaces the previous one. Owners only.
   */
  @PostData('invitations', InvitationView, { status: 201 })
  @MemberMay('own')
  @RequireStepUp()
  invite(@CurrentActor() actor: Actor, @Body() body: InviteMemberDto) {
    return this.invitations.invite({ actor, email: body.email, memberRole: body.member_role });
  }

  /**
   * Preview an invitation. For anyone with the emailed token, even without an account: who invites them, and with which
   * role.
   */
  @PostData('invitations/preview', InvitationPreviewView)
  @BodyLimit(SMALL_BODY)
  @BypassRowSecurity('who has the token is not a member yet: the token names the organization')
  @Public()
  previewInvitation(@Body() body: InvitationTokenDto) {
    return this.invitations.preview(body.token);
  }

  /**
   * Accept an invitation. Requires the emailed token. You must be signed in with the invited address. The session acts
   * for the organisation from now on.
   */
  @PostData('invitations/accept', JoinedView)
  @BypassRowSecurity('who accepts is not a member yet: the token names the organization')
  @SignedIn()
  async acceptInvitation(@CurrentActor() actor: Actor, @Body() body: InvitationTokenDto) {
    return { org_id: await this.invitations.accept({ actor, token: body.token }) };
  }

  /** Revoke an invitation. Until it is accepted. Owners only. */
  @DeleteData('invitations/:id', DoneView)
  @MemberMay('own')
  async revokeInvitation(@CurrentActor() actor: Actor, @IdParam() invitationId: string) {
    await this.invitations.revoke({ actor, invitationId });
    return { done: true };
  }
}
