import { Injectable } from '@nestjs/common';
import type { ViesView } from '@portal/billing';
import { Database, takeLock, type Facts, type Tx } from '@portal/platform/database';
import type { TaxProfileEntity } from './tax-profile.entity.js';

export type StoredTaxProfile = Omit<TaxProfileEntity, 'orgId' | 'savedBy'>;

export type TaxProfile = Omit<StoredTaxProfile, 'version' | 'savedByName' | 'savedAt'>;

/** Of `statements.tax_profiles p`. */
export const PROFILE_COLUMNS = `p.version, p.legal_name as "legalName", p.address, p.country, p.tax_id as "taxId", p.vat_id as "vatId",
  p.vat_treatment as "vatTreatment", p.self_billing_consent as "selfBillingConsent", p.saved_by_name as "savedByName", p.saved_at as "savedAt"`;

/** Revision in the API. */
export const factsOf = (profile: TaxProfile): Facts => ({
  legal_name: profile.legalName,
  address: profile.address,
  country: profile.country,
  tax_id: profile.taxId,
  vat_id: profile.vatId,
  vat_treatment: profile.vatTreatment,
  self_billing_consent: profile.selfBillingConsent,
});

/** Tax data of authors. Every change is a new version. */
@Injectable()
export class TaxProfilesRepository {
  constructor(private readonly database: Database) {}

  async latest(orgId: string, q: Pick<Database | Tx, 'query'> = this.database) {
    const [row] = await q.query<StoredTaxProfile & { vies: ViesView | null }>(
      `select ${PROFILE_COLUMNS}, billing.vies(p.vat_id) as vies from statements.tax_profiles p where p.org_id = $1 order by p.version desc limit 1`,
      [orgId],
    );
    return row;
  }

  /** The latest version. Locks the profile until the transaction ends. */
  async lock(tx: Tx, orgId: string): Promise<StoredTaxProfile | undefined> {
    await takeLock(tx, 'statements.tax_profile', { key: orgId });
    return this.latest(orgId, tx);
  }
}
