import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
import { ProposeRoleDto, RoleProposalsQuery, WithdrawRoleDto } from '../sign-in/identity.dto.js';
import { StaffRolesService } from './staff-roles.service.js';
import { DoneView, ProposedRoleView, RoleProposalView } from '../sign-in/identity.view.js';

/** Granting the roles finance and admin: proposed by one admin, confirmed by another. */
@ApiTags('admin')
@RequireRole('admin')
@Controller('api/v1/admin/role-proposals')
export class RoleProposalsController {
  constructor(private readonly roles: StaffRolesService) {}

  /** List role proposals. Newest first. */
  @Get()
  @ApiPage(RoleProposalView)
  list(@Query() query: RoleProposalsQuery): Promise<Page<RoleProposalView>> {
    return this.roles.listProposals(query);
  }

  /**
   * Propose the role finance or admin for a person. Nothing changes until another admin confirms. The other admins are
   * notified by email.
   */
  @Post()
  @ApiData(ProposedRoleView, { status: 201 })
  async create(@CurrentActor() actor: Actor, @Body() body: ProposeRoleDto): Promise<ProposedRoleView> {
    return { id: await this.roles.propose({ actor, userId: body.user_id, role: body.role, reason: body.reason }) };
  }

  /**
   * Confirm a role proposal. By an admin other than the one who proposed it. The role takes effect with the person's
   * next request.
   */
  @Post(':id/confirm')
  @ApiData(DoneView)
  async confirm(@CurrentActor() actor: Actor, @IdParam() proposalId: string): Promise<DoneView> {
    await this.roles.confirm({ actor, proposalId });
    return { done: true };
  }

  /** Withdraw or reject a role proposal. Withdrawn by the admin who proposed it, rejected by any other. */
  @Post(':id/withdraw')
  @ApiData(DoneView)
  async withdraw(
    @CurrentActor() actor: Actor,
    @IdParam() proposalId: string,
    @Body() body: WithdrawRoleDto,
  ): Promise<DoneView> {
    await this.roles.withdraw({ actor, proposalId, reason: body.reason });
    return { done: true };
  }
}
