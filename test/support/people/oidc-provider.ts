import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LocalServer } from '../processes/local-server.js';

export interface Claims {
  sub: string;
  email: string;
  email_verified: boolean;
  name?: string;
}

interface Grant {
  readonly claims: Claims;
  readonly challenge: string;
  readonly nonce: string;
  readonly redirectUri: string;
  readonly authTime: number;
}

const CLIENT_ID = 'portal';
const CLIENT_SECRET = 'a secret at the provider';

/**
 * A small OpenID provider: discovery, keys, authorization and token endpoint, with codes that work once, PKCE and RS256.
 * `login` acts as the person at its page. The switches make it misbehave in one way each.
 */
export class OidcProvider extends LocalServer {
  private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly grants = new Map<string, Grant>();
  private codes = 0;
  /** Changes the ID token's claims before it is signed. */
  tamper: (claims: Record<string, unknown>) => void = () => undefined;
  /** Signs with an unknown key. */
  forge = false;

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get settings(): Record<string, string> {
    return {
      OIDC_ISSUER: this.url,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_NAME: 'Test ID',
    };
  }

  /** The person signs in at the provider's page; returns where the browser is sent back to. */
  login(authorizationUrl: string, claims: Claims, authTime = Math.floor(Date.now() / 1_000)): string {
    const asked = new URL(authorizationUrl).searchParams;
    if (asked.get('client_id') !== CLIENT_ID || asked.get('response_type') !== 'code')
      throw new Error('the provider does not know this client');
    if (asked.get('code_challenge_method') !== 'S256') throw new Error('PKCE is missing');
    const code = `code-${++this.codes}`;
    const redirectUri = asked.get('redirect_uri')!;
    this.grants.set(code, {
      claims,
      challenge: asked.get('code_challenge')!,
      nonce: asked.get('nonce')!,
      redirectUri,
      authTime,
    });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state')!);
    return back.pathname + back.search;
  }

  protected async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url!, this.url).pathname;
    if (path === '/.well-known/openid-configuration') return json(response, 200, this.metadata());
    if (path === '/keys') {
      const jwk = this.keys.publicKey.export({ format: 'jwk' });
      return json(response, 200, { keys: [{ ...jwk, kid: 'k1', alg: 'RS256', use: 'sig' }] });
    }
    if (path !== '/token') return json(response, 404, {});
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const form = new URLSearchParams(body);
    const grant = this.grants.get(form.get('code') ?? '');
    this.grants.delete(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const known = this.knows(request, form);
    if (!known) return json(response, 401, { error: 'invalid_client' });
    if (!grant || verifier !== grant.challenge || form.get('redirect_uri') !== grant.redirectUri)
      return json(response, 400, { error: 'invalid_grant' });
    json(response, 200, {
      access_token: 'of no use here',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: this.idToken(grant),
    });
  }

  private knows(request: IncomingMessage, form: URLSearchParams): boolean {
    if (form.get('client_id') === CLIENT_ID && form.get('client_secret') === CLIENT_SECRET) return true;
    const basic = Buffer.from((request.headers.authorization ?? '').slice('Basic '.length), 'base64').toString();
    const [id, secret] = basic.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    return id === CLIENT_ID && secret === CLIENT_SECRET;
  }

  private metadata(): object {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  private idToken(grant: Grant): string {
    const now = Math.floor(Date.now() / 1_000);
    const claims: Record<string, unknown> = {
      iss: this.url,
      aud: CLIENT_ID,
      iat: now,
      exp: now + 60,
      nonce: grant.nonce,
      auth_time: grant.authTime,
      ...grant.claims,
    };
    this.tamper(claims);
    const text = [{ alg: 'RS256', kid: 'k1', typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const key: KeyObject = this.forge
      ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
      : this.keys.privateKey;
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
  }
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
