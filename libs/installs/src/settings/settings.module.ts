import { Module } from '@nestjs/common';
import { ListingsCoreModule } from '@portal/listings';
import { SecretsCoreModule } from '@portal/secrets';
import { sealedStore } from '@portal/platform/crypto';
import { scheduledJob } from '@portal/platform/jobs';
import { InstallHttpModule, InstallModule } from '../install/install.module.js';
import { ChangeSettings } from './change-settings.js';
import { ReadSettings } from './read-settings.js';
import { settingSeal } from './sealed-settings.js';
import { SendConfigUpdate } from './send-config-update.js';
import { SendConfigUpdates } from './send-config-updates.js';
import { SettingsCoreModule } from './settings-core.module.js';
import { SettingsController } from './settings.controller.js';

/** Settings as operators see and change them. */
@Module({
  imports: [ListingsCoreModule, InstallModule, InstallHttpModule, SettingsCoreModule],
  controllers: [SettingsController],
  providers: [ChangeSettings, ReadSettings],
  exports: [ChangeSettings, ReadSettings],
})
export class SettingsHttpModule {}

/** Sends changed settings to Drives. */
@Module({
  imports: [ListingsCoreModule, SecretsCoreModule, InstallModule, SettingsCoreModule],
  providers: [
    sealedStore('installs.setting_secrets.sealed', settingSeal, 'install_id'),
    SendConfigUpdate,
    SendConfigUpdates,
    scheduledJob('installs.send-config-updates', SendConfigUpdates),
  ],
})
export class SettingsWorkerModule {}
