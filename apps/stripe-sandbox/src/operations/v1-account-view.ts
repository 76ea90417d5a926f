import { StripeApiError } from '../http/errors.js';
import { wholeList } from '../http/list.js';
import { isObject, type Json } from '../json.js';
import { bankAccount, bankSettings } from '../state/bank.js';
import type { Tx } from '../state/database.js';
import { findObject, hash, text, type ApiObject } from '../state/objects.js';
import { accountKind, transfersCapability } from './account-view.js';

// The same account as in v2, as the older API returns it.

const capabilityInV1: Record<string, string> = { active: 'active', pending: 'pending' };

/** The account as v1 answers it, whichever version made it. */
export async function viewV1Account(tx: Tx, id: string): Promise<ApiObject> {
  const found = await findObject(tx, accountKind, id);
  if (!found) throw noAccess(id);
  const { data } = found;
  const responsibilities = hash(hash(data.defaults).responsibilities);
  const identity = hash(data.identity);
  const status = transfersCapability(data);
  const active = status === 'active' && data.closed !== true;
  const country = (text(identity.country) ?? 'us').toUpperCase();
  const due = namesOf(data.requirements);
  const requirements = {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: active ? null : due.length ? 'requirements.past_due' : 'rejected.other',
    errors: [],
    eventually_due: due,
    past_due: due,
    pending_verification: status === 'pending' ? ['individual.verification.document'] : [],
  };
  return {
    id,
    object: 'account',
    business_type: identity.entity_type ?? null,
    capabilities: status === undefined ? {} : { transfers: capabilityInV1[status] ?? 'inactive' },
    charges_enabled: false,
    controller: {
      fees: { payer: responsibilities.fees_collector ?? 'application' },
      is_controller: true,
      losses: { payments: responsibilities.losses_collector ?? 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: data.dashboard ?? 'none' },
      type: 'application',
    },
    country,
    created: Math.floor(Date.parse(String(data.created)) / 1000),
    default_currency: 'usd',
    details_submitted: due.length === 0,
    email: data.contact_email ?? null,
    external_accounts: wholeList(
      `/v1/accounts/${id}/external_accounts`,
      due.length === 0 ? [bankAccount(id, country, text(found.private.account_number))] : [],
    ),
    future_requirements: {
      ...requirements,
      currently_due: [],
      eventually_due: [],
      past_due: [],
      disabled_reason: null,
    },
    metadata: data.metadata ?? {},
    payouts_enabled: active,
    requirements,
    settings: {
      payouts: {
        debit_negative_balances: true,
        schedule: { delay_days: 2, interval: (await bankSettings(tx, id)).interval },
      },
    },
    type: data.dashboard === 'express' ? 'express' : 'none',
  };
}

function namesOf(requirements: Json | undefined): string[] {
  const entries = hash(requirements).entries;
  return Array.isArray(entries) ? entries.filter(isObject).map((entry) => String(entry.description)) : [];
}

/** The older API's answer for a missing account. */
export function noAccess(id: string): StripeApiError {
  return new StripeApiError(403, {
    code: 'account_invalid',
    message: `The provided key does not have access to account '${id}' (or that account does not exist).`,
    type: 'invalid_request_error',
  });
}
