import { Injectable } from '@nestjs/common';
import { whyNot } from '@portal/approvals';
import type { AppError } from '@portal/kernel';
import { Identity, type Person } from '@portal/identity';
import { Database, type Tx } from '@portal/platform/database';
import { conditionOf, type AccountState } from '../offboarding/domain/account-state.js';
import { offboardingDates } from '../offboarding/domain/offboarding.js';
import { AUTHOR_CAPABILITIES, type AuthorCapability } from './domain/author-capabilities.js';
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
  async state(orgId: string, at: Pick<Tx, 'query'> = this.database): Promise<AccountState | 'none'> {
    const [row] = await at.query<{ state: AccountState }>(
      'select state from authors.developer_accounts where org_id = $1',
      [orgId],
    );
    return row?.state ?? 'none';
  }

  /**
   * Locks the account until `tx` ends.
   * @throws AppError of its state (`AUTHOR_CAPABILITIES`), or `capability_off` (403)
   */
  async assertMay(tx: Tx, orgId: string, capability: AuthorCapability): Promise<void> {
    const refused = await this.whyNot(tx, orgId, capability);
    if (refused) throw refused;
  }

  /** As `assertMay`: the refusal; undefined when it may. */
  async whyNot(tx: Tx, orgId: string, capability: AuthorCapability): Promise<AppError | undefined> {
    const state = conditionOf(await this.organizations.status(tx, orgId), tx.now);
    return whyNot(tx, AUTHOR_CAPABILITIES, { id: orgId, state }, capability);
  }

  /** The current offboarding, also after it was carried out; undefined when there is none. */
  async offboarding(orgId: string): Promise<Offboarding | undefined> {
    const [row] = await this.database.query<{ id: string; asked_at: Date; ends_at: Date }>(
      'select id, asked_at, ends_at from authors.offboardings where org_id = $1 and withdrawn_at is null',
      [orgId],
    );
    return row && { id: row.id, closesAt: offboardingDates(row.asked_at).closesAt, endsAt: row.ends_at };
  }

  async contacts(orgId: string, tx?: Tx): Promise<Contact[]> {
    const people: Person[] = await this.identity.usersWith('author', orgId, tx);
    return people.map(({ id, email, name }) => ({ userId: id, email, name }));
  }

  async country(orgId: string): Promise<string | undefined> {
    return (await this.facts([orgId]))[0]?.country;
  }

  /** Name and country of organisations; unknown ids are left out. */
  async facts(orgIds: readonly string[], at: Pick<Tx, 'query'> = this.database): Promise<OrganizationFacts[]> {
    const rows = await at.query<{ id: string; name: string; country: string }>(
      'select id, name, country from authors.organizations where id = any($1::uuid[])',
      [orgIds],
    );
    return rows.map((row) => ({ orgId: row.id, name: row.name, country: row.country }));
  }
}
