import { requireOrganization } from '@portal/authors';
import type { Actor } from '@portal/platform/access';

/** The user who manages webhooks, and their owner. */
export interface WebhookOwner {
  readonly actor: Actor;
  /** The organisation; null for the host platform, whose routes only admins may use. */
  readonly orgId: string | null;
}

/**
 * The organisation that the caller acts for.
 * @throws AppError `forbidden` (403) without one
 */
export function ofOrganization(actor: Actor): WebhookOwner {
  return { actor, orgId: requireOrganization(actor) };
}
