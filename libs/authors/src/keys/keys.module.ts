import { Module } from '@nestjs/common';
import { approvalKind, ApprovalsModule } from '@portal/approvals';
import { IdentityCoreModule } from '@portal/identity';
import { eventProcessor } from '@portal/platform/events';
import { SecretsCoreModule, SigningKeyEnding } from '@portal/secrets';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { Drives } from './drives.js';
import { FleetKeysController } from './fleet-keys.controller.js';
import { FleetScopeKind } from './fleet-scope.js';
import { KeysController } from './keys.controller.js';
import { MailEndingSecret } from './mail-ending-secret.js';
import { ManageFleetKeys } from './manage-fleet-keys.js';
import { ManageKeys } from './manage-keys.js';

/** Reserved Drives. */
@Module({ providers: [Drives], exports: [Drives] })
export class DriveKeysModule {}

@Module({
  imports: [ApprovalsModule, DriveKeysModule, OrganizationsModule, SecretsCoreModule],
  controllers: [KeysController, FleetKeysController],
  providers: [...approvalKind(FleetScopeKind), ManageFleetKeys, ManageKeys],
})
export class DriveKeysHttpModule {}

@Module({
  imports: [DriveKeysModule, OrganizationsModule, IdentityCoreModule],
  providers: [
    MailEndingSecret,
    eventProcessor(SigningKeyEnding, 'authors.mail-ending-secret', MailEndingSecret, (mail, payload, context) =>
      mail.execute(payload, (work) => context.once(work)),
    ),
  ],
})
export class DriveKeysWorkerModule {}
