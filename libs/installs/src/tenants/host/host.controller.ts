import { Body, Param, Query, Res } from '@nestjs/common';
import { ByPerson, CurrentActor, HostScope, RequireRole, type Actor } from '@portal/platform/access';
import {
  ApiData,
  BodyLimit,
  IdParam,
  PageQuery,
  SMALL_BODY,
  ApiController,
  GetData,
  GetPage,
  PostData,
  PutData,
} from '@portal/platform/http';
import type { FastifyReply } from 'fastify';
import {
  ExternalTenantParams,
  ExternalVentureParams,
  NameBody,
  NamedBody,
  PutTenantBody,
  TenantBody,
  TenantComplianceBody,
  TenantCurrencyBody,
  TenantsQuery,
} from '../../install/http/installs.dto.js';
import { HostTenantView, TenantComplianceView, TenantView } from '../../install/read/installs.view.js';
import { SetTenantCurrency } from '../set-tenant-currency.js';
import { TenantComplianceService } from '../tenant-compliance.service.js';
import { TenantQueries } from '../tenant-queries.js';
import { TenantsService } from '../tenants.service.js';

const NO_MONEY = 'only a name: nothing is installed or owed before somebody operates the tenant';

/** The host platform registers tenants, their ventures, billing currencies and compliance records. */
@ApiController('host', 'api/v1/host/tenants')
@RequireRole('host', 'admin')
@HostScope('tenants')
export class HostController {
  constructor(
    private readonly manage: TenantsService,
    private readonly queries: TenantQueries,
    private readonly compliance: TenantComplianceService,
    private readonly setCurrency: SetTenantCurrency,
  ) {}

  /** List tenants. With the currency in which each is billed. */
  @GetPage('', HostTenantView)
  listTenants(@Query() query: PageQuery) {
    return this.queries.tenants(query.limit, query.cursor);
  }

  /** Create a tenant. `external_id` is the host's own id of it and can be used once. */
  @PostData('', HostTenantView, { status: 201 })
  @ByPerson(NO_MONEY)
  async addTenant(@Body() body: TenantBody, @CurrentActor() actor: Actor) {
    const { name, external_id: externalId, currency } = body;
    const id = await this.manage.addTenant({ name, externalId, ...(currency && { currency }) }, actor);
    return this.queries.tenant(id);
  }

  /**
   * Set the currency of a tenant. For installs and first charges from now on. Existing charges
   * keep their currency.
   */
  @PostData(':id/currency', HostTenantView)
  async setTenantCurrency(
    @IdParam() tenantId: string,
    @Body() { currency, revision }: TenantCurrencyBody,
    @CurrentActor() actor: Actor,
  ) {
    await this.setCurrency.execute(tenantId, { currency, revision }, actor);
    return this.queries.tenant(tenantId);
  }

  /** List the compliance records of tenants. The agreements and requirements of each one, by name. */
  @GetPage('compliance', TenantComplianceView)
  @HostScope('compliance')
  listCompliance(@Query() query: TenantsQuery) {
    return this.compliance.list(query);
  }

  /** Get a tenant. Its name and the host's own id of it. */
  @GetData(':id', TenantView)
  async getTenant(@IdParam() tenantId: string) {
    const { id, name, external_id } = await this.queries.known(tenantId);
    return { id, name, external_id };
  }

  /**
   * Set the compliance record of a tenant. Its agreements and its requirements of plugins. Applies to new installs and
   * upgrades; open upgrades are decided again in the background, and running installs that lack something then are listed as
   * compliance lapses.
   */
  @PostData(':id/compliance', TenantComplianceView)
  @HostScope('compliance')
  async setTenantCompliance(
    @IdParam() tenantId: string,
    @Body() { baa, residency, regulated, revision }: TenantComplianceBody,
    @CurrentActor() actor: Actor,
  ) {
    const agreement = baa ? { reference: baa.reference, until: new Date(baa.until) } : null;
    await this.compliance.set(tenantId, { baa: agreement, residency: residency ?? null, regulated, revision }, actor);
    return this.compliance.one(tenantId);
  }

  /** List the ventures of a tenant. By name. */
  @GetPage(':id/ventures', TenantView)
  async listVentures(@IdParam() tenantId: string, @Query() query: PageQuery) {
    await this.queries.known(tenantId);
    return this.queries.venturesOf(tenantId, query);
  }

  /** Create a venture of a tenant. `external_id` is the host's own id of it and can be used once in the tenant. */
  @PostData(':id/ventures', TenantView, { status: 201 })
  @ByPerson(NO_MONEY)
  async addVenture(@IdParam() tenantId: string, @Body() body: NamedBody, @CurrentActor() actor: Actor) {
    const id = await this.manage.addVenture(tenantId, { name: body.name, externalId: body.external_id }, actor);
    return { id, name: body.name, external_id: body.external_id };
  }
}

/** The host platform mirrors its tenants and ventures by its own ids of them, as often as it likes. */
@ApiController('host', 'api/v1/host/external/tenants')
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
  @PutData(':tenant', HostTenantView, { description: 'It was there, and has this name now' })
  @ByPerson(NO_MONEY)
  @ApiData(HostTenantView, { status: 201, description: 'It was created' })
  async putTenant(
    @Param() { tenant: externalId }: ExternalTenantParams,
    @Body() { name, currency }: PutTenantBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { id, made } = await this.manage.putTenant({ externalId, name, ...(currency && { currency }) }, actor);
    if (made) void reply.status(201);
    return this.queries.tenant(id);
  }

  /** Create or rename a venture. By your own IDs of its tenant and of it, as with tenants. */
  @PutData(':tenant/ventures/:venture', TenantView, { description: 'It was there, and has this name now' })
  @ByPerson(NO_MONEY)
  @ApiData(TenantView, { status: 201, description: 'It was created' })
  async putVenture(
    @Param() { tenant, venture: externalId }: ExternalVentureParams,
    @Body() { name }: NameBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { id, made } = await this.manage.putVenture(tenant, { externalId, name }, actor);
    if (made) void reply.status(201);
    return { id, name, external_id: externalId };
  }
}
