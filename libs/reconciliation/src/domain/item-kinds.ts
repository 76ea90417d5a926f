import type { ForeignKind } from './classify-movement.js';

/** Why something stands on the worklist. */
export type ItemKind =
  | ForeignKind
  | 'not_booked'
  | 'not_at_provider'
  | 'in_suspense'
  | 'tax_report'
  | 'negative_overdue'
  | 'equality_balance'
  | 'equality_clearing'
  | 'equality_authors'
  | 'statement_altered'
  | 'not_charged'
  | 'work_parked';

interface ItemRule {
  /** One sentence for the person who finds it. */
  readonly sentence: string;
  /** No payout run is prepared while it is open. */
  readonly blocking: boolean;
  /** Goes away by itself when its cause does. */
  readonly heals: boolean;
}

export const ITEM_KINDS: Readonly<Record<ItemKind, ItemRule>> = {
  manual_transfer: {
    sentence: 'A transfer was made at the provider, not by a payout run. The money waits in suspense.',
    blocking: true,
    heals: false,
  },
  manual_reversal: {
    sentence: 'A transfer was reversed at the provider, not by us. The money waits in suspense.',
    blocking: true,
    heals: false,
  },
  unknown_charge: {
    sentence: 'A payment came in that names no invoice. The money waits in suspense.',
    blocking: true,
    heals: false,
  },
  unknown_movement: {
    sentence: 'The provider moved money for a reason we have no rule for. The money waits in suspense.',
    blocking: true,
    heals: false,
  },
  not_booked: {
    sentence: 'The provider moved this money and our books do not show it yet.',
    blocking: true,
    heals: true,
  },
  not_at_provider: {
    sentence: 'Our books show this movement and the provider does not.',
    blocking: true,
    heals: true,
  },
  in_suspense: {
    sentence: 'A feature put this money into suspense, because it belongs to nothing that is owed.',
    blocking: false,
    heals: true,
  },
  tax_report: {
    sentence: 'What the tax provider reports differs from our credit note. It has to be corrected there by a person.',
    blocking: false,
    heals: false,
  },
  negative_overdue: {
    sentence:
      'An author has owed us this for longer than the policy allows, or has left. Two people settle it: as a loss, or as paid in another way.',
    blocking: false,
    heals: true,
  },
  equality_balance: {
    sentence: "Our mirror of the provider's balance differs from the balance itself.",
    blocking: true,
    heals: true,
  },
  equality_clearing: {
    sentence: 'What is set aside for payouts differs from the payouts that are under way.',
    blocking: true,
    heals: true,
  },
  equality_authors: {
    sentence: 'What the ledger owes to authors differs from what their statements say.',
    blocking: true,
    heals: true,
  },
  statement_altered: {
    sentence:
      'A sealed statement, made again from its lines and bookings, is not the one that was sealed: somebody changed rows in the database. It is not shown until they are as they were.',
    blocking: true,
    // Holds no money: a person closes it, and it is not found again.
    heals: true,
  },
  not_charged: {
    sentence:
      'An invoice cannot be charged, and not for a reason of the payer: our request or our account at the provider. The payer is told nothing and nothing is suspended for it; it is tried again by itself until it is mended.',
    blocking: false,
    heals: true,
  },
  work_parked: {
    sentence:
      'Background work on money, or an event of the provider about something unknown here, failed at every try and waits for a person. An administrator starts it again under failed deliveries.',
    blocking: false,
    heals: true,
  },
};
