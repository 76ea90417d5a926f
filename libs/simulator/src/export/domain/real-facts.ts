/** Months `first` to `last`, and the instants of their start and end. */
export interface MonthRange {
  readonly from: Date;
  readonly to: Date;
  readonly first: string;
  readonly last: string;
}

/** An invoice of a tenant: one per month and currency. */
interface OfInvoice {
  readonly tenant_id: string;
  readonly month: string;
  readonly currency: string;
}

/** A line by its install and start; the amount includes tax where tax is exported. Minor units. */
export interface RealLine {
  readonly install_id: string;
  readonly from: string;
  readonly amount: string;
}

export interface RealSegment {
  readonly install_id: string;
  readonly tenant_id: string;
  readonly venture_id: string;
  readonly drive_id: string;
  readonly org_id: string | null;
  readonly free: boolean;
  readonly amount: string;
  readonly currency: string;
  readonly basis_points: number;
  readonly trial_ends_at: Date | null;
  readonly started_at: Date;
  readonly ended_at: Date | null;
}

export interface RealRefund extends OfInvoice {
  readonly id: string;
  readonly scope: 'full' | 'amount' | 'lines';
  readonly reason: string;
  readonly amount: string;
  readonly state: string;
  /** Whether it was made in the processor's dashboard. */
  readonly made: boolean;
  readonly created_at: Date;
  readonly booked_at: Date | null;
  readonly ended_at: Date | null;
  readonly asked: readonly RealLine[];
  readonly taken: readonly RealLine[];
}

export interface RealDispute extends OfInvoice {
  readonly id: string;
  readonly amount: string;
  readonly reason: string;
  readonly taken: readonly RealLine[];
  /**
   * In the order of observation; `fee` is what the processor charged with the step, for one organization its part of
   * that.
   */
  readonly steps: readonly {
    readonly status: string;
    readonly phase: string;
    readonly at: string;
    readonly fee: string;
  }[];
}

export interface RealHold {
  readonly id: string;
  readonly org_id: string;
  readonly kind: string;
  readonly basis_points: number;
  readonly window_months: number | null;
  readonly reason: string;
  readonly starts_at: Date;
  readonly ends_at: Date | null;
  /** A person ended it; otherwise the end was set when it was placed. */
  readonly ended: boolean;
  /** When the withheld amounts were released. */
  readonly released: boolean;
}

/** An account at the processor: the first of an author, or a replacement. */
export interface RealAccount {
  readonly country: string;
  readonly state: string;
  readonly opened_at: string;
  /** When it became the account in use; null: not yet. */
  readonly in_use_from: string | null;
  /** Its changes between ready and not ready, in the order of observation. */
  readonly changes: readonly { readonly at: string; readonly before: string; readonly state: string }[];
}

/** Facts as stored; amounts are decimal text. */
export interface RealFacts {
  readonly segments: readonly RealSegment[];
  readonly policies: readonly { readonly key: string; readonly value: unknown; readonly valid_from: Date }[];
  readonly tenants: readonly {
    readonly tenant_id: string;
    readonly has_card: boolean;
    readonly untried: boolean;
    readonly country: string | null;
    readonly region: string | null;
    readonly tax_id: string | null;
  }[];
  readonly authors: readonly {
    readonly org_id: string;
    readonly country: string;
    /** Accounts in use, or to be used, oldest first. */
    readonly accounts: readonly RealAccount[];
    readonly left_at: Date | null;
    /** A listing fee of these months was not paid by the author's card. */
    readonly owes_fee: boolean;
  }[];
  /** Countries with sales. */
  readonly currencies: readonly {
    readonly code: string;
    readonly exponent: number;
    readonly charge_multiple: number;
    readonly payout_multiple: number;
    readonly min_charge: string;
    readonly min_payout: string;
  }[];
  readonly periods: readonly { readonly month: string; readonly closed_at: Date }[];
  readonly payments: readonly (OfInvoice & {
    readonly state: 'succeeded' | 'declined' | 'requires_action';
    readonly fee: string | null;
    readonly at: Date;
  })[];
  /** For one organization: totals of its lines by invoice; empty for everyone. */
  readonly ownInvoices: readonly (OfInvoice & { readonly gross: string })[];
  readonly refunds: readonly RealRefund[];
  readonly creditNotes: readonly (OfInvoice & {
    readonly reason: string;
    readonly at: Date;
    readonly taken: readonly RealLine[];
  })[];
  readonly disputes: readonly RealDispute[];
  readonly writeOffs: readonly (OfInvoice & { readonly at: Date })[];
  readonly listingFees: readonly {
    readonly drive_id: string;
    readonly org_id: string;
    readonly month: string;
    readonly currency: string;
  }[];
  readonly holds: readonly RealHold[];
  /** Negative balances settled by two people. */
  readonly recoveries: readonly {
    readonly id: string;
    readonly org_id: string;
    readonly currency: string;
    readonly amount: string;
    readonly how: string;
    readonly at: Date;
  }[];
  readonly runs: readonly {
    readonly month: string;
    readonly prepared_by: string;
    readonly prepared_at: Date;
    readonly approved_at: Date | null;
    readonly executed_at: Date | null;
    readonly approvals: readonly { readonly user_id: string; readonly at: string }[];
  }[];
  /** Postings of each payout after its run was approved, in ledger order. */
  readonly transfers: readonly {
    readonly month: string;
    readonly org_id: string;
    readonly currency: string;
    readonly what: 'refused' | 'again' | 'made';
    readonly at: Date;
  }[];
}

/** An event of a scenario. */
export type Written = Record<string, unknown> & { at: string };

/** Shared by the writers of a scenario. */
export interface Writing {
  readonly range: MonthRange;
  /** One organization sees its own lines, without names of its customers. */
  readonly own: boolean;
  /** The name of a tenant, or of an object of one. */
  readonly named: (id: string) => string;
  /** The name of a finance user. */
  readonly person: (id: string) => string;
}
