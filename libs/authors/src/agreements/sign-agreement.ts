import { Injectable } from '@nestjs/common';
import { AppError, required } from '@portal/kernel';
import { requireSession, type Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { authorsErrors } from '../errors.js';
import { requireOrganization } from '../organizations/authorized-organization.js';
import { OrganizationsRepository } from '../organizations/organizations.repository.js';

export interface SignatureInput {
  actor: Actor;
  version: string;
  /** SHA-256 of the text that was displayed. */
  digest: string;
  signedName: string;
  ip: string;
  userAgent: string | null;
}

/**
 * Signs exactly the text that was read, identified by version and digest. Signing the version in force activates the
 * account; an announced version takes effect on its date without another signature.
 */
@Injectable()
export class SignAgreement {
  constructor(
    private readonly transactor: Transactor,
    private readonly organizations: OrganizationsRepository,
  ) {}

  /**
   * @throws AppError `session_required` (403), `account_not_found` (404), `agreement_not_published`, `agreement_not_current`
   *   for a superseded version, `agreement_in_force_first`, `agreement_already_signed` (409).
   */
  async execute(input: SignatureInput): Promise<void> {
    const { actor, ...signature } = input;
    const { version, digest, signedName } = signature;
    const signedBy = requireSession(actor);
    const orgId = requireOrganization(actor);
    await this.transactor.run(async (tx) => {
      const account = required(await this.organizations.lockStatus(tx, orgId), authorsErrors.account_not_found);
      if (account.state === 'terminated') throw new AppError(authorsErrors.account_terminated);
      const text = await this.organizations.agreementNamed(tx, version);
      const current = required(await this.organizations.currentAgreement(tx), authorsErrors.agreement_not_published);
      if (!text || digest !== text.digest || text.ordinal < current.ordinal)
        throw new AppError(authorsErrors.agreement_not_current);
      const early = text.ordinal > current.ordinal;
      if (early && !account.currentSigned) throw new AppError(authorsErrors.agreement_in_force_first);
      const signed = await this.organizations.sign(tx, { ...signature, orgId, signedBy });
      if (!signed) throw new AppError(authorsErrors.agreement_already_signed);
      if (account.state === 'pending_agreement' && !early) await this.organizations.activate(tx, orgId);
      await tx.audit(actor, 'agreement.signed', ['organization', orgId], {
        after: { version, digest, signed_name: signedName, early },
      });
    });
  }
}
