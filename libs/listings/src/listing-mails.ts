import { Injectable } from '@nestjs/common';
import { AuthorAccounts, type Contact } from '@portal/authors';
import { Identity, type Person } from '@portal/identity';
import { asSystem, Config, Mailer, scopeIds, type Actor, type Mail, type Tx } from '@portal/platform';
import { appealGap, mayAppealUntil, type AppealFacts } from './domain/appeal.js';
import type { EvidenceNotice } from './domain/compliance-claims.js';
import type { Decision } from './domain/submission-state.js';
import { ListingAppealsRepository } from './persistence/listing-appeals.repository.js';

const OUTCOME: Record<Decision, string> = {
  approve: 'is approved and live',
  request_changes: 'needs something from you before it can go live',
  reject: 'is rejected',
};

/** Failed checks that a mail names. */
const SHOWN = 10;

/** Mail about submissions and live Drives; leaves with the transaction. Receivers are asked for before it opens. */
@Injectable()
export class ListingMails {
  constructor(
    private readonly config: Config,
    private readonly identity: Identity,
    private readonly accounts: AuthorAccounts,
    private readonly mailer: Mailer,
    private readonly appeals: ListingAppealsRepository,
  ) {}

  reviewers(): Promise<Person[]> {
    return asSystem(() => this.identity.usersWith('reviewer'));
  }

  authors(orgId: string): Promise<Contact[]> {
    return this.accounts.contacts(orgId);
  }

  /** Whom to tell what is done to a Drive of `orgId`: nobody, where its own author does it. */
  async whomStaffTells(actor: Actor, orgId: string | null | undefined): Promise<Contact[]> {
    if (!orgId || actor.kind !== 'user' || scopeIds(actor, 'author').includes(orgId)) return [];
    return this.authors(orgId);
  }

  /** `what`: completes "Your Drive …". */
  async standing(
    tx: Tx,
    { driveId, name }: { driveId: string; name: string },
    { what, more, reason }: { what: string; more: string; reason: string },
    authors: readonly Contact[],
  ): Promise<void> {
    await this.tell(tx, authors, {
      topic: 'agreement',
      subject: `${name}: your Drive ${what}`,
      text: `Your Drive ${name} ${what}. ${more}\n\nThe reason:\n${reason}\n\n${this.config.publicUrl}/author/drives/${driveId}`,
      path: `/author/drives/${driveId}`,
    });
  }

  /** After the removal: the day until which it can be appealed is said. */
  async removed(
    tx: Tx,
    listing: { driveId: string; name: string },
    reason: string,
    authors: readonly Contact[],
  ): Promise<void> {
    const appeal = appealSentence(await this.appeals.factsOfRemoval(tx, listing.driveId), tx.now);
    const more = `It is in the catalogue no more, and its installs end now.${appeal}`;
    await this.standing(tx, listing, { what: 'is removed', more, reason }, authors);
  }

  async waiting(tx: Tx, submissionId: string, name: string, reviewers: readonly Person[]): Promise<void> {
    await this.tell(tx, reviewers, {
      topic: 'reviews',
      subject: `${name} waits for review`,
      text: `All checks of ${name} have passed. It waits for a reviewer:\n${this.config.publicUrl}/review/submissions/${submissionId}`,
      path: `/review/submissions/${submissionId}`,
    });
  }

  /** `failed`: the rules of the checks that failed, in our words. */
  async checksFailed(
    tx: Tx,
    { submissionId, name, failed }: { submissionId: string; name: string; failed: readonly string[] },
    authors: readonly Contact[],
  ): Promise<void> {
    const more = failed.length > SHOWN ? [`and ${failed.length - SHOWN} more`] : [];
    const list = [...failed.slice(0, SHOWN), ...more].map((line) => `- ${line}`).join('\n');
    await this.tell(tx, authors, {
      topic: 'reviews',
      subject: `${name}: your submission did not pass the checks`,
      text: `These checks failed:\n${list}\n\nWhat was found, and how to mend it:\n${this.config.publicUrl}/author/submissions/${submissionId}`,
      path: `/author/submissions/${submissionId}`,
    });
  }

  async updateWaits(
    tx: Tx,
    { submissionId, name, version }: { submissionId: string; name: string; version: string | null },
    authors: readonly Contact[],
  ): Promise<void> {
    await this.tell(tx, authors, {
      topic: 'reviews',
      subject: `${name}: ${version === null ? 'your changed manifest' : `version ${version}`} waits for a reviewer`,
      text: `It changes more than is followed without a look. The live version serves until it is decided:\n${this.config.publicUrl}/author/submissions/${submissionId}`,
      path: `/author/submissions/${submissionId}`,
    });
  }

