import { Module } from '@nestjs/common';
import { ConfigUpdatesRepository } from './config-updates.repository.js';
import { InstallSettings } from './install-settings.js';

const CORE = [ConfigUpdatesRepository, InstallSettings];

/** Settings of installs as rows, for code that makes, upgrades or calls installs. */
@Module({
  providers: CORE,
  exports: CORE,
})
export class SettingsCoreModule {}
