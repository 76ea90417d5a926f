import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { ApiData, ApiPage, CurrentActor, PageQuery, RequireRole, type Actor } from '@portal/platform';
import { ManageTenants } from '../manage-tenants.js';
import { InstallQueries } from '../read/install-queries.js';
import { NamedBody, OperatorBody } from './installs.dto.js';
import { TenantView } from './installs.view.js';

/** The host platform tells what there is: tenants, their ventures, who operates them. */
@ApiTags('host')
@Controller('api/v1/host/tenants')
@RequireRole('host', 'admin')
export class HostController {
  constructor(
    private readonly manage: ManageTenants,
    private readonly queries: InstallQueries,
  ) {}

  @Get()
  @ApiPage(TenantView)
  list(@Query() query: PageQuery): Promise<Page<TenantView>> {
    return this.queries.tenants(query.limit, query.cursor);
  }

  @Post()
  @HttpCode(201)
  @ApiData(TenantView, { status: 201 })
  async addTenant(@Body() body: NamedBody, @CurrentActor() actor: Actor): Promise<TenantView> {
    const id = await this.manage.addTenant({ name: body.name, externalId: body.external_id }, actor);
    return { id, name: body.name, external_id: body.external_id };
  }

  @Post(':id/ventures')
  @HttpCode(201)
  @ApiData(TenantView, { status: 201 })
  async addVenture(
    @Param('id', ParseUUIDPipe) tenantId: string,
    @Body() body: NamedBody,
    @CurrentActor() actor: Actor,
  ): Promise<TenantView> {
    const id = await this.manage.addVenture(tenantId, { name: body.name, externalId: body.external_id }, actor);
    return { id, name: body.name, external_id: body.external_id };
  }

  @Post(':id/operators')
  @HttpCode(200)
  async addOperator(
    @Param('id', ParseUUIDPipe) tenantId: string,
    @Body() body: OperatorBody,
    @CurrentActor() actor: Actor,
  ): Promise<object> {
    await this.manage.addOperator(tenantId, body.email, actor);
    return { email: body.email };
  }
}
