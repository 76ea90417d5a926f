import { Injectable } from '@nestjs/common';
import { nameProblem } from '@portal/contract';
import { AppError, Clock, required, Secret, tidyEmail } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { SealedBox, SealBroken, type SealContext } from '@portal/platform/crypto';
import { assertNoOpenTransaction } from '@portal/platform/database';
import type { Configuration } from 'openid-client';
import { SESSION_ABSOLUTE_MS } from '../sessions/domain/session-life.js';
import { identityErrors } from '../errors.js';

/** A sign-in attempt, encrypted in a cookie, so that the person who returns is the one who left. */
interface OidcAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Seconds; 0 requires a new sign-in at the provider. */
  readonly maxAge: number;
  /** Path to open afterwards. */
  readonly to: string;
  readonly until: number;
}

/** The person according to the provider. */
export interface ExternalPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  /** When the person last authenticated at the provider. */
  readonly authenticatedAt: Date;
}

/** Maximum time at the provider. */
export const EXTERNAL_SIGN_IN_MS = 10 * 60_000;
const SEAL: SealContext = { table: 'cookie', rowId: 'oidc', purpose: 'sign-in' };
const TIMEOUT_S = 10;
/** Maximum age of a newly requested authentication when the person returns, in seconds. */
const FRESH_S = 120;
const CALLBACK = '/api/v1/auth/oidc/callback';

/**
 * Authorization code flow with PKCE, state and nonce. The ID token's signature is verified. The provider comes from the
 * settings, never from the request.
 */
@Injectable()
export class OidcClient {
  private discovered: Promise<Configuration> | undefined;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly box: SealedBox,
  ) {}

  /** Name of the provider; null when none is configured. */
  get name(): string | null {
    return this.config.oidc?.name ?? null;
  }

  /**
   * The address at the provider, and the attempt to carry in a cookie; `fresh` requires a new sign-in there.
   * @throws AppError `oidc_not_configured` (404), `oidc_failed` (401) when the provider cannot be reached.
   */
  async begin({ to, fresh }: { to: string; fresh: boolean }): Promise<{ url: string; sealed: string }> {
    const library = await import('openid-client');
    const configuration = await this.configuration();
    const attempt: OidcAttempt = {
      state: library.randomState(),
      nonce: library.randomNonce(),
      verifier: library.randomPKCECodeVerifier(),
      maxAge: fresh ? 0 : SESSION_ABSOLUTE_MS / 1_000,
      to,
      until: this.clock.wallNow().getTime() + EXTERNAL_SIGN_IN_MS,
    };
    const url = library.buildAuthorizationUrl(configuration, {
      redirect_uri: this.config.publicUrl + CALLBACK,
      scope: 'openid email profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      max_age: String(attempt.maxAge),
    });
    return { url: url.href, sealed: this.box.seal(new Secret(JSON.stringify(attempt)), SEAL) };
  }

  /**
   * `query` is what the provider returned, `sealed` the cookie.
   * @throws AppError `oidc_failed` (401) for anything that does not match.
   */
  async finish(query: string, sealed: string | null): Promise<{ person: ExternalPerson; to: string }> {
    const attempt = sealed === null ? null : this.open(sealed);
    if (!attempt) throw new AppError(identityErrors.oidc_failed);
    assertNoOpenTransaction('a call to the sign-in provider');
    const library = await import('openid-client');
    const configuration = await this.configuration();
    try {
      const tokens = await library.authorizationCodeGrant(
        configuration,
        new URL(`${this.config.publicUrl}${CALLBACK}${query}`),
        {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.verifier,
          maxAge: attempt.maxAge || FRESH_S,
          idTokenExpected: true,
        },
      );
      const claims = tokens.claims();
      const email = typeof claims?.['email'] === 'string' ? claims['email'].trim() : '';
      if (
        !claims ||
        email !== tidyEmail(email) ||
        !/^\S{1,250}@\S{2,253}$/.test(email) ||
        email.length > 254 ||
        typeof claims.auth_time !== 'number'
      )
        throw new Error('the ID token lacks a usable email or auth_time');
      const name = typeof claims['name'] === 'string' ? claims['name'].trim().slice(0, 120) : '';
      const person = {
        issuer: claims.iss,
        subject: claims.sub,
        email,
        emailVerified: claims['email_verified'] === true,
        name: name !== '' && nameProblem(name, 'person') === null ? name : email.slice(0, 120),
        authenticatedAt: new Date(claims.auth_time * 1_000),
      };
      return { person, to: attempt.to };
    } catch (error) {
      throw new AppError(identityErrors.oidc_failed, { cause: error });
    }
  }

  /** Null for a value that we did not encrypt, or that is too old. */
  private open(sealed: string): OidcAttempt | null {
    try {
      const carried = JSON.parse(this.box.open(sealed, SEAL).reveal()) as OidcAttempt;
      return this.clock.wallNow().getTime() < carried.until ? carried : null;
    } catch (error) {
      if (error instanceof SealBroken) return null;
      throw error;
    }
  }

  private async configuration(): Promise<Configuration> {
    const settings = required(this.config.oidc, identityErrors.oidc_not_configured);
    assertNoOpenTransaction('a call to the sign-in provider');
    const library = await import('openid-client');
    this.discovered ??= library.discovery(
      new URL(settings.issuer),
      settings.clientId,
      settings.clientSecret.reveal(),
      undefined,
      {
        timeout: TIMEOUT_S,
        execute: [
          library.enableNonRepudiationChecks,
          // The settings allow plain http in a sandbox only.
          ...(settings.issuer.startsWith('http:') ? [library.allowInsecureRequests] : []),
        ],
      },
    );
    try {
      return await this.discovered;
    } catch (error) {
      this.discovered = undefined;
      throw new AppError(identityErrors.oidc_failed, { cause: error });
    }
  }
}
