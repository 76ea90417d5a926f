import { Injectable } from '@nestjs/common';
import type { CapableThing, FoundThing } from '@portal/approvals';
import { AuthorAccounts } from '@portal/authors';
import type { Tx } from '@portal/platform/database';
import { readiness } from '../runs/read/payout-inputs.js';
import { AccountsRepository } from './accounts.repository.js';
import { PAYEE_CAPABILITIES, type PayeeCondition } from './domain/payee-capabilities.js';

/** An author as a payee, by the id of its organisation, for the staff page of its capabilities. */
@Injectable()
export class CapablePayee implements CapableThing<PayeeCondition> {
  readonly table = PAYEE_CAPABILITIES;
  readonly roles = ['admin', 'finance'] as const;

  constructor(
    private readonly authors: AuthorAccounts,
    private readonly accounts: AccountsRepository,
  ) {}

  async find(tx: Tx, id: string): Promise<FoundThing<PayeeCondition> | undefined> {
    const [[facts], author] = [await this.authors.facts([id], tx), await this.authors.state(id, tx)];
    if (!facts) return undefined;
    const { state } = readiness((await this.accounts.active(tx, id)) ?? undefined, null, tx.now);
    return { state: author === 'none' ? 'not_approved' : state, name: facts.name || 'Unnamed', organizations: [id] };
  }
}
