import { Body, Query } from '@nestjs/common';
import { CurrentActor, HostScope, RequireRole, type Actor } from '@portal/platform/access';
import { BodyLimit, IdParam, SMALL_BODY, ApiController, GetData, GetPage, PostData } from '@portal/platform/http';
import { installsErrors } from '../errors.js';
import {
  HostAcceptUpgradeBody,
  HostUpgradeAnswerBody,
  HostUpgradePolicyBody,
  HostUpgradesQuery,
} from './host-installs.dto.js';
import { HostInstalls } from './host-installs.js';
import { HostInstallView, HostUpgradeView } from './host-installs.view.js';
import { UpgradePolicyView, UpgradeView } from '../install/read/installs.view.js';
import { TenantQueries } from '../tenants/tenant-queries.js';
import { AnswerPrompt } from '../upgrades/answer-prompt.js';
import { SetUpgradePolicy } from '../upgrades/set-upgrade-policy.js';
import { UpgradeQueries } from '../upgrades/upgrade-queries.js';

/** Upgrades that wait for an answer, which the host gives for its operators. */
@ApiController('host', 'api/v1/host')
@RequireRole('host', 'admin')
@HostScope('installs')
export class HostUpgradesController {
  constructor(
    private readonly upgrades: UpgradeQueries,
    private readonly installs: HostInstalls,
    private readonly answer: AnswerPrompt,
  ) {}

  /** List upgrades that wait for an answer. Of all tenants, newest first. */
  @GetPage('upgrades', HostUpgradeView)
  listUpgrades(@Query() query: HostUpgradesQuery) {
    return this.upgrades.open(query);
  }

  /** Get the upgrade offered to any install. The newest one, open or answered, with its changes. */
  @GetData('installs/:id/upgrade', UpgradeView)
  async getUpgrade(@IdParam() id: string) {
    await this.installs.one(id);
    return this.offered(id);
  }

  /** Accept an upgrade for an operator. Whose consent to the version, its permissions and its price you have. */
  @PostData('installs/:id/upgrade/accept', HostInstallView)
  async acceptUpgrade(
    @IdParam() id: string,
    @Body() { operator_email: operatorEmail, ...body }: HostAcceptUpgradeBody,
    @CurrentActor() actor: Actor,
  ) {
    await this.answer.accept(id, body, actor, operatorEmail);
    return this.installs.one(id);
  }

  /** Decline an upgrade for an operator. The install keeps its version, permissions, settings and price. */
  @PostData('installs/:id/upgrade/decline', HostInstallView)
  @BodyLimit(SMALL_BODY)
  async declineUpgrade(
    @IdParam() id: string,
    @Body() { operator_email: operatorEmail }: HostUpgradeAnswerBody,
    @CurrentActor() actor: Actor,
  ) {
    await this.answer.decline(id, actor, operatorEmail);
    return this.installs.one(id);
  }

  /** Snooze an upgrade for an operator. The next reminder comes in a week. */
  @PostData('installs/:id/upgrade/snooze', UpgradeView)
  @BodyLimit(SMALL_BODY)
  async snoozeUpgrade(
    @IdParam() id: string,
    @Body() { operator_email: operatorEmail }: HostUpgradeAnswerBody,
    @CurrentActor() actor: Actor,
  ) {
    await this.answer.snooze(id, actor, operatorEmail);
    return this.offered(id);
  }

  /** Reopen a declined upgrade for an operator. As long as no newer version is offered. */
  @PostData('installs/:id/upgrade/reconsider', UpgradeView)
  @BodyLimit(SMALL_BODY)
  async reconsiderUpgrade(
    @IdParam() id: string,
    @Body() { operator_email: operatorEmail }: HostUpgradeAnswerBody,
    @CurrentActor() actor: Actor,
  ) {
    await this.answer.reconsider(id, actor, operatorEmail);
    return this.offered(id);
  }

  private async offered(installId: string): Promise<UpgradeView> {
    const prompt = await this.upgrades.ofInstall(installId);
    if (!prompt) throw installsErrors.no_upgrade();
    return prompt;
  }
}

/** Upgrades that tenants accept automatically, set by the host for their operators. */
@ApiController('host', 'api/v1/host/tenants/:id/upgrade-policy')
@RequireRole('host', 'admin')
@HostScope('installs')
export class HostUpgradePoliciesController {
  constructor(
    private readonly tenants: TenantQueries,
    private readonly queries: UpgradeQueries,
    private readonly set: SetUpgradePolicy,
  ) {}

  /** Get the upgrade policy of any tenant. Which upgrades happen without asking an operator. */
  @GetData('', UpgradePolicyView)
  async getUpgradePolicy(@IdParam() id: string) {
    await this.tenants.known(id);
    return this.queries.policy(id);
  }

  /** Change the upgrade policy for an operator. Counts from the next published version on. */
  @PostData('', UpgradePolicyView)
  @BodyLimit(SMALL_BODY)
  async setUpgradePolicy(
    @IdParam() id: string,
    @Body() { operator_email: operatorEmail, ...policy }: HostUpgradePolicyBody,
    @CurrentActor() actor: Actor,
  ) {
    await this.set.execute(id, policy, actor, operatorEmail);
    return this.queries.policy(id);
  }
}
