import type { JsonObject } from '../json.js';
import type { Tx } from '../state/database.js';
import { insertObject, setPrivate, text, type ApiObject } from '../state/objects.js';
import { makeId } from '../system.js';
import { accountKind, openRequirements, recipientWith } from './account-view.js';

const linkMinutes = 10;

/** Makes an account that has to be onboarded, whichever API version asks for it. */
export function insertAccount(
  tx: Tx,
  made: { requested: boolean; country: string | undefined; identity: JsonObject; v1?: true; data: JsonObject },
): Promise<ApiObject> {
  const { requested, country, identity, v1, data } = made;
  return insertObject(tx, {
    prefix: 'acct',
    kind: accountKind,
    data: {
      applied_configurations: requested ? ['recipient'] : [],
      closed: false,
      configuration: requested ? { recipient: recipientWith('restricted') } : {},
      contact_phone: null,
      created: tx.now.toISOString(),
      future_requirements: { entries: [], summary: {} },
      identity: { ...identity, ...(country === undefined ? {} : { country: country.toLowerCase() }) },
      requirements: openRequirements(text(identity.entity_type)),
      ...data,
    },
    ...(v1 && { private: { v1 } }),
  });
}

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
