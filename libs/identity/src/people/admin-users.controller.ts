import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, RequireStepUp, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage } from '@portal/platform/http';
import { ChangeStaffRole } from './change-staff-role.js';
import { DisablePerson } from './disable-person.js';
import { EnablePerson } from './enable-person.js';
import { ListUsers } from './list-users.js';
import { ChangeRoleDto, PersonReasonDto, UsersQuery } from '../sign-in/identity.dto.js';
import { AdminUserView, DoneView } from '../sign-in/identity.view.js';

@ApiTags('admin')
@RequireRole('admin')
@Controller('api/v1/admin/users')
export class AdminUsersController {
  constructor(
    private readonly users: ListUsers,
    private readonly change: ChangeStaffRole,
    private readonly disabling: DisablePerson,
    private readonly enabling: EnablePerson,
  ) {}

  /** List people with an account. Newest first. Filter by name or email address, role and state. */
  @Get()
  @ApiPage(AdminUserView)
  list(@Query() query: UsersQuery): Promise<Page<AdminUserView>> {
    return this.users.execute(query);
  }

  /** Grant a role to a person. The roles finance and admin are proposed to a second admin instead. */
  @RequireStepUp()
  @Post(':id/roles')
  @HttpCode(200)
  @ApiData(DoneView)
  async grantRole(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) userId: string,
    @Body() body: ChangeRoleDto,
  ): Promise<DoneView> {
    await this.change.execute({ actor, userId, role: body.role, change: 'grant', reason: body.reason });
    return { done: true };
  }

  /** Revoke a role from a person. Takes effect with the person's next request. The last admin cannot be removed. */
  @RequireStepUp()
  @Post(':id/roles/revoke')
  @HttpCode(200)
  @ApiData(DoneView)
  async revokeRole(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) userId: string,
    @Body() body: ChangeRoleDto,
  ): Promise<DoneView> {
    await this.change.execute({ actor, userId, role: body.role, change: 'revoke', reason: body.reason });
    return { done: true };
  }

  /**
   * Disable a person's account. All sessions and tokens of the person end immediately, and sign-in responds as for an
   * unknown person. Roles are kept and apply again once the account is enabled.
   */
  @RequireStepUp()
  @Post(':id/disable')
  @HttpCode(200)
  @ApiData(DoneView)
  async disable(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) userId: string,
    @Body() { reason }: PersonReasonDto,
  ): Promise<DoneView> {
    await this.disabling.execute({ actor, userId, reason });
    return { done: true };
  }

  /** Enable a person's account. The person can sign in again with the roles from before. */
  @RequireStepUp()
  @Post(':id/enable')
  @HttpCode(200)
  @ApiData(DoneView)
  async enable(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) userId: string,
    @Body() { reason }: PersonReasonDto,
  ): Promise<DoneView> {
    await this.enabling.execute({ actor, userId, reason });
    return { done: true };
  }
}
