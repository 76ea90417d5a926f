import { Body, Controller, HttpCode, Param, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, HostScope, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, BodyLimit, SMALL_BODY } from '@portal/platform/http';
import type { FastifyReply } from 'fastify';
import {
  ExternalTenantParams,
  ExternalVentureParams,
  NameBody,
  PutTenantBody,
} from '../../install/http/installs.dto.js';
import { HostTenantView, TenantView } from '../../install/read/installs.view.js';
import { TenantQueries } from '../tenant-queries.js';
import { TenantsService } from '../tenants.service.js';

/** The host platform mirrors its tenants and ventures by its own ids of them, as often as it likes (decision 0037). */
@ApiTags('host')
@Controller('api/v1/host/external/tenants')
@RequireRole('host', 'admin')
@HostScope('tenants')
@BodyLimit(SMALL_BODY)
export class HostExternalController {
  constructor(
    private readonly manage: TenantsService,
    private readonly queries: TenantQueries,
  ) {}

  /**
   * Create or rename a tenant. By your own ID of it: 201 when it was created, 200 when it was there. Sending the same
   * again changes nothing.
   */
  @Put(':tenant')
  @HttpCode(200)
  @ApiData(HostTenantView, { description: 'It was there, and has this name now' })
  @ApiData(HostTenantView, { status: 201, description: 'It was created' })
  async putTenant(
    @Param() { tenant: externalId }: ExternalTenantParams,
    @Body() { name, currency }: PutTenantBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<HostTenantView> {
    const { id, made } = await this.manage.putTenant({ externalId, name, ...(currency && { currency }) }, actor);
    if (made) void reply.status(201);
    return this.queries.tenant(id);
  }

  /** Create or rename a venture. By your own IDs of its tenant and of it, as with tenants. */
  @Put(':tenant/ventures/:venture')
  @HttpCode(200)
  @ApiData(TenantView, { description: 'It was there, and has this name now' })
  @ApiData(TenantView, { status: 201, description: 'It was created' })
  async putVenture(
    @Param() { tenant, venture: externalId }: ExternalVentureParams,
    @Body() { name }: NameBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TenantView> {
    const { id, made } = await this.manage.putVenture(tenant, { externalId, name }, actor);
    if (made) void reply.status(201);
    return { id, name, external_id: externalId };
  }
}