  async notRaised(tx: Tx, driveId: string, name: string, text: string, authors: readonly Contact[]): Promise<void> {
    await this.tell(tx, authors, {
      topic: 'checks',
      subject: `${name}: your manifest changed without a higher version`,
      text: `${text}\n\nRaise the version to offer it:\n${this.config.publicUrl}/author/drives/${driveId}`,
      path: `/author/drives/${driveId}`,
    });
  }

  async exceptionProposed(
    tx: Tx,
    exception: { submissionId: string; name: string; checkId: string; reason: string },
    reviewers: readonly Person[],
  ): Promise<void> {
    const { submissionId, name, checkId, reason } = exception;
    await this.tell(tx, reviewers, {
      topic: 'reviews',
      subject: `${name}: an exception of check ${checkId} waits for a second reviewer`,
      text: `${reason}\n\nConfirm it or turn it down:\n${this.config.publicUrl}/review/submissions/${submissionId}?tab=exceptions`,
      path: `/review/submissions/${submissionId}?tab=exceptions`,
    });
  }

  /** After the decision: of a refusal, the day until which it can be appealed is said. */
  async decided(
    tx: Tx,
    submissionId: string,
    name: string,
    decision: { decision: Decision; reason: string },
    authors: readonly Contact[],
  ): Promise<void> {
    const appeal = appealSentence(await this.appeals.factsOfSubmission(tx, submissionId), tx.now);
    await this.tell(tx, authors, {
      topic: 'reviews',
      subject: `${name}: your submission ${OUTCOME[decision.decision]}`,
      text: `Your submission ${OUTCOME[decision.decision]}:\n${this.config.publicUrl}/author/submissions/${submissionId}\n\nThe reviewer writes:\n${decision.reason}${appeal && `\n\n${appeal.trim()}`}`,
      path: `/author/submissions/${submissionId}`,
    });
  }

  async appealed(
    tx: Tx,
    appeal: { id: string; name: string; submissionId: string | null; text: string },
    reviewers: readonly Person[],
  ): Promise<void> {
    const { id, name, submissionId, text } = appeal;
    const what = submissionId === null ? 'the removal of' : 'the refusal of a submission of';
    const path = `/review/appeals/${id}`;
    await this.tell(tx, reviewers, {
      topic: 'reviews',
      subject: `${name}: an appeal waits for a reviewer`,
      text: `The author appeals against ${what} ${name}. Somebody who had no part in that decision decides:\n${this.config.publicUrl}${path}\n\nThey write:\n${text}`,
      path,
    });
  }

  async appealDecided(
    tx: Tx,
    appeal: {
      driveId: string;
      submissionId: string | null;
      name: string;
      state: 'granted' | 'dismissed';
      text: string;
    },
    authors: readonly Contact[],
  ): Promise<void> {
    const { driveId, submissionId, name, state, text } = appeal;
    const path = submissionId === null ? `/author/drives/${driveId}` : `/author/submissions/${submissionId}`;
    const granted =
      submissionId === null ? 'Your Drive is restored' : 'Your submission is under review again, by somebody else';
    await this.tell(tx, authors, {
      topic: 'reviews',
      subject: `${name}: your appeal is ${state}`,
      text: `${state === 'granted' ? granted : 'The decision stands'}:\n${this.config.publicUrl}${path}\n\nThe reviewer writes:\n${text}`,
      path,
    });
  }

  async noticed(tx: Tx, driveId: string, name: string, text: string, authors: readonly Contact[]): Promise<void> {
    await this.tell(tx, authors, {
      topic: 'checks',
      subject: `${name}: we cannot follow your manifest`,
      text: `${text}\n\nThe last good version stays live:\n${this.config.publicUrl}/author/drives/${driveId}`,
      path: `/author/drives/${driveId}`,
    });
  }

  /** The author's manifest is another one than the submission that waits. */
  async changedInReview(
    tx: Tx,
    { submissionId, name, version }: { submissionId: string; name: string; version: string | null },
    reviewers: readonly Person[],
  ): Promise<void> {
    const path = `/review/submissions/${submissionId}`;
    await this.tell(tx, reviewers, {
      topic: 'reviews',
      subject: `${name}: its manifest changed while a submission waits`,
      text: `The Drive serves ${version === null ? 'another manifest' : `version ${version}`}, which is not what was submitted. Your decision is about what was submitted; the change is looked at when this submission ends:\n${this.config.publicUrl}${path}`,
      path,
    });
  }

