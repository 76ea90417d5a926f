import { Injectable } from '@nestjs/common';
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

  async latest(orgId: string, q: Pick<Database | Tx, 'query'> = this.database): Promise<StoredTaxProfile | undefined> {
    const [row] = await q.query<StoredTaxProfile>(
      `select ${PROFILE_COLUMNS} from statements.tax_profiles p where p.org_id = $1 order by p.version desc limit 1`,
      [orgId],
    );
    return row;
  }

  /** The latest version. Locks the profile until the transaction ends. */
  async lock(tx: Tx, orgId: string): Promise<StoredTaxProfile | undefined> {
    await takeLock(tx, 'statements.tax_profile', { key: orgId });
    return this.latest(orgId, tx);
  }

  async insert(tx: Tx, orgId: string, profile: TaxProfile, by: { userId: string | null; name: string }): Promise<void> {
    await tx.query(
      `insert into statements.tax_profiles (org_id, version, legal_name, address, country, tax_id, vat_id, vat_treatment,
         self_billing_consent, saved_by, saved_by_name, saved_at)
       select $1, coalesce(max(version), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 from statements.tax_profiles where org_id = $1`,
      [
        orgId,
        profile.legalName,
        profile.address,
        profile.country,
        profile.taxId,
        profile.vatId,
        profile.vatTreatment,
        profile.selfBillingConsent,
        by.userId,
        by.name,
        tx.now,
      ],
    );
  }
}
