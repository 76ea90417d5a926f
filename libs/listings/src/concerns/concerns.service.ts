import { Injectable } from '@nestjs/common';
import { commonErrors, Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { callerKey, RateLimits } from '@portal/platform/http';
import { listingsErrors } from '../errors.js';
import { ListingEntity } from '../listing/listing.entity.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';
import { ConcernEntity } from './concern.entity.js';
import type { CloseConcernDto, ReportConcernDto } from './concerns.view.js';

const OF_CALLER = { name: 'concerns_caller_hour', points: 5, seconds: 3_600 };
const OF_DRIVE = { name: 'concerns_drive_day', points: 50, seconds: 86_400 };
const PATH = '/review?tab=concerns';

/** Anybody reports a concern about a listed Drive; the reviewer who claimed it closes it with an outcome. */
@Injectable()
export class ConcernsService {
  constructor(
    private readonly transactor: Transactor,
    private readonly ids: Ids,
    private readonly submissions: SubmissionsRepository,
    private readonly mailer: ListingMailer,
    private readonly limits: RateLimits,
  ) {}

  /** @throws AppError `listing_not_found` (404), `too_many_requests` (429) */
  async report(slug: string, ip: string, { kind, text, email }: ReportConcernDto): Promise<void> {
    const wait = (await this.limits.take(OF_CALLER, callerKey(ip))) ?? (await this.limits.take(OF_DRIVE, slug));
    if (wait !== null) throw commonErrors.too_many_requests({ retryAfterMs: wait });
    const reviewers = await this.mailer.reviewers();
    await this.transactor.run(async (tx) => {
      const listing = await tx.manager.findOneBy(ListingEntity, { slug });
      if (!listing?.listedAt) throw listingsErrors.listing_not_found();
      const { driveId, orgId, name } = listing;
      const concern = { driveId, orgId, kind, text, email: email ?? null };
      await tx.manager.insert(ConcernEntity, { id: this.ids.next(), ...concern, reportedAt: tx.now });
      // Nothing that a stranger wrote is in the mail.
      await this.mailer.notify(tx, reviewers, {
        topic: 'reviews',
        subject: `${name}: somebody reports a concern`,
        text: `Read it in the review queue:\n${this.mailer.portal}${PATH}`,
        path: PATH,
      });
    });
  }

  /** @throws AppError `concern_not_found` (404), `own_organization` (403), `concern_closed`, `case_not_claimed` (409) */
  close(actor: Actor, id: string, { outcome, reason }: CloseConcernDto): Promise<void> {
    return this.transactor.run(async (tx) => {
      const { driveId, email } = await this.open(tx, actor, id);
      const ended = { endedBy: actor.userId, endedByName: actor.name, endedAt: tx.now };
      await tx.manager.update(ConcernEntity, { id }, { outcome, reason, ...ended, email: null });
      await tx.audit(actor, 'concern.closed', ['drive', driveId], { after: { concern: id, outcome, reason } });
      if (email === null) return;
      const listing = await tx.manager.findOneByOrFail(ListingEntity, { driveId });
      await this.mailer.notify(tx, [{ email }], {
        topic: 'reviews',
        subject: `Your concern about ${listing.name}: ${outcome === 'acted' ? 'we acted on it' : 'no action'}`,
        text: `The reviewer writes:\n${reason}\n\nYour address is deleted with this mail.`,
      });
    });
  }

  /** Locked, not closed, and not about an organisation of the reviewer's. */
  private async open(tx: Tx, actor: Actor, id: string): Promise<ConcernEntity> {
    const concern = await tx.manager.findOne(ConcernEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!concern) throw listingsErrors.concern_not_found();
    await this.submissions.assertStranger(tx, concern.orgId, actor.userId);
    if (concern.endedAt !== null) throw listingsErrors.concern_closed();
    return concern;
  }
}
