import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { IdentityCoreModule } from '@portal/identity';
import { ListingsCoreModule } from '@portal/listings';
import { InstallModule } from '../install/install.module.js';
import { UninstallModule } from '../uninstall/uninstall.module.js';
import { ActOnLapses } from './act-on-lapses.js';
import { ComplianceLapsesRepository } from './compliance-lapses.repository.js';
import { ComplianceMailer } from './compliance-mailer.js';
import { ComplianceMails } from './compliance-mails.js';
import { HostComplianceController } from './http/host-compliance.controller.js';
import { ComplianceLapses } from './read/compliance-lapses.js';
import { ReconcileLapses } from './reconcile-lapses.js';
import { WatchComplianceJob } from './watch-compliance.job.js';
import { COMPLIANCE_PROCESSORS } from './compliance.processors.js';

/** Lapses of installs, for the host and admins. */
@Module({
  controllers: [HostComplianceController],
  providers: [ComplianceLapses],
})
export class ComplianceHttpModule {}

/** Mail about compliance. */
@Module({
  imports: [AuthorsCoreModule, IdentityCoreModule],
  providers: [ComplianceMailer],
  exports: [ComplianceMailer],
})
export class ComplianceMailsModule {}

/** Finds lapses, notifies about them and acts on them. */
@Module({
  imports: [ComplianceMailsModule, ListingsCoreModule, InstallModule, UninstallModule],
  providers: [
    ...COMPLIANCE_PROCESSORS,
    ActOnLapses,
    ComplianceLapsesRepository,
    ComplianceMails,
    ReconcileLapses,
    WatchComplianceJob,
  ],
})
export class ComplianceWorkerModule {}
