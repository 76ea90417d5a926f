import { Injectable } from '@nestjs/common';
import { AuthorAccounts } from '@portal/authors';
import { AppError, commonErrors, Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import type { HoldTerms } from '../runs/domain/plan-payout.js';
import { HoldsRepository } from './holds.repository.js';

type HoldInput = Omit<HoldTerms, 'id'> & { readonly orgId: string };

const END_EXPECTED = 'The end of a hold must be in the future.';

/**
 * Withholds part of what an author is owed from the next run on. A full hold
 * also stops approved payouts that were not sent yet.
 */
@Injectable()
export class PlaceHold {
  constructor(
    private readonly transactor: Transactor,
    private readonly holds: HoldsRepository,
    private readonly authors: AuthorAccounts,
    private readonly ids: Ids,
  ) {}

  /** @throws AppError `not_found` for an unknown organisation, `invalid_request` for an end in the past */
  async execute(input: HoldInput, actor: Actor): Promise<{ id: string }> {
    const [author] = await this.authors.facts([input.orgId]);
    if (!author) throw new AppError(commonErrors.not_found);
    const id = await this.transactor.run((tx) => this.within(tx, input, actor));
    return { id };
  }

  /** Like `execute`, inside the caller's transaction; returns the id of the hold. */
  async within(tx: Tx, input: HoldInput, actor: Actor): Promise<string> {
    if (input.endsAt !== null && input.endsAt <= tx.now)
      throw new AppError(commonErrors.invalid_request, {
        message: END_EXPECTED,
        details: [{ pointer: '/ends_at', code: 'in_the_past', message: END_EXPECTED }],
      });
    const id = this.ids.next();
    await this.holds.insert(tx, {
      ...input,
      id,
      automatic: false,
      startsAt: tx.now,
      madeBy: actor.userId,
      madeByName: actor.name,
    });
    await tx.audit(actor, 'payout_hold.placed', ['organization', input.orgId], {
      after: { hold_id: id, kind: input.kind, basis_points: input.basisPoints, months: input.windowMonths },
      reason: input.reason,
    });
    return id;
  }
}
