import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { eventProcessor } from '@portal/platform/events';
import { scheduledJob } from '@portal/platform/jobs';
import { EvidenceDue, RevisionPublished } from '../events.js';
import { ListingModule } from '../listing/listing.module.js';
import { SyncModule } from '../sync/sync.module.js';
import { EvidenceModule } from './evidence.module.js';
import { MailDueEvidence } from './mail-due-evidence.js';
import { ReadSubprocessorList } from './read-subprocessor-list.js';
import { SubprocessorFindings } from './subprocessor-findings.js';
import { SubprocessorListsRepository } from './subprocessor-lists.repository.js';
import { SyncSubprocessorsAddress } from './sync-subprocessors-address.js';
import { WatchSubprocessors } from './watch-subprocessors.js';

/** Evidence that ends, and lists of subprocessors that change. */
@Module({
  imports: [AuthorsCoreModule, ListingModule, SyncModule, EvidenceModule],
  providers: [
    MailDueEvidence,
    eventProcessor(EvidenceDue, 'listings.mail-due-evidence', MailDueEvidence, (mail, payload, context) =>
      mail.execute(payload, context),
    ),
    scheduledJob('listings.notify-due-evidence', MailDueEvidence, (mail) => mail.announce()),
    ReadSubprocessorList,
    SubprocessorFindings,
    SubprocessorListsRepository,
    SyncSubprocessorsAddress,
    eventProcessor(
      RevisionPublished,
      'listings.sync-subprocessors-address',
      SyncSubprocessorsAddress,
      (sync, payload) => sync.execute(payload),
    ),
    WatchSubprocessors,
    scheduledJob('listings.watch-subprocessors', WatchSubprocessors),
  ],
})
export class EvidenceWorkerModule {}
