import type { Tx } from '../state/database.js';
import { setPrivate } from '../state/objects.js';
import { makeId } from '../system.js';

const linkMinutes = 10;

/** The address of a hosted onboarding page for one use within ten minutes. */
export async function makeLink(
  tx: Tx,
  account: string,
  to: { refreshUrl: string; returnUrl: string | undefined; baseUrl: string },
): Promise<{ url: string; expiresAt: Date }> {
  const token = makeId('link');
  const expiresAt = new Date(tx.now.getTime() + linkMinutes * 60_000);
  await setPrivate(tx, account, {
    link: {
      token,
      expires_at: expiresAt.toISOString(),
      refresh_url: to.refreshUrl,
      return_url: to.returnUrl ?? null,
    },
  });
  return { url: `${to.baseUrl}/setup/${account}/${token}`, expiresAt };
}
