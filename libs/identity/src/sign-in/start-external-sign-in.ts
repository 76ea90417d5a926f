import { Injectable } from '@nestjs/common';
import { Clock, Secret } from '@portal/kernel';
import { SealedBox, SealBroken, type SealContext } from '@portal/platform/crypto';
import { SESSION_ABSOLUTE_MS } from '../sessions/domain/session-life.js';
import { OidcClient, type OidcAttempt } from './oidc-client.js';

/** Maximum time at the provider. */
export const EXTERNAL_SIGN_IN_MS = 10 * 60_000;
const SEAL: SealContext = { table: 'cookie', rowId: 'oidc', purpose: 'sign-in' };

/** A sign-in attempt, encrypted in a cookie, so that the person who returns is the one who left. */
interface CarriedAttempt extends OidcAttempt {
  /** Path to open afterwards. */
  readonly to: string;
  readonly until: number;
}

/** Starts single sign-on; `fresh` requires a new sign-in at the provider. */
@Injectable()
export class StartExternalSignIn {
  constructor(
    private readonly oidc: OidcClient,
    private readonly clock: Clock,
    private readonly box: SealedBox,
  ) {}

  /** @throws AppError `oidc_not_configured` (404), `oidc_failed` (401). */
  async execute(input: { to: string; fresh: boolean }): Promise<{ url: string; sealed: string }> {
    const { url, attempt } = await this.oidc.begin(input.fresh ? 0 : SESSION_ABSOLUTE_MS / 1_000);
    const until = this.clock.wallNow().getTime() + EXTERNAL_SIGN_IN_MS;
    const carried: CarriedAttempt = { ...attempt, to: input.to, until };
    return { url, sealed: this.box.seal(new Secret(JSON.stringify(carried)), SEAL) };
  }

  /** Null for a value that we did not encrypt, or that is too old. */
  open(sealed: string): CarriedAttempt | null {
    try {
      const carried = JSON.parse(this.box.open(sealed, SEAL).reveal()) as CarriedAttempt;
      return this.clock.wallNow().getTime() < carried.until ? carried : null;
    } catch (error) {
      if (error instanceof SealBroken) return null;
      throw error;
    }
  }
}
