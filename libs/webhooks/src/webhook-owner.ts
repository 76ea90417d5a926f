import { requireOrganization } from '@portal/authors';
import type { Actor } from '@portal/platform/access';

/** Who looks after webhooks, and whose they are. */
export interface WebhookOwner {
  readonly actor: Actor;
  /** The organisation; null: the host platform, which the route lets only admins be. */
  readonly orgId: string | null;
}

/** The organisation that the caller acts for. @throws AppError `forbidden` (403) without one */
export function ofOrganization(actor: Actor): WebhookOwner {
  return { actor, orgId: requireOrganization(actor) };
}
