import { Injectable } from '@nestjs/common';
import { checkOf, normalized, Policies } from '@portal/billing';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { LastChange } from '@portal/platform/audit';
import { assertExpectedVersion, revisionOf, Transactor } from '@portal/platform/database';
import { statementErrors } from './errors.js';
import type { TaxProfileView } from './http/statements.view.js';
import { TaxProfileEntity } from './persistence/tax-profile.entity.js';
import { factsOf, TaxProfilesRepository, type TaxProfile } from './persistence/tax-profiles.repository.js';

const SAVED = 'tax_profile.saved';

/** The tax data of authors. */
@Injectable()
export class TaxProfilesService {
  constructor(
    private readonly transactor: Transactor,
    private readonly profiles: TaxProfilesRepository,
    private readonly lastChange: LastChange,
    private readonly policies: Policies,
  ) {}

  async get(orgId: string): Promise<TaxProfileView> {
    const profile = await this.profiles.latest(orgId);
    return {
      saved: profile !== undefined,
      revision: revisionOf(profile ? factsOf(profile) : null),
      legal_name: profile?.legalName ?? '',
      address: profile?.address ?? '',
      country: profile?.country ?? '',
      tax_id: profile?.taxId ?? null,
      vat_id: profile?.vatId ?? null,
      vat_id_check: checkOf(profile?.country ?? '', profile?.vatId ?? null, null, profile?.vies),
      vies: profile?.vies ?? null,
      vat_treatment: profile?.vatTreatment ?? 'not_registered',
      self_billing_consent: profile?.selfBillingConsent ?? false,
      saved_by: profile?.savedByName ?? null,
      saved_at: profile?.savedAt.toISOString() ?? null,
    };
  }

  /**
   * Saves a new version. Issued invoices keep the version they were made with. `expectedVersion` is the revision that
   * was edited; undefined for the first one.
   * @throws AppError `tax_profile_invalid`, `tax_id_invalid`, `reverse_charge_domestic` (422),
   *   `self_billing_recipient_missing` (409), `changed_meanwhile` (409) with both values, who changed it and when
   */
  async save(orgId: string, given: TaxProfile, actor: Actor, expectedVersion?: string): Promise<void> {
    const { country, vatId, taxId } = given;
    const profile = {
      ...given,
      vatId: vatId === null ? null : normalized('/vat_id', country, vatId),
      // Nine digits, of a company or a person: a 1099 states them.
      taxId: taxId === null || country !== 'US' ? taxId : normalized('/tax_id', country, taxId, 'us_ein'),
    };
    if (profile.vatTreatment === 'reverse_charge' && profile.vatId === null)
      throw new AppError(statementErrors.tax_profile_invalid);
    await this.transactor.run(async (tx) => {
      const before = await this.profiles.lock(tx, orgId);
      const now = before ? factsOf(before) : null;
      await assertExpectedVersion(expectedVersion, now, factsOf(profile), () =>
        this.lastChange.of(tx, ['organization', orgId], [SAVED], actor),
      );
      const operator = await this.policies.at(tx, 'operator_identity', tx.now);
      if (profile.vatTreatment === 'reverse_charge' && operator.country === country)
        throw new AppError(statementErrors.reverse_charge_domestic);
      if (profile.selfBillingConsent && operator.legal_name === null)
        throw new AppError(statementErrors.self_billing_recipient_missing);
      await tx.manager.insert(TaxProfileEntity, {
        ...{ ...profile, orgId, version: (before?.version ?? 0) + 1 },
        ...{ savedBy: actor.userId, savedByName: actor.name, savedAt: tx.now },
      });
      await tx.audit(actor, SAVED, ['organization', orgId], {
        after: { country: profile.country, self_billing_consent: profile.selfBillingConsent },
      });
    });
  }
}
