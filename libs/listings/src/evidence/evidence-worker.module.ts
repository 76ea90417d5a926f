import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { scheduledJob } from '@portal/platform/jobs';
import { ListingModule } from '../listing/listing.module.js';
import { SyncModule } from '../sync/sync.module.js';
import { EvidenceModule } from './evidence.module.js';
import { MailDueEvidenceProcessor } from './mail-due-evidence.processor.js';
import { NotifyDueEvidence } from './notify-due-evidence.js';
import { ReadSubprocessorList } from './read-subprocessor-list.js';
import { SubprocessorFindings } from './subprocessor-findings.js';
import { SubprocessorListsRepository } from './subprocessor-lists.repository.js';
import { SyncSubprocessorsAddressProcessor } from './sync-subprocessors-address.processor.js';
import { WatchSubprocessors } from './watch-subprocessors.js';

/** Evidence that ends, and lists of subprocessors that change. */
@Module({
  imports: [AuthorsCoreModule, ListingModule, SyncModule, EvidenceModule],
  providers: [
    MailDueEvidenceProcessor,
    NotifyDueEvidence,
    scheduledJob('listings.notify-due-evidence', NotifyDueEvidence),
    ReadSubprocessorList,
    SubprocessorFindings,
    SubprocessorListsRepository,
    SyncSubprocessorsAddressProcessor,
    WatchSubprocessors,
    scheduledJob('listings.watch-subprocessors', WatchSubprocessors),
  ],
})
export class EvidenceWorkerModule {}
