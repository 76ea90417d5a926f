import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Audit, Transactor, type Actor } from '@portal/platform';
import { statementErrors } from './errors.js';
import { TaxProfilesRepository, type TaxProfile } from './persistence/tax-profiles.repository.js';

/** Saves an author's tax data as a new version. Invoices that were issued keep the version they were made with. */
@Injectable()
export class SaveTaxProfile {
  constructor(
    private readonly transactor: Transactor,
    private readonly profiles: TaxProfilesRepository,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `tax_profile_invalid` (422) */
  async execute(orgId: string, profile: TaxProfile, actor: Actor): Promise<void> {
    if (profile.vatTreatment === 'reverse_charge' && profile.vatId === null)
      throw new AppError(statementErrors.tax_profile_invalid);
    await this.transactor.run(async (tx) => {
      await this.profiles.insert(tx, orgId, profile, { userId: actor.userId, name: actor.name });
      await this.audit.record(tx, {
        actor,
        action: 'tax_profile.saved',
        subjectType: 'organization',
        subjectId: orgId,
        after: { country: profile.country, self_billing_consent: profile.selfBillingConsent },
      });
    });
  }
}
