import type { Keyed } from './outcome.js';

export interface AccountInput extends Keyed {
  /** Our id of the author's organization, stored in the provider's metadata as `reference`. */
  reference: string;
  email: string;
  displayName: string;
  /** ISO 3166-1 alpha-2, any case. */
  country: string;
  entityType: 'individual' | 'company' | 'non_profit' | 'government_entity';
}

/** A requirement that the provider sets before it pays, or continues to pay. */
export interface AccountRequirement {
  /** Name of the requirement, e.g. `identity.individual.id_number`. */
  code: string;
  /** Who must act: the author (`user`) or the provider (`provider`). */
  awaiting: 'user' | 'provider';
  /** `currently_due`, `past_due` or `eventually_due`. */
  status: string;
  /** Deadline, UTC; null when there is none. */
  deadlineAt: Date | null;
}

export interface AccountState {
  accountId: string;
  country: string | null;
  /** True only when the recipient capability for transfers is active and the account is not closed. */
  payable: boolean;
  /** The capability as the provider names it: `active`, `pending`, `restricted`, `rejected`, `unsupported` or `none`. */
  capability: string;
  closed: boolean;
  requirements: AccountRequirement[];
  /** The bank account behind it, if the provider shows it; the same one has the same fingerprint, whoever gave it. */
  bank?: { fingerprint: string; name: string | null; country: string; last4: string } | undefined;
}

/**
 * Authors' connected accounts (Accounts v2, recipient configuration). Throws `payment_provider_unavailable` (503) when
 * the provider cannot be reached and `payment_provider_refused` (422) when it refuses. Must not be called inside a
 * transaction.
 */
export abstract class ConnectGateway {
  abstract createAccount(input: AccountInput): Promise<{ accountId: string }>;

  /** A short-lived page of the provider where the author enters bank and identity data. Create a new link each time. */
  abstract createOnboardingLink(
    input: Keyed & { accountId: string; returnUrl: string; refreshUrl: string },
  ): Promise<{ url: string; expiresAt: Date }>;

  /** The current account; undefined for an unknown id. */
  abstract retrieveAccount(accountId: string): Promise<AccountState | undefined>;
}
