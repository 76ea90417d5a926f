import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Transactor, type Tx } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { OidcClient, type ExternalPerson } from './oidc-client.js';
import type { Origin } from '../sessions/sessions.service.js';
import { EnterAccount, type SignedIn } from './enter-account.js';
import { ExternalLoginsRepository, type ExternalUser } from './external-logins.repository.js';
import { LinkLogin } from './link-login.js';
import { UsersRepository } from '../people/users.repository.js';

/**
 * Completes single sign-on: for a known login its account, otherwise a new one of the verified address, without a
 * password. Where the address has an account, its owner signs in there first.
 */
@Injectable()
export class CompleteExternalSignIn {
  constructor(
    private readonly transactor: Transactor,
    private readonly oidc: OidcClient,
    private readonly logins: ExternalLoginsRepository,
    private readonly users: UsersRepository,
    private readonly linkLogin: LinkLogin,
    private readonly enter: EnterAccount,
  ) {}

  /**
   * Returns `link`, for a cookie, when the owner of the account has to sign in first.
   * @throws AppError `oidc_failed` (401), `oidc_email_not_verified` (403).
   */
  async execute(input: {
    query: string;
    sealed: string | null;
    origin: Origin;
  }): Promise<{ signedIn: SignedIn; to: string } | { link: string; to: string }> {
    const { person, to } = await this.oidc.finish(input.query, input.sealed);
    return this.transactor.run(async (tx) => {
      const user = (await this.logins.userOf(tx, person)) ?? (await this.make(tx, person));
      if (!user) return { link: await this.carried(tx, person), to };
      if (user.disabled) throw new AppError(identityErrors.oidc_failed);
      const { origin } = input;
      const { authenticatedAt } = person;
      return { signedIn: await this.enter.execute(tx, { user, origin, by: 'oidc', authenticatedAt }), to };
    });
  }

  /** Undefined when the address has an account. Of two concurrent first sign-ins the second finds the login of the first. */
  private async make(tx: Tx, person: ExternalPerson): Promise<ExternalUser | undefined> {
    if (!person.emailVerified) throw new AppError(identityErrors.oidc_email_not_verified);
    const { email, name } = person;
    const id = await this.users.open(tx, { email, name, passwordHash: null });
    if (id !== undefined) await this.linkLogin.record(tx, { id, name }, person);
    return this.logins.userOf(tx, person);
  }

  private async carried(tx: Tx, person: ExternalPerson): Promise<string> {
    const userId = await this.logins.linkable(tx, person);
    if (userId === undefined) throw new AppError(identityErrors.oidc_failed);
    return this.linkLogin.carry(person, userId);
  }
}
