import { Body } from '@nestjs/common';
import { CurrentActor, RequireRole, scopeIds, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetData, PostData } from '@portal/platform/http';
import { installsErrors } from '../errors.js';
import { authorizedInstall } from '../install/authorized-install.js';
import { AcceptUpgradeBody, UpgradePolicyBody } from '../install/http/installs.dto.js';
import { InstallView, UpgradePolicyView, UpgradeView } from '../install/read/installs.view.js';
import { InstallQueries } from '../install/read/install-queries.js';
import { AnswerPrompt } from './answer-prompt.js';
import { UpgradeQueries } from './upgrade-queries.js';
import { SetUpgradePolicy } from './set-upgrade-policy.js';

/** Upgrades that need an answer, and a tenant's upgrade policy. */
@ApiController('operator', 'api/v1/operator')
@RequireRole('operator')
export class OperatorUpgradesController {
  constructor(
    private readonly queries: InstallQueries,
    private readonly upgrades: UpgradeQueries,
    private readonly answerPrompt: AnswerPrompt,
    private readonly setUpgradePolicy: SetUpgradePolicy,
  ) {}

  /** Get the upgrade policy of a tenant. Which upgrades happen without asking an operator. */
  @GetData('tenants/:tenantId/upgrade-policy', UpgradePolicyView)
  getPolicy(@IdParam('tenantId') tenantId: string, @CurrentActor() actor: Actor) {
    if (!scopeIds(actor, 'operator').includes(tenantId)) throw installsErrors.unknown_tenant();
    return this.upgrades.policy(tenantId);
  }

  /** Change the upgrade policy of a tenant. Counts from the next published version on. */
  @PostData('tenants/:tenantId/upgrade-policy', UpgradePolicyView)
  async setPolicy(
    @IdParam('tenantId') tenantId: string,
    @Body() body: UpgradePolicyBody,
    @CurrentActor() actor: Actor,
  ) {
    await this.setUpgradePolicy.execute(tenantId, body, actor);
    return this.upgrades.policy(tenantId);
  }

  /** Get the upgrade offered to an install. The newest one, open or answered, with its changes. */
  @GetData('installs/:id/upgrade', UpgradeView)
  async get(@IdParam() id: string, @CurrentActor() actor: Actor) {
    await authorizedInstall(this.queries, id, actor);
    const prompt = await this.upgrades.ofInstall(id);
    if (!prompt) throw installsErrors.no_upgrade();
    return prompt;
  }

  /** Accept an upgrade. An upgrade that grants or costs more than before needs a recent proof of identity. */
  @PostData('installs/:id/upgrade/accept', InstallView)
  async accept(@IdParam() id: string, @Body() body: AcceptUpgradeBody, @CurrentActor() actor: Actor) {
    await this.answerPrompt.accept(id, body, actor);
    return authorizedInstall(this.queries, id, actor);
  }

  /** Decline an upgrade. The install keeps its version, permissions, settings and price. */
  @PostData('installs/:id/upgrade/decline', InstallView)
  async decline(@IdParam() id: string, @CurrentActor() actor: Actor) {
    await this.answerPrompt.decline(id, actor);
    return authorizedInstall(this.queries, id, actor);
  }

  /** Snooze an upgrade. The next reminder comes in a week. */
  @PostData('installs/:id/upgrade/snooze', UpgradeView)
  async snooze(@IdParam() id: string, @CurrentActor() actor: Actor) {
    await this.answerPrompt.snooze(id, actor);
    return (await this.upgrades.ofInstall(id))!;
  }

  /** Reopen a declined upgrade. As long as no newer version is offered. */
  @PostData('installs/:id/upgrade/reconsider', UpgradeView)
  async reconsider(@IdParam() id: string, @CurrentActor() actor: Actor) {
    await this.answerPrompt.reconsider(id, actor);
    return (await this.upgrades.ofInstall(id))!;
  }
}
