import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConfigUpdatesRepository } from './config-updates.repository.js';
import { InstallEntity } from '../install/install.entity.js';
import { InstallSettings } from './install-settings.js';
import { ConfigUpdateEntity, SettingsEntity, SettingSecretsEntity } from './settings.entity.js';
import { SettingsRepository } from './settings.repository.js';

const CORE = [ConfigUpdatesRepository, InstallSettings, SettingsRepository];

/** Settings of installs as rows, for code that makes, upgrades or calls installs. */
@Module({
  imports: [TypeOrmModule.forFeature([ConfigUpdateEntity, InstallEntity, SettingsEntity, SettingSecretsEntity])],
  providers: CORE,
  exports: CORE,
})
export class SettingsCoreModule {}
