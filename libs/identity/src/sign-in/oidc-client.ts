import { Injectable } from '@nestjs/common';
import { nameProblem } from '@portal/contract';
import { AppError } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { assertNoOpenTransaction } from '@portal/platform/database';
import type { Configuration } from 'openid-client';
import { tidyEmail } from './domain/email.js';
import { identityErrors } from '../errors.js';

/** What one sign-in must remember between going to the provider and coming back. */
export interface OidcAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Seconds; 0 when the provider has to ask the person anew. */
  readonly maxAge: number;
}

/** Whom the provider says it is. */
export interface ExternalPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  /** When the person last proved it to the provider. */
  readonly authenticatedAt: Date;
}

const TIMEOUT_S = 10;
/** A proof asked for anew may be this old when the person is back (seconds). */
const FRESH_S = 120;
const CALLBACK = '/api/v1/auth/oidc/callback';

/** Authorization code flow with PKCE, state and nonce; the ID token's signature is checked too. The provider is set, never chosen. */
@Injectable()
export class OidcClient {
  private discovered: Promise<Configuration> | undefined;

  constructor(private readonly config: Config) {}

  /** What people call the provider; null when none is set. */
  get name(): string | null {
    return this.config.oidc?.name ?? null;
  }

  /** @throws AppError `oidc_not_configured` (404), `oidc_failed` (401) when the provider cannot be reached. */
  async begin(maxAge: number): Promise<{ url: string; attempt: OidcAttempt }> {
    const library = await import('openid-client');
    const configuration = await this.configuration();
    const attempt = {
      state: library.randomState(),
      nonce: library.randomNonce(),
      verifier: library.randomPKCECodeVerifier(),
      maxAge,
    };
    const url = library.buildAuthorizationUrl(configuration, {
      redirect_uri: this.config.publicUrl + CALLBACK,
      scope: 'openid email profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      max_age: String(maxAge),
    });
    return { url: url.href, attempt };
  }

  /** `query` is what the provider sent back. @throws AppError `oidc_failed` (401) for whatever does not fit. */
  async finish(query: string, attempt: OidcAttempt): Promise<ExternalPerson> {
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
      const email = tidyEmail(typeof claims?.['email'] === 'string' ? claims['email'] : '');
      if (!claims || !/^\S{1,250}@\S{2,253}$/.test(email) || email.length > 254 || typeof claims.auth_time !== 'number')
        throw new Error('the ID token lacks a usable email or auth_time');
      const name = typeof claims['name'] === 'string' ? claims['name'].trim().slice(0, 120) : '';
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email,
        emailVerified: claims['email_verified'] === true,
        name: name !== '' && nameProblem(name, 'person') === null ? name : email.slice(0, 120),
        authenticatedAt: new Date(claims.auth_time * 1_000),
      };
    } catch (error) {
      throw new AppError(identityErrors.oidc_failed, { cause: error });
    }
  }

  private async configuration(): Promise<Configuration> {
    const settings = this.config.oidc;
    if (!settings) throw new AppError(identityErrors.oidc_not_configured);
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
          // Settings allow plain http in a sandbox only.
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