  /** What waited is no longer served: the manifest that took its place needs no look and is live. */
  async overtaken(
    tx: Tx,
    { submissionId, name, version }: { submissionId: string; name: string; version: string | null },
    { authors, reviewers }: { authors: readonly Contact[]; reviewers: readonly Person[] },
  ): Promise<void> {
    const subject = `${name}: the change that waited for review is no longer served`;
    const text = `The Drive serves ${version === null ? 'another manifest' : `version ${version}`} instead, which goes live without a look. The review of the earlier change has ended, and nothing of it is live:`;
    for (const [receivers, path] of [
      [authors, `/author/submissions/${submissionId}`],
      [reviewers, `/review/submissions/${submissionId}`],
    ] as const)
      await this.tell(tx, receivers, {
        topic: 'reviews',
        subject,
        text: `${text}\n${this.config.publicUrl}${path}`,
        path,
      });
  }

  async notPriced(
    tx: Tx,
    { driveId, name, version }: { driveId: string; name: string; version: string | null },
    reviewers: readonly Person[],
  ): Promise<void> {
    const path = `/review/drives?q=${encodeURIComponent(name)}`;
    await this.tell(tx, reviewers, {
      topic: 'checks',
      subject: `${name}: a change is held, because nothing says what it costs`,
      text: `${version === null ? 'The changed manifest' : `Version ${version}`} is not followed: there is no price or listing fee for it, and no exception of check L04 is in force. The live version serves. The change is followed by itself when finance has set the price or an exception is confirmed. Drive ${driveId}:\n${this.config.publicUrl}${path}`,
      path,
    });
  }

  async subprocessors(tx: Tx, driveId: string, name: string, text: string, authors: readonly Contact[]): Promise<void> {
    await this.tell(tx, authors, {
      topic: 'checks',
      subject: `${name}: your list of subprocessors`,
      text: `${text}\n\nReviewers see this as well:\n${this.config.publicUrl}/author/drives/${driveId}`,
      path: `/author/drives/${driveId}`,
    });
  }

  async drifted(tx: Tx, driveId: string, name: string, text: string, reviewers: readonly Person[]): Promise<void> {
    const path = `/review/drives?q=${encodeURIComponent(name)}`;
    await this.tell(tx, reviewers, {
      topic: 'checks',
      subject: `${name}: a live Drive no longer does what it declares`,
      text: `The same manifest passed the checks before.\n${text}\n\nIt stays listed until somebody decides otherwise. Drive ${driveId}:\n${this.config.publicUrl}${path}`,
      path,
    });
  }

  async evidenceDue(
    tx: Tx,
    evidence: { driveId: string; name: string; claim: string; due: EvidenceNotice; validUntil: string },
    receivers: { authors: readonly Contact[]; reviewers: readonly Person[] },
  ): Promise<void> {
    const { driveId, name, claim, due, validUntil } = evidence;
    const over = due === 'expired';
    const day = validUntil.slice(0, 10);
    const subject = over
      ? `${name}: the evidence of a compliance claim has expired`
      : `${name}: the evidence of a compliance claim ends in ${due === '7_days' ? '7' : '30'} days`;
    const what = `Evidence of "${claim}" ${over ? 'was' : 'is'} valid until ${day}.`;
    await this.tell(tx, receivers.authors, {
      topic: 'checks',
      subject,
      text: `${what}\n\nGive a newer file, or claim it no more:\n${this.config.publicUrl}/author/drives/${driveId}`,
      path: `/author/drives/${driveId}`,
    });
    if (!over) return;
    await this.tell(tx, receivers.reviewers, {
      topic: 'checks',
      subject,
      text: `${what}\n\nThe Drive is live and still claims it:\n${this.config.publicUrl}/review?tab=evidence`,
      path: '/review?tab=evidence',
    });
  }

  private async tell(tx: Tx, receivers: readonly { readonly email: string }[], mail: Omit<Mail, 'to'>): Promise<void> {
    for (const { email } of receivers) await this.mailer.send(tx, { to: email, ...mail });
  }
}

/** Begins with a space; empty where there is nothing to appeal against, or it was appealed before. */
function appealSentence(facts: AppealFacts | undefined, now: Date): string {
  if (!facts?.refusedAt || appealGap(facts, now) !== undefined) return '';
  const until = mayAppealUntil(facts.refusedAt).toISOString().slice(0, 16).replace('T', ' ');
  return ` You can appeal on its page until ${until} UTC: somebody who had no part in this decides.`;
}
