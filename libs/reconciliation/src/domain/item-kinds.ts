interface ItemRule {
  /** One sentence for the person who handles it. */
  readonly sentence: string;
  /** While it is open, payouts leave out whom it concerns: `reconciliation.open_items` says whom. */
  readonly blocking: boolean;
  /**
   * What closes it: the end of its cause (`itself`; a person may do so before), a person, or only a write-off of its money
   * by two people.
   */
  readonly closedBy: 'itself' | 'person' | 'write_off';
}

const RULES = {
  manual_transfer: {
    sentence: 'A transfer was made at the provider, not by a payout run. The money is in suspense.',
    blocking: true,
    closedBy: 'write_off',
  },
  manual_reversal: {
    sentence: 'A transfer was reversed at the provider, not by us. The money is in suspense.',
    blocking: true,
    closedBy: 'write_off',
  },
  unknown_charge: {
    sentence: 'A payment without an invoice was received. The money is in suspense.',
    blocking: true,
    closedBy: 'write_off',
  },
  unknown_movement: {
    sentence: 'The provider moved money for a reason that we have no rule for. The money is in suspense.',
    blocking: true,
    closedBy: 'write_off',
  },
  not_booked: {
    sentence: 'The provider moved this money, but it is not in our books yet.',
    blocking: true,
    closedBy: 'itself',
  },
  not_at_provider: {
    sentence: 'This movement is in our books but not at the provider.',
    blocking: true,
    closedBy: 'itself',
  },
  in_suspense: {
    sentence: 'This money was put in suspense because it does not belong to anything owed.',
    blocking: false,
    closedBy: 'itself',
  },
  tax_report: {
    sentence: 'The report of the tax provider differs from our credit note. A person must correct it there.',
    blocking: false,
    closedBy: 'person',
  },
  negative_overdue: {
    sentence:
      'The author has owed us this for longer than the policy allows, or has left. Two people must settle it as a loss or as paid in another way.',
    blocking: false,
    closedBy: 'itself',
  },
  bank_refused: {
    sentence:
      "The author's bank refused a payout. The money is in the author's account at the processor, and nothing more is sent there until it has arrived or the author has another account.",
    blocking: false,
    closedBy: 'itself',
  },
  shared_bank: {
    sentence:
      'Two authors are paid to the same bank account. Neither is paid before a person of finance has decided: closing this allows both, for good; a hold keeps one of them from being paid.',
    blocking: true,
    closedBy: 'itself',
  },
  equality_balance: {
    sentence: "Our mirror of the provider's balance differs from the balance itself.",
    blocking: true,
    closedBy: 'itself',
  },
  equality_clearing: {
    sentence: 'The amount reserved for payouts differs from the payouts in progress.',
    blocking: true,
    closedBy: 'itself',
  },
  equality_authors: {
    sentence: 'The amounts owed to authors in the ledger differ from their statements.',
    blocking: true,
    closedBy: 'itself',
  },
  statement_altered: {
    sentence:
      'A sealed statement no longer matches its lines and bookings, because rows were changed in the database. It is withheld until they are restored.',
    blocking: true,
    closedBy: 'person',
  },
  not_charged: {
    sentence:
      'An invoice cannot be charged because of a platform-side failure: our request or our account at the provider. The payer is not notified and nothing is suspended. It is retried automatically until the cause is fixed.',
    blocking: false,
    closedBy: 'itself',
  },
  work_parked: {
    sentence:
      'Background work on money, or an event of the provider about an unknown object, failed at every attempt. An admin can retry it under failed deliveries.',
    blocking: false,
    closedBy: 'itself',
  },
} as const satisfies Record<string, ItemRule>;

/** Reason for an exception. */
export type ItemKind = keyof typeof RULES;
export const ITEM_KINDS: Readonly<Record<ItemKind, ItemRule>> = RULES;
