import { StripeApiError, notEmulated } from '../http/errors.js';
import type { Json, JsonObject } from '../json.js';
import type { Tx } from '../state/database.js';
import { emitEvent, emitThinEvent, type Cause } from '../state/events.js';
import { findObject, hash, integer, platformAccount, text, updateObject, type ApiObject } from '../state/objects.js';
import {
  accountKind,
  openRequirements,
  recipientWith,
  requirementsOf,
  viewAccount,
  type CapabilityState,
} from './account-view.js';
import { operation } from './operation.js';
import { asGiven } from './reading.js';
import { insertAccount, makeLink } from './stored-account.js';
import { viewV1Account } from './v1-account-view.js';

const kind = accountKind;

function refused(message: string, param: string): StripeApiError {
  return new StripeApiError(400, { code: 'invalid_fields', message, param, type: 'invalid_request_error' });
}

function accountMissing(id: string): StripeApiError {
  return new StripeApiError(404, {
    code: 'not_found',
    message: `Account ${id} not found.`,
    type: 'invalid_request_error',
  });
}

function assertEmulated(parameters: JsonObject): void {
  const configuration = hash(parameters.configuration);
  for (const name of ['customer', 'merchant']) {
    if (configuration[name] !== undefined) throw notEmulated(`configuration[${name}]`);
  }
}

const create = operation(
  'POST /v2/core/accounts',
  ['configuration', 'contact_email', 'dashboard', 'defaults', 'display_name', 'identity', 'metadata', 'include'],
  async ({ tx, parameters }) => {
    assertEmulated(parameters);
    const identity = hash(parameters.identity);
    const recipient = hash(hash(parameters.configuration).recipient);
    const balance = hash(hash(recipient.capabilities).stripe_balance);
    const requested = hash(balance.stripe_transfers).requested === true;
    const country = text(identity.country);
    if (country !== undefined && !/^[A-Za-z]{2}$/.test(country)) {
      throw refused(`Invalid country: ${country}`, 'identity.country');
    }
    if (requested && country === undefined) throw refused('identity.country is required.', 'identity.country');
    const email = text(parameters.contact_email);
    if (parameters.dashboard === 'express' && email === undefined) {
      throw refused('contact_email is required for the express dashboard.', 'contact_email');
    }
    const account = await insertAccount(tx, {
      requested,
      country,
      identity,
      data: asGiven(parameters, 'contact_email', 'dashboard', 'defaults', 'display_name'),
    });
    await emitThinEvent(tx, 'v2.core.account.created', account.id);
    return viewAccount(account, parameters.include);
  },
);

const retrieve = operation('GET /v2/core/accounts/:id', ['include'], async ({ tx, id, parameters }) => {
  const found = await findObject(tx, kind, id);
  if (!found) throw accountMissing(id);
  return viewAccount(found.data, parameters.include);
});

const list = operation(
  'GET /v2/core/accounts',
  ['limit', 'applied_configurations', 'closed'],
  async ({ tx, parameters }) => {
    const limit = integer(parameters.limit) ?? 20;
    if (limit < 1 || limit > 100) throw refused('limit must be between 1 and 100.', 'limit');
    const rows = await tx.query<{ data: Json }>(
      `select data from stripe_sandbox.objects where kind = $1 and account = $2 and (data->>'closed')::boolean = $3
       and data->'applied_configurations' @> $4::jsonb order by seq desc limit $5`,
      [
        kind,
        platformAccount,
        parameters.closed === true,
        JSON.stringify(parameters.applied_configurations ?? []),
        limit,
      ],
    );
    return {
      data: rows.map((row) => viewAccount(row.data as ApiObject, undefined)),
      next_page_url: null,
      previous_page_url: null,
    };
  },
);

const createLink = operation(
  'POST /v2/core/account_links',
  ['account', 'use_case'],
  async ({ tx, parameters, baseUrl }) => {
    const id = text(parameters.account) ?? '';
    const useCase = hash(parameters.use_case);
    const type = text(useCase.type) ?? '';
    const options = hash(useCase[type]);
    const refreshUrl = text(options.refresh_url);
    if (refreshUrl === undefined) throw refused(`use_case.${type}.refresh_url is required.`, `use_case.${type}`);
    for (const address of [refreshUrl, text(options.return_url)]) {
      if (address !== undefined && !/^https?:\/\//.test(address))
        throw refused(`Not a valid URL: ${address}`, 'use_case');
    }
    const found = await findObject(tx, kind, id, { lock: true });
    if (!found) throw accountMissing(id);
    const link = await makeLink(tx, id, { refreshUrl, returnUrl: text(options.return_url), baseUrl });
    return {
      object: 'v2.core.account_link',
      account: id,
      created: tx.now.toISOString(),
      expires_at: link.expiresAt.toISOString(),
      livemode: false,
      url: link.url,
      use_case: useCase,
    };
  },
);

/**
 * Puts the capability to receive transfers in a state and notifies listeners. `requirements`: by default those of an
 * account that has not finished onboarding when it is restricted, otherwise none.
 */
export async function setCapability(
  tx: Tx,
  cause: Cause,
  id: string,
  status: CapabilityState,
  requirements?: JsonObject,
): Promise<ApiObject> {
  const entityType = text(hash((await findObject(tx, kind, id))?.data.identity).entity_type);
  const open = requirements ?? (status === 'restricted' ? openRequirements(entityType) : requirementsOf([]));
  const account = await updateObject(tx, id, {
    configuration: { recipient: recipientWith(status) },
    requirements: open,
  });
  await emitThinEvent(tx, 'v2.core.account[requirements].updated', id);
  await emitThinEvent(tx, 'v2.core.account[configuration.recipient].capability_status_updated', id, {
    updated_capability: 'stripe_balance.stripe_transfers',
  });
  if ((await findObject(tx, kind, id))?.private.v1 === true) {
    await emitEvent(tx, cause, 'account.updated', await viewV1Account(tx, id), id);
  }
  return account;
}

export const accountOperations = [create, retrieve, list, createLink];
