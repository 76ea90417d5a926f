import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '@portal/identity';
import { SecretsCoreModule } from '@portal/secrets';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { Drives } from './drives.js';
import { FleetKeysController } from './fleet-keys.controller.js';
import { KeysController } from './keys.controller.js';
import { MailEndingSecret } from './mail-ending-secret.js';
import { MailEndingSecretProcessor } from './mail-ending-secret.processor.js';
import { ManageFleetKeys } from './manage-fleet-keys.js';
import { ManageKeys } from './manage-keys.js';

/** Reserved Drives. */
@Module({ providers: [Drives], exports: [Drives] })
export class DriveKeysModule {}

@Module({
  imports: [DriveKeysModule, OrganizationsModule, SecretsCoreModule],
  controllers: [KeysController, FleetKeysController],
  providers: [ManageFleetKeys, ManageKeys],
})
export class DriveKeysHttpModule {}

@Module({
  imports: [DriveKeysModule, OrganizationsModule, IdentityCoreModule],
  providers: [MailEndingSecret, MailEndingSecretProcessor],
})
export class DriveKeysWorkerModule {}
