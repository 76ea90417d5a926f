import { Module } from '@nestjs/common';
import { scheduledJob } from '@portal/platform/jobs';
import { SecretsCoreModule } from '@portal/secrets';
import { ComplianceMailsModule } from '../compliance/compliance.module.js';
import { InstallHttpModule, InstallModule, InstallWorkerModule } from '../install/install.module.js';
import { UninstallModule, UninstallWorkerModule } from '../uninstall/uninstall.module.js';
import { CallKinds } from './call-kinds.js';
import { HostUnfinishedController, OperatorUnfinishedController } from './unfinished.controller.js';
import { MailAttention } from './mail-attention.js';
import { MAIL_ATTENTION_PROCESSOR } from './mail-attention.processor.js';
import { MakeDueCalls } from './make-due-calls.js';
import { UnfinishedService } from './unfinished.service.js';
import { UnfinishedInstalls } from './unfinished-installs.js';

/** People decide on installs whose Drive has not answered. */
@Module({
  imports: [InstallModule, InstallHttpModule, UninstallModule],
  controllers: [HostUnfinishedController, OperatorUnfinishedController],
  providers: [UnfinishedInstalls, UnfinishedService],
})
export class UnfinishedHttpModule {}

/** Drives are called again until they have answered. */
@Module({
  imports: [ComplianceMailsModule, SecretsCoreModule, InstallModule, InstallWorkerModule, UninstallWorkerModule],
  providers: [
    CallKinds,
    MailAttention,
    MAIL_ATTENTION_PROCESSOR,
    MakeDueCalls,
    scheduledJob('installs.make-due-calls', MakeDueCalls),
  ],
})
export class UnfinishedWorkerModule {}
