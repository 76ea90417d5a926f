import { Injectable } from '@nestjs/common';
import { revisionOf } from '@portal/platform/database';
import type { TaxProfileView } from '../http/statements.view.js';
import { factsOf, TaxProfilesRepository } from '../persistence/tax-profiles.repository.js';

@Injectable()
export class TaxProfiles {
  constructor(private readonly profiles: TaxProfilesRepository) {}

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
      vat_treatment: profile?.vatTreatment ?? 'not_registered',
      self_billing_consent: profile?.selfBillingConsent ?? false,
      saved_by: profile?.savedByName ?? null,
      saved_at: profile?.savedAt.toISOString() ?? null,
    };
  }
}
