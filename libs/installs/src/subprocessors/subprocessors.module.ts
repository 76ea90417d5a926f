import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthorsCoreModule } from '@portal/authors';
import { ComplianceMailsModule } from '../compliance/compliance.module.js';
import { InstallHttpModule, InstallModule } from '../install/install.module.js';
import { MailSubprocessorNotice } from './mail-subprocessor-notice.js';
import { ObjectToSubprocessors } from './object-to-subprocessors.js';
import { OpenSubprocessorNotices } from './open-subprocessor-notices.js';
import { SubprocessorNoticeEntity } from './subprocessor-notice.entity.js';
import {
  AuthorSubprocessorsController,
  HostSubprocessorsController,
  OperatorSubprocessorsController,
} from './subprocessor-notices.controller.js';
import { SubprocessorNotices } from './subprocessor-notices.js';
import {} from './subprocessor-notices.processors.js';
import { SubprocessorNoticesRepository } from './subprocessor-notices.repository.js';
import { SUBPROCESSOR_PROCESSORS } from './subprocessor-notices.processors.js';

/** Notices to tenants about changes of subprocessors, and their objections. */
@Module({
  imports: [TypeOrmModule.forFeature([SubprocessorNoticeEntity]), AuthorsCoreModule, InstallModule, InstallHttpModule],
  controllers: [AuthorSubprocessorsController, HostSubprocessorsController, OperatorSubprocessorsController],
  providers: [ObjectToSubprocessors, SubprocessorNotices, SubprocessorNoticesRepository],
})
export class SubprocessorsHttpModule {}

/** Notices are opened and mailed. */
@Module({
  imports: [TypeOrmModule.forFeature([SubprocessorNoticeEntity]), ComplianceMailsModule],
  providers: [
    ...SUBPROCESSOR_PROCESSORS,
    MailSubprocessorNotice,
    OpenSubprocessorNotices,
    SubprocessorNoticesRepository,
  ],
})
export class SubprocessorsWorkerModule {}
