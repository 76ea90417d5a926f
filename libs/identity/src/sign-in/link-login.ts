import { Injectable } from '@nestjs/common';
import { Clock, Secret } from '@portal/kernel';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import { SealedBox, SealBroken, type SealContext } from '@portal/platform/crypto';
import type { Tx } from '@portal/platform/database';
import { ExternalLoginsRepository, type ExternalLogin } from './external-logins.repository.js';

/** A login that waits, in a cookie, for the owner of the account to sign in. */
interface CarriedLogin extends ExternalLogin {
  readonly userId: string;
  readonly until: number;
}

/** How long it waits: a new password by mail fits in. */
export const LINK_MS = 30 * 60_000;
const SEAL: SealContext = { table: 'cookie', rowId: 'login', purpose: 'link' };

/**
 * Links a login at a provider to an existing account. An address alone opens none: its owner signs in once, in the same
 * browser and with everything that the account asks for.
 */
@Injectable()
export class LinkLogin {
  constructor(
    private readonly clock: Clock,
    private readonly box: SealedBox,
    private readonly logins: ExternalLoginsRepository,
  ) {}

  /** For the cookie. */
  carry({ issuer, subject }: ExternalLogin, userId: string): string {
    const carried: CarriedLogin = { issuer, subject, userId, until: this.clock.wallNow().getTime() + LINK_MS };
    return this.box.seal(new Secret(JSON.stringify(carried)), SEAL);
  }

  /** The person has signed in; `sealed` is the cookie. Does nothing when it is for somebody else, old or not ours. */
  async link(tx: Tx, user: { id: string; name: string }, sealed: string): Promise<void> {
    const carried = this.open(sealed);
    if (carried?.userId !== user.id || this.clock.wallNow().getTime() >= carried.until) return;
    if (await this.logins.userOf(tx, carried)) return;
    await this.record(tx, user, carried);
  }

  async record(tx: Tx, user: { id: string; name: string }, { issuer, subject }: ExternalLogin): Promise<void> {
    await this.logins.add(tx, { issuer, subject }, user.id);
    const actor: Actor = { ...SYSTEM_ACTOR, kind: 'user', userId: user.id, name: user.name };
    await tx.audit(actor, 'user.external_login_linked', ['user', user.id], { after: { issuer, subject } });
  }

  private open(sealed: string): CarriedLogin | null {
    try {
      return JSON.parse(this.box.open(sealed, SEAL).reveal()) as CarriedLogin;
    } catch (error) {
      if (error instanceof SealBroken) return null;
      throw error;
    }
  }
}
