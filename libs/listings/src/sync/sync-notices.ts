import { Injectable } from '@nestjs/common';
import type { Contact } from '@portal/authors';
import type { Person } from '@portal/identity';
import type { Tx } from '@portal/platform/database';
import { ManifestDeferred } from '../events.js';
import { ListingMailer, type MailText } from '../listing/listing-mailer.js';
import type { ListingEntity, RevisionEntity } from '../listing/listing.entity.js';
import { ReviewMails } from '../review/review-mails.js';
import { SKIP_REASONS, type SkipReason } from './domain/sync-decision.js';
import { SyncNotesRepository, TROUBLES, type SyncNote } from './sync-notes.repository.js';

/** Recipients of the findings of a reading. */
export interface SyncReceivers {
  readonly authors: readonly Contact[];
  readonly reviewers: readonly Person[];
}

const SKIP_TEXT: Record<SkipReason, string> = {
  version_lowered:
    'Versions only rise: your manifest declares a lower version than the highest that was published, or none any more, so it is not followed. Raise it.',
  id_changed: 'Your manifest declares another id. The id is permanent, so the manifest is not followed.',
  shape_changed: 'Your manifest changed from one shape to the other, so it is not followed. Submit it for review.',
  refused_before: 'A reviewer rejected exactly this manifest before, so it is not followed.',
  author_suspended:
    'Your developer account is suspended, or the platform stopped its updates, so your changed manifest is not followed. The live one serves.',
  submission_open:
    'Your manifest changed while a submission of yours is open. It is checked again when that submission ends; submit it to have it reviewed instead.',
  price_missing:
    'The host has no price for your Drive in a currency in which it settles, so your changed manifest is not followed. It is followed when there is one.',
  listing_fee_missing:
    'The host has not set its listing fee, so your changed manifest is not followed. It is followed when there is one.',
  taken_back: 'You withdrew exactly this manifest, so it is not followed until it changes or you submit it.',
};
const DRIFTED = 'The same manifest passed the checks before: your Drive no longer does what it declares.';
const NOT_RAISED = 'Your manifest changed, but its version did not go up. Operators are not offered the change.';

/** Notices of a reading: stored, and mailed once to the people concerned. The listing is locked. */
@Injectable()
export class SyncNotices {
  constructor(
    private readonly notes: SyncNotesRepository,
    private readonly mailer: ListingMailer,
    private readonly reviewMails: ReviewMails,
  ) {}

  /** Looked up before the transaction opens. */
  async receivers(orgId: string): Promise<SyncReceivers> {
    const [authors, reviewers] = await Promise.all([this.mailer.authors(orgId), this.mailer.reviewers()]);
    return { authors, reviewers };
  }

  /** Nothing of the Drive can be followed; `drifted`: it passed the checks with the same manifest before. */
  async unusable(
    tx: Tx,
    drive: { driveId: string; name: string },
    { note, drifted }: { note: SyncNote; drifted: boolean },
    { authors, reviewers }: SyncReceivers,
  ): Promise<void> {
    const { driveId } = drive;
    const { kind, digest, text } = note;
    if (await this.notes.add(tx, driveId, note)) {
      await this.mailer.notify(tx, authors, noticedMail(this.mailer.portal, drive, text));
      await tx.emit(ManifestDeferred, { drive_id: driveId, kind, digest, text });
    }
    const drift: SyncNote = { kind: 'drift', revisionId: null, digest, text: DRIFTED };
    if (drifted && (await this.notes.add(tx, driveId, drift)))
      await this.mailer.notify(tx, reviewers, driftedMail(this.mailer.portal, drive, text));
  }

  /** A revision that is not followed, and why; `submissionId`: the one that comes first. */
  async deferred(
    tx: Tx,
    about: { listing: ListingEntity; revision: RevisionEntity; reason: SkipReason; submissionId: string | undefined },
    { authors, reviewers }: SyncReceivers,
  ): Promise<void> {
    const { listing, revision, reason, submissionId } = about;
    const { driveId, name } = listing;
    const { id: revisionId, digest, version } = revision;
    const text = SKIP_TEXT[reason];
    if (!(await this.notes.add(tx, driveId, { kind: reason, revisionId, digest, text }))) return;
    // The person who withdrew it knows.
    if (reason === 'taken_back') return;
    await this.mailer.notify(tx, authors, noticedMail(this.mailer.portal, listing, text));
    await tx.emit(ManifestDeferred, { drive_id: driveId, kind: reason, digest, text });
    if (submissionId !== undefined)
      await this.reviewMails.changedInReview(tx, { submissionId, name, version }, reviewers);
    else if (reason === 'price_missing' || reason === 'listing_fee_missing')
      await this.mailer.notify(tx, reviewers, notPricedMail(this.mailer.portal, listing, version));
  }

  /** A good manifest was read: its earlier notes end, except those that defer it now. */
  async good(tx: Tx, driveId: string, hold: SkipReason | null): Promise<void> {
    await this.notes.resolve(tx, driveId, [...TROUBLES, ...SKIP_REASONS.filter((reason) => reason !== hold)]);
  }

  /** Whether a followed change came with a higher version. */
  async version(
    tx: Tx,
    drive: { driveId: string; name: string },
    { id: revisionId, digest }: { id: string; digest: string },
    { violation, authors }: { violation: 'version_not_raised' | null; authors: readonly Contact[] },
  ): Promise<void> {
    const { driveId } = drive;
    if (!violation) return this.notes.resolve(tx, driveId, ['version_not_raised']);
    const note: SyncNote = { kind: violation, revisionId, digest, text: NOT_RAISED };
    if (await this.notes.add(tx, driveId, note))
      await this.mailer.notify(tx, authors, notRaisedMail(this.mailer.portal, drive, NOT_RAISED));
  }
}

interface About {
  driveId: string;
  name: string;
}

// Mail about served manifests of live Drives that are not followed, to the author or to reviewers.

function notRaisedMail(portal: string, { driveId, name }: About, text: string): MailText {
  return {
    topic: 'checks',
    subject: `${name}: your manifest changed without a higher version`,
    text: `${text}\n\nRaise the version to offer it:\n${portal}/author/drives/${driveId}`,
    path: `/author/drives/${driveId}`,
  };
}

function noticedMail(portal: string, { driveId, name }: About, text: string): MailText {
  return {
    topic: 'checks',
    subject: `${name}: we cannot follow your manifest`,
    text: `${text}\n\nThe last good version stays live:\n${portal}/author/drives/${driveId}`,
    path: `/author/drives/${driveId}`,
  };
}

function notPricedMail(portal: string, { driveId, name }: About, version: string | null): MailText {
  const path = `/review/drives?q=${encodeURIComponent(name)}`;
  return {
    topic: 'checks',
    subject: `${name}: a change is held, because nothing says what it costs`,
    text: `${version === null ? 'The changed manifest' : `Version ${version}`} is not followed: there is no price or listing fee for it, and no exception of check L04 is in force. The live version serves. The change is followed by itself when finance has set the price or an exception is confirmed. Drive ${driveId}:\n${portal}${path}`,
    path,
  };
}

function driftedMail(portal: string, { driveId, name }: About, text: string): MailText {
  const path = `/review/drives?q=${encodeURIComponent(name)}`;
  return {
    topic: 'checks',
    subject: `${name}: a live Drive no longer does what it declares`,
    text: `The same manifest passed the checks before.\n${text}\n\nIt stays listed until somebody decides otherwise. Drive ${driveId}:\n${portal}${path}`,
    path,
  };
}
