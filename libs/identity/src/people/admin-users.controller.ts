import { Body, Query } from '@nestjs/common';
import { ApprovalDetailView, ListApprovals } from '@portal/approvals';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetPage, PostData, DoneView } from '@portal/platform/http';
import { FactorRemovalsService } from '../factor-removals/factor-removals.service.js';
import { ChangeRoleDto, InviteStaffDto, PersonReasonDto, UsersQuery } from '../sign-in/identity.dto.js';
import { AdminUserView } from '../sign-in/identity.view.js';
import { PeopleService } from './people.service.js';
import { StaffRolesService } from './staff-roles.service.js';

@RequireRole('admin')
@ApiController('admin', 'api/v1/admin/users')
export class AdminUsersController {
  constructor(
    private readonly people: PeopleService,
    private readonly roles: StaffRolesService,
    private readonly removals: FactorRemovalsService,
    private readonly approvals: ListApprovals,
  ) {}

  /** List people with an account. Newest first. Filter by name or email address, role and state. */
  @GetPage('', AdminUserView)
  list(@Query() query: UsersQuery) {
    return this.people.list(query);
  }

  /**
   * Invite a person by email with staff roles. Once another admin approves it, a link is mailed with which the person
   * creates the account, once and within 7 days. A newer invitation of the address replaces an earlier one.
   */
  @PostData('invitations', ApprovalDetailView, { status: 201 })
  async invite(@CurrentActor() actor: Actor, @Body() body: InviteStaffDto) {
    return this.approvals.get(actor, await this.roles.invite(actor, body));
  }

  /** Propose a staff role for a person. Nothing changes until another admin approves it. */
  @PostData(':id/roles', ApprovalDetailView, { status: 201 })
  async grantRole(@CurrentActor() actor: Actor, @IdParam() userId: string, @Body() body: ChangeRoleDto) {
    return this.approvals.get(actor, await this.roles.propose({ actor, userId, ...body }));
  }

  /** Revoke a role from a person. Takes effect with the person's next request. The last admin cannot be removed. */
  @PostData(':id/roles/revoke', DoneView)
  async revokeRole(@CurrentActor() actor: Actor, @IdParam() userId: string, @Body() body: ChangeRoleDto) {
    await this.roles.revoke({ actor, userId, ...body });
    return { done: true };
  }

  /**
   * Propose the removal of a person's second factor. The person is notified by email and can stop it until another admin
   * approves it, which is possible only after a waiting time.
   */
  @PostData(':id/second-factor-removal', ApprovalDetailView, { status: 201 })
  async removeFactor(@CurrentActor() actor: Actor, @IdParam() userId: string, @Body() { reason }: PersonReasonDto) {
    return this.approvals.get(actor, await this.removals.propose({ actor, userId, reason }));
  }

  /**
   * Disable a person's account. All sessions and tokens of the person end immediately, and sign-in responds as for an
   * unknown person. Roles are kept and apply again once the account is enabled.
   */
  @PostData(':id/disable', DoneView)
  async disable(@CurrentActor() actor: Actor, @IdParam() userId: string, @Body() { reason }: PersonReasonDto) {
    await this.people.disable({ actor, userId, reason });
    return { done: true };
  }

  /** Enable a person's account. The person can sign in again with the roles from before. */
  @PostData(':id/enable', DoneView)
  async enable(@CurrentActor() actor: Actor, @IdParam() userId: string, @Body() { reason }: PersonReasonDto) {
    await this.people.enable({ actor, userId, reason });
    return { done: true };
  }
}
