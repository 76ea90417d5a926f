import { Injectable } from '@nestjs/common';
import { Drives } from '@portal/authors';
import { AppError, Ids } from '@portal/kernel';
import { requirePerson, type Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import { BillingModelChanged } from '../events.js';
import { CommercialChangesRepository, type CommercialChange } from './commercial-changes.repository.js';

const REFUSALS = {
  commercial_changes_one_proposal: listingsErrors.commercial_proposal_open,
  commercial_changes_second_person: listingsErrors.commercial_second_person,
  commercial_changes_in_order: listingsErrors.commercial_out_of_order,
  prices_one_at_a_time: listingsErrors.commercial_out_of_order,
};

const ONLY_A_PERSON = 'A person has to decide about prices.';

/** One person of finance proposes a price or who bills for a Drive, another one puts it in force. */
@Injectable()
export class ChangeCommercialTerms {
  constructor(
    private readonly transactor: Transactor,
    private readonly changes: CommercialChangesRepository,
    private readonly drives: Drives,
    private readonly ids: Ids,
  ) {}

  /**
   * Returns the proposal's id.
   * @throws AppError `listing_not_found` (404), `commercial_proposal_open` (409), `forbidden` (403) for a caller that
   * is not a person
   */
  async propose(actor: Actor, change: CommercialChange, when: { validFrom: Date; reason: string }): Promise<string> {
    const userId = requirePerson(actor, ONLY_A_PERSON);
    if ('driveId' in change && !(await this.drives.get(change.driveId)))
      throw new AppError(listingsErrors.listing_not_found);
    return this.refusing(async () =>
      this.transactor.run(async (tx) => {
        const id = this.ids.next();
        await this.changes.propose(tx, id, change, { ...when, userId, userName: actor.name });
        await tx.audit(actor, 'commercial_change.proposed', ['commercial_change', id], {
          after: { ...change, ...('amountMinor' in change && { amountMinor: change.amountMinor?.toString() ?? null }) },
          reason: when.reason,
        });
        return id;
      }),
    );
  }

  /**
   * Puts a proposal in force, now or when it says, or declines it; its proposer may only decline it.
   * @throws AppError `commercial_proposal_not_found` (404), `commercial_second_person` (403), `commercial_out_of_order` (409)
   */
  async decide(
    actor: Actor,
    proposalId: string,
    decision: { state: 'approved' | 'rejected'; note: string | null },
  ): Promise<void> {
    const userId = requirePerson(actor, ONLY_A_PERSON);
    await this.refusing(() =>
      this.transactor.run(async (tx) => {
        const row = await this.changes.lock(tx, proposalId);
        if (row?.state !== 'proposed') throw new AppError(listingsErrors.commercial_proposal_not_found);
        const from = await this.changes.decide(tx, { id: row.id, ...decision, userId, userName: actor.name });
        if (from && row.kind === 'billing_model')
          await tx.emit(BillingModelChanged, {
            drive_id: row.driveId!,
            model: row.model!,
            effective_from: from.toISOString(),
          });
        await tx.audit(actor, `commercial_change.${decision.state}`, ['commercial_change', row.id], {
          before: { state: 'proposed' },
          after: { state: decision.state, effective_from: from?.toISOString() ?? null },
          reason: decision.note,
        });
      }),
    );
  }

  private async refusing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw refusalOf(error, REFUSALS);
    }
  }
}
