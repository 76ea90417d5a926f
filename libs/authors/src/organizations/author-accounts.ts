import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Identity, type Person } from '@portal/identity';
import { Database, type Tx } from '@portal/platform/database';
import { assertMayWork, type AccountState } from '../offboarding/domain/account-state.js';
import { offboardingDates } from '../offboarding/domain/offboarding.js';
import { authorsErrors } from '../errors.js';
import { OrganizationsRepository } from './organizations.repository.js';

/** A contact person of an organisation. */
export interface Contact {
  userId: string;
  email: string;
  name: string;
}

/** The announced end of an account. */
export interface Offboarding {
  id: string;
  /** Until when it can be withdrawn; after that the author's Drives cannot be installed. */
  closesAt: Date;
  endsAt: Date;
}

interface OrganizationFacts {
  orgId: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** Developer accounts, for other features. */
@Injectable()
export class AuthorAccounts {
  constructor(
    private readonly database: Database,
    private readonly organizations: OrganizationsRepository,
    private readonly identity: Identity,
  ) {}

  /** `none` before the first approval. */
  async state(orgId: string): Promise<AccountState | 'none'> {
    const [row] = await this.database.query<{ state: AccountState }>(
      'select state from authors.developer_accounts where org_id = $1',
      [orgId],
    );
    return row?.state ?? 'none';
  }

  /**
   * Requires an active account, for new submissions and secrets; installs and payouts do not need one.
   * @throws AppError `account_not_found` (404), `agreement_required`, `account_suspended`, `account_offboarding`,
   *   `account_terminated` (403).
   */
  async assertActive(tx: Tx, orgId: string): Promise<void> {
    const account = await this.organizations.status(tx, orgId);
    if (!account) throw new AppError(authorsErrors.account_not_found);
    assertMayWork(account, tx.now);
  }

  /**
   * Requires an approved author, with or without a signed agreement, for messages that the portal sends to third
   * parties.
   * @throws AppError `not_approved_yet`, `account_suspended` or `account_terminated` (403).
   */
  async assertApproved(tx: Tx, orgId: string): Promise<void> {
    const account = await this.organizations.status(tx, orgId);
    if (!account) throw new AppError(authorsErrors.not_approved_yet);
    if (account.state === 'suspended') throw new AppError(authorsErrors.account_suspended);
    if (account.state === 'terminated') throw new AppError(authorsErrors.account_terminated);
  }

  /** Like `assertActive`, but also passes between the announcement of the account's end and the end itself. */
  async assertServes(tx: Tx, orgId: string): Promise<void> {
    const account = await this.organizations.status(tx, orgId);
    if (!account) throw new AppError(authorsErrors.account_not_found);
    assertMayWork({ ...account, leaving: false }, tx.now);
  }

  /** Whether staff has suspended the account. Locks the account until `tx` ends. */
  async isSuspended(tx: Tx, orgId: string): Promise<boolean> {
    return (await this.organizations.status(tx, orgId))?.state === 'suspended';
  }

  /**
   * @throws AppError `account_offboarding` from the announcement of the account's end on, `account_terminated` after it
   *   (403).
   */
  async assertStays(tx: Tx, orgId: string): Promise<void> {
    const account = await this.organizations.status(tx, orgId);
    if (account?.state === 'terminated') throw new AppError(authorsErrors.account_terminated);
    if (account?.leaving) throw new AppError(authorsErrors.account_offboarding);
  }

  /** The current offboarding, also after it was carried out; undefined when there is none. */
  async offboarding(orgId: string): Promise<Offboarding | undefined> {
    const [row] = await this.database.query<{ id: string; asked_at: Date; ends_at: Date }>(
      'select id, asked_at, ends_at from authors.offboardings where org_id = $1 and withdrawn_at is null',
      [orgId],
    );
    return row && { id: row.id, closesAt: offboardingDates(row.asked_at).closesAt, endsAt: row.ends_at };
  }

  async contacts(orgId: string): Promise<Contact[]> {
    const people: Person[] = await this.identity.usersWith('author', orgId);
    return people.map(({ id, email, name }) => ({ userId: id, email, name }));
  }

  async country(orgId: string): Promise<string | undefined> {
    return (await this.facts([orgId]))[0]?.country;
  }

  /** Name and country of organisations; unknown ids are left out. */
  async facts(orgIds: readonly string[]): Promise<OrganizationFacts[]> {
    const rows = await this.database.query<{ id: string; name: string; country: string }>(
      'select id, name, country from authors.organizations where id = any($1::uuid[])',
      [orgIds],
    );
    return rows.map((row) => ({ orgId: row.id, name: row.name, country: row.country }));
  }
}
