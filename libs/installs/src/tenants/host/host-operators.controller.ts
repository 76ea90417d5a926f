import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, HostScope, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, PageQuery } from '@portal/platform/http';
import { OperatorBody, RemoveOperatorBody } from '../../install/http/installs.dto.js';
import { AddedOperatorView, OperatorDoneView, TenantOperatorView } from '../../install/read/installs.view.js';
import { OperatorsService } from '../operators.service.js';

/** The host platform registers who operates a tenant. */
@ApiTags('host')
@Controller('api/v1/host/tenants')
@RequireRole('host', 'admin')
@HostScope('operators')
export class HostOperatorsController {
  constructor(private readonly operators: OperatorsService) {}

  /** Add an operator to a tenant. Harmless if the person is one already. */
  @Post(':id/operators')
  @HttpCode(200)
  @ApiData(AddedOperatorView)
  async addOperator(
    @Param('id', ParseUUIDPipe) tenantId: string,
    @Body() body: OperatorBody,
    @CurrentActor() actor: Actor,
  ): Promise<AddedOperatorView> {
    await this.operators.add(tenantId, body.email, actor);
    return { email: body.email };
  }

  /** List the operators of a tenant. By mail address. */
  @Get(':id/operators')
  @ApiPage(TenantOperatorView)
  listOperators(
    @Param('id', ParseUUIDPipe) tenantId: string,
    @Query() query: PageQuery,
  ): Promise<Page<TenantOperatorView>> {
    return this.operators.list(tenantId, query);
  }

  /** Remove an operator from a tenant. Nothing of the tenant is accessible to the person from the next request on. */
  @Post(':id/operators/:userId/remove')
  @HttpCode(200)
  @ApiData(OperatorDoneView)
  async removeOperator(
    @Param('id', ParseUUIDPipe) tenantId: string,
    @Param('userId', ParseUUIDPipe) userId: string,
    @Body() { reason }: RemoveOperatorBody,
    @CurrentActor() actor: Actor,
  ): Promise<OperatorDoneView> {
    await this.operators.remove({ tenantId, userId, reason, actor });
    return { done: true };
  }
}
