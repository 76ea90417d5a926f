import { Module } from '@nestjs/common';
import { ListingsCoreModule } from '@portal/listings';
import { SecretsCoreModule } from '@portal/secrets';
import { scheduledJob } from '@portal/platform/jobs';
import { InstallHttpModule, InstallModule, InstallWorkerModule } from '../install/install.module.js';
import { PollingWorkerModule } from '../polling/polling.module.js';
import { UpgradesModule } from '../upgrades/upgrades.module.js';
import { CloseKeysOfLeft } from './close-keys-of-left.js';
import { CloseInstall } from './close-install.js';
import { EndInstall } from './end-install.js';
import { EndInstallsOfDrive } from './end-installs-of-drive.js';
import { ProbeToken } from './probe-token.js';
import { RecordProof } from './record-proof.js';
import { RecordRevocation } from './record-revocation.js';
import { RevokeInstall } from './revoke-install.js';
import { UninstallController } from './uninstall.controller.js';
import { Uninstall } from './uninstall.js';
import { UNINSTALL_PROCESSORS } from './uninstall.processors.js';

const CORE = [CloseInstall, EndInstall];

/** The end of an install, for the operator and for a whole Drive alike. */
@Module({
  imports: [InstallModule, SecretsCoreModule, UpgradesModule],
  providers: CORE,
  exports: CORE,
})
export class UninstallModule {}

/** An operator ends an install. */
@Module({
  imports: [InstallModule, InstallHttpModule, UninstallModule],
  controllers: [UninstallController],
  providers: [Uninstall],
  exports: [Uninstall],
})
export class UninstallHttpModule {}

/** Drives are notified of the end, the installs of a Drive end with it, and keys of authors who left are closed. */
@Module({
  imports: [
    ListingsCoreModule,
    SecretsCoreModule,
    InstallModule,
    InstallWorkerModule,
    PollingWorkerModule,
    UninstallModule,
  ],
  providers: [
    ...UNINSTALL_PROCESSORS,
    CloseKeysOfLeft,
    scheduledJob('installs.close-keys-of-left', CloseKeysOfLeft),
    EndInstallsOfDrive,
    ProbeToken,
    RecordProof,
    RecordRevocation,
    RevokeInstall,
  ],
  exports: [ProbeToken, RevokeInstall],
})
export class UninstallWorkerModule {}
