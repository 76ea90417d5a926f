import { Injectable } from '@nestjs/common';
import type { Contact } from '@portal/authors';
import type { Tx } from '@portal/platform/database';
import { SubprocessorsChanged } from '../events.js';
import type { Notifications } from '../listing/observed-use.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import { subprocessorsMail } from './evidence-mails.js';
import { SyncNotesRepository } from '../sync/sync-notes.repository.js';
import { listDifference, type KnownList } from './domain/subprocessor-list.js';
import { SubprocessorListsRepository, type DueList } from './subprocessor-lists.repository.js';

/** Event that the contract requires of a Drive when its list changes. */
export const SUBPROCESSOR_EVENT = 'subprocessor.updated';

const UNANNOUNCED = `Your list of subprocessors changed, and your Drive did not emit ${SUBPROCESSOR_EVENT}. The change is on record with its date. Emit the event when the list changes.`;

/** Records findings about a list of subprocessors, and mails its authors once about each finding. */
@Injectable()
export class SubprocessorFindings {
  constructor(
    private readonly lists: SubprocessorListsRepository,
    private readonly notes: SyncNotesRepository,
    private readonly mailer: ListingMailer,
  ) {}

  async readable(tx: Tx, driveId: string): Promise<void> {
    await this.notes.resolve(tx, driveId, ['subprocessors_unreadable']);
  }

  async unreadable(tx: Tx, list: DueList, why: string, authors: readonly Contact[]): Promise<void> {
    const { driveId } = list;
    const text = `Your list of subprocessors cannot be read: ${why}`;
    const note = { kind: 'subprocessors_unreadable', revisionId: null, digest: null, text } as const;
    if (await this.notes.add(tx, driveId, note))
      await this.mailer.notify(tx, authors, subprocessorsMail(this.mailer.portal, list, text));
  }

  async changed(
    tx: Tx,
    list: DueList,
    known: KnownList,
    found: {
      digest: string;
      /** Current lines of the list; null: unchanged. */
      entries: readonly string[] | null;
      since: Date;
      notifications: Notifications | undefined;
      authors: readonly Contact[];
    },
  ): Promise<void> {
    const { driveId, url } = list;
    const { digest, since, notifications, authors } = found;
    const after = found.entries ?? known.pendingEntries;
    const outcome =
      notifications?.notified === true
        ? 'announced'
        : (notifications?.installs ?? 0) > 0
          ? 'unannounced'
          : 'nobody_to_tell';
    const id = await this.lists.addChange(tx, {
      driveId,
      url,
      digestBefore: known.digest!,
      digestAfter: digest,
      seenBeforeAt: known.confirmedAt!,
      noticedAt: since,
      outcome,
      ...(known.entries && after ? listDifference(known.entries, after) : { added: null, removed: null }),
    });
    await tx.emit(SubprocessorsChanged, { drive_id: driveId, change_id: id });
    if (outcome !== 'unannounced') {
      await this.notes.resolve(tx, driveId, ['subprocessors_unannounced']);
      return;
    }
    // One mail, however often the list changes while the author has not fixed it.
    const isNoted = await this.notes.isOpen(tx, driveId, 'subprocessors_unannounced');
    const note = { kind: 'subprocessors_unannounced', revisionId: null, digest, text: UNANNOUNCED } as const;
    await this.notes.add(tx, driveId, note);
    if (!isNoted) await this.mailer.notify(tx, authors, subprocessorsMail(this.mailer.portal, list, UNANNOUNCED));
  }
}
