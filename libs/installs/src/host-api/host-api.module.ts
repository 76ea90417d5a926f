import { Module } from '@nestjs/common';
import { ListingsCoreModule } from '@portal/listings';
import { InstallHttpModule, InstallModule } from '../install/install.module.js';
import { UninstallHttpModule } from '../uninstall/uninstall.module.js';
import { HostInstallsController } from './host-installs.controller.js';
import { HostInstalls } from './host-installs.js';
import { InstallForOperator } from './install-for-operator.js';
import { Preflight } from './preflight.js';

/** Installs for the host platform, by its own ids (decision 0037). */
@Module({
  imports: [ListingsCoreModule, InstallModule, InstallHttpModule, UninstallHttpModule],
  controllers: [HostInstallsController],
  providers: [HostInstalls, InstallForOperator, Preflight],
})
export class HostApiHttpModule {}
