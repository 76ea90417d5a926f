import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { ComplianceMailsModule } from '../compliance/compliance.module.js';
import { InstallHttpModule, InstallModule } from '../install/install.module.js';
import { MailSubprocessorNotice } from './mail-subprocessor-notice.js';
import {
  AuthorSubprocessorsController,
  HostSubprocessorsController,
  OperatorSubprocessorsController,
} from './subprocessor-notices.controller.js';
import { SubprocessorNoticesService } from './subprocessor-notices.service.js';
import { SUBPROCESSOR_PROCESSORS } from './subprocessor-notices.processors.js';

/** Notices to tenants about changes of subprocessors, and their objections. */
@Module({
  imports: [AuthorsCoreModule, InstallModule, InstallHttpModule],
  controllers: [AuthorSubprocessorsController, HostSubprocessorsController, OperatorSubprocessorsController],
  providers: [SubprocessorNoticesService],
})
export class SubprocessorsHttpModule {}

/** Notices are opened and mailed. */
@Module({
  imports: [ComplianceMailsModule],
  providers: [...SUBPROCESSOR_PROCESSORS, MailSubprocessorNotice, SubprocessorNoticesService],
})
export class SubprocessorsWorkerModule {}
