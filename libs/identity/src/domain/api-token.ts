import type { Grant } from './roles.js';

/** An API token as its maker sees it; the token itself is shown once and not kept. */
export interface ApiToken {
  readonly id: string;
  readonly name: string;
  /** First characters, to recognise the token. */
  readonly prefix: string;
  readonly roles: readonly Grant[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}
