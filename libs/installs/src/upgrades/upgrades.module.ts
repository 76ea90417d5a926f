import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { IdentityCoreModule } from '@portal/identity';
import { ListingsCoreModule } from '@portal/listings';
import { scheduledJob } from '@portal/platform/jobs';
import { InstallHttpModule, InstallModule } from '../install/install.module.js';
import { UpgradeQueries } from './upgrade-queries.js';
import { UpgradeTerms } from './upgrade-terms.js';
import { AnswerPrompt } from './answer-prompt.js';
import { ForecastUpgrade } from './forecast-upgrade.js';
import { ForecastsController } from './forecasts.controller.js';
import { MailRemindedUpgrades } from './reminders/mail-reminded-upgrades.js';
import { OpenPrompts } from './open-prompts.js';
import { OperatorUpgradesController } from './operator-upgrades.controller.js';
import { PlanUpgrades } from './plan-upgrades.js';
import { PromptsRepository } from './prompts.repository.js';
import { ReassessUpgrades } from './reassess-upgrades.js';
import { RemindUpgrades } from './reminders/remind-upgrades.js';
import { SetUpgradePolicy } from './set-upgrade-policy.js';
import { SettingsCoreModule } from '../settings/settings-core.module.js';
import { UPGRADES_PROCESSORS } from './upgrades.processors.js';

const CORE = [PlanUpgrades, PromptsRepository, ReassessUpgrades];

/** Prompts as rows, and outcomes of upgrades. */
@Module({
  imports: [ListingsCoreModule, InstallModule],
  providers: CORE,
  exports: CORE,
})
export class UpgradesModule {}

/** Answering prompts, the policy of a tenant, and authors' views of them. */
@Module({
  imports: [
    AuthorsCoreModule,
    ListingsCoreModule,
    InstallModule,
    InstallHttpModule,
    SettingsCoreModule,
    UpgradesModule,
  ],
  controllers: [ForecastsController, OperatorUpgradesController],
  providers: [AnswerPrompt, ForecastUpgrade, SetUpgradePolicy, UpgradeQueries, UpgradeTerms],
  exports: [AnswerPrompt, SetUpgradePolicy, UpgradeQueries],
})
export class UpgradesHttpModule {}

/** Opens, reassesses and reminds of prompts. */
@Module({
  imports: [IdentityCoreModule, ListingsCoreModule, SettingsCoreModule, UpgradesModule],
  providers: [
    ...UPGRADES_PROCESSORS,
    MailRemindedUpgrades,
    OpenPrompts,
    RemindUpgrades,
    scheduledJob('installs.remind-upgrades', RemindUpgrades),
  ],
})
export class UpgradesWorkerModule {}
