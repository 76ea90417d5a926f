import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { OidcClient, type ExternalPerson } from './oidc-client.js';
import type { Origin } from '../sessions/sessions.service.js';
import { EnterAccount, type SignedIn } from './enter-account.js';
import { ExternalLoginsRepository, type ExternalUser } from './external-logins.repository.js';

/**
 * Completes single sign-on: for a known login its account, otherwise the account of the verified address, or a new one
 * without a password.
 */
@Injectable()
export class CompleteExternalSignIn {
  constructor(
    private readonly transactor: Transactor,
    private readonly oidc: OidcClient,
    private readonly logins: ExternalLoginsRepository,
    private readonly enter: EnterAccount,
  ) {}

  /** @throws AppError `oidc_failed` (401), `oidc_email_not_verified` (403). */
  async execute(input: {
    query: string;
    sealed: string | null;
    origin: Origin;
  }): Promise<{ signedIn: SignedIn; to: string }> {
    const { person, to } = await this.oidc.finish(input.query, input.sealed);
    const signedIn = await this.transactor.run(async (tx) => {
      const user = (await this.logins.userOf(tx, person.issuer, person.subject)) ?? (await this.link(tx, person));
      if (user.disabled) throw new AppError(identityErrors.oidc_failed);
      const { origin } = input;
      return this.enter.execute(tx, { user, origin, by: 'oidc', authenticatedAt: person.authenticatedAt });
    });
    return { signedIn, to };
  }

  private async link(tx: Tx, person: ExternalPerson): Promise<ExternalUser> {
    if (!person.emailVerified) throw new AppError(identityErrors.oidc_email_not_verified);
    const user = await this.logins.adopt(tx, person);
    if (!user) throw new AppError(identityErrors.oidc_failed);
    const actor: Actor = { ...SYSTEM_ACTOR, kind: 'user', userId: user.id, name: user.name };
    await tx.audit(actor, 'user.external_login_linked', ['user', user.id], {
      after: { issuer: person.issuer, subject: person.subject },
    });
    return user;
  }
}
