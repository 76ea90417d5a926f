import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, HostScope, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, BodyLimit, SMALL_BODY } from '@portal/platform/http';
import { UpgradePolicyView } from '../install/read/installs.view.js';
import { TenantQueries } from '../tenants/tenant-queries.js';
import { UpgradeQueries } from '../upgrades/upgrade-queries.js';
import { SetUpgradePolicy } from '../upgrades/set-upgrade-policy.js';
import { HostUpgradePolicyBody } from './host-installs.dto.js';

/** Upgrades that tenants accept automatically, set by the host for their operators. */
@ApiTags('host')
@Controller('api/v1/host/tenants/:id/upgrade-policy')
@RequireRole('host', 'admin')
@HostScope('installs')
export class HostUpgradePoliciesController {
  constructor(
    private readonly tenants: TenantQueries,
    private readonly queries: UpgradeQueries,
    private readonly set: SetUpgradePolicy,
  ) {}

  /** Get the upgrade policy of any tenant. Which upgrades happen without asking an operator. */
  @Get()
  @ApiData(UpgradePolicyView)
  async getUpgradePolicy(@Param('id', ParseUUIDPipe) id: string): Promise<UpgradePolicyView> {
    await this.tenants.tenant(id);
    return this.queries.policy(id);
  }

  /** Change the upgrade policy for an operator. Counts from the next published version on. */
  @Post()
  @HttpCode(200)
  @BodyLimit(SMALL_BODY)
  @ApiData(UpgradePolicyView)
  async setUpgradePolicy(
    @Param('id', ParseUUIDPipe) id: string,
    @Body() { operator_email: operatorEmail, ...policy }: HostUpgradePolicyBody,
    @CurrentActor() actor: Actor,
  ): Promise<UpgradePolicyView> {
    await this.set.execute(id, policy, actor, operatorEmail);
    return this.queries.policy(id);
  }
}
