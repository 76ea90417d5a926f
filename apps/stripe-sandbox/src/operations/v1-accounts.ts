import { mergeMetadata } from '../catalogue/metadata.js';
import { invalid, notEmulated } from '../http/errors.js';
import { listPage, wholeList } from '../http/list.js';
import type { Json } from '../json.js';
import { emitEvent } from '../state/events.js';
import { findObject, hash, platformAccount, setPrivate, text, updateObject } from '../state/objects.js';
import { defaultCurrency, settlementCurrencies } from '../state/settlement.js';
import { accountKind } from './account-view.js';
import { operation } from './operation.js';
import { insertAccount, makeLink } from './stored-account.js';
import { pageParameters, referenced } from './reading.js';
import { noAccess, viewV1Account } from './v1-account-view.js';

const create = operation(
  'POST /v1/accounts',
  ['business_type', 'capabilities', 'controller', 'country', 'email', 'metadata', 'type'],
  async ({ tx, parameters, cause }) => {
    const controller = hash(parameters.controller);
    const type = text(parameters.type);
    if (type !== undefined && parameters.controller !== undefined) {
      throw invalid('You may only specify one of the following parameters: type, controller.', { param: 'type' });
    }
    if (type === 'standard' || type === 'custom') throw notEmulated(`type=${type}`);
    const requested = Object.entries(hash(parameters.capabilities)).filter(([, one]) => hash(one).requested === true);
    const other = requested.find(([name]) => name !== 'transfers');
    if (other) throw notEmulated(`capabilities[${other[0]}]`);
    const country = text(parameters.country) ?? 'US';
    if (!/^[A-Za-z]{2}$/.test(country))
      throw invalid(`Country '${country}' is unknown.`, { code: 'country_unsupported', param: 'country' });
    const losses = text(hash(controller.losses).payments) ?? 'application';
    if (
      hash(controller.fees).payer === 'account' ||
      losses === 'stripe' ||
      controller.requirement_collection === 'application'
    ) {
      throw notEmulated('controller');
    }
    const dashboard = type === 'express' ? 'express' : (text(hash(controller.stripe_dashboard).type) ?? 'full');
    if (dashboard === 'full') throw notEmulated('controller[stripe_dashboard][type]=full');
    const entityType = text(parameters.business_type);
    const account = await insertAccount(tx, {
      requested: requested.length > 0,
      country,
      identity: entityType === undefined ? {} : { entity_type: entityType },
      v1: true,
      data: {
        contact_email: parameters.email ?? null,
        dashboard,
        defaults: { responsibilities: { fees_collector: 'application', losses_collector: losses } },
        display_name: null,
        metadata: mergeMetadata({}, parameters.metadata),
      },
    });
    const view = await viewV1Account(tx, account.id);
    await emitEvent(tx, cause, 'account.updated', view, account.id);
    return view;
  },
);

const retrieve = operation('GET /v1/accounts/:id', [], ({ tx, id }) => viewV1Account(tx, id));

const retrieveCurrent = operation('GET /v1/account', [], async ({ tx }) => {
  const banks = (await settlementCurrencies(tx)).map((currency) => ({ object: 'bank_account', currency }));
  const external_accounts = wholeList(`/v1/accounts/${platformAccount}/external_accounts`, banks);
  return { id: platformAccount, object: 'account', default_currency: defaultCurrency, external_accounts };
});

const update = operation(
  'POST /v1/accounts/:id',
  ['email', 'metadata', 'settings'],
  async ({ tx, id, parameters, cause }) => {
    const found = await findObject(tx, accountKind, id, { lock: true });
    if (!found) throw noAccess(id);
    const settings = hash(parameters.settings);
    const interval = text(hash(hash(settings.payouts).schedule).interval);
    const other = Object.keys(settings).find((name) => name !== 'payouts');
    if (other !== undefined) throw notEmulated(`settings[${other}]`);
    if (interval !== undefined && interval !== 'daily' && interval !== 'manual')
      throw notEmulated('settings[payouts][schedule][interval]');
    if (interval !== undefined) await setPrivate(tx, id, { payouts: { ...hash(found.private.payouts), interval } });
    await updateObject(tx, id, {
      metadata: mergeMetadata(hash(found.data.metadata), parameters.metadata),
      ...(parameters.email === undefined ? {} : { contact_email: parameters.email }),
    });
    const view = await viewV1Account(tx, id);
    await emitEvent(tx, cause, 'account.updated', view, id);
    return view;
  },
);

const remove = operation('DELETE /v1/accounts/:id', [], async ({ tx, id }) => {
  const found = await findObject(tx, accountKind, id, { lock: true });
  if (!found) throw noAccess(id);
  const rows = await tx.query<{ total: string }>(
    'select total from stripe_sandbox.balances where account = $1 and total <> 0',
    [id],
  );
  if (rows.length) throw invalid('You cannot delete an account that still has a balance.', { code: 'account_invalid' });
  await updateObject(tx, id, { closed: true });
  return { id, object: 'account', deleted: true };
});

const list = operation('GET /v1/accounts', [...pageParameters, 'created'], ({ tx, parameters }) =>
  listPage(
    tx,
    {
      table: 'objects',
      where: [
        { sql: 'kind = ?', value: accountKind },
        { sql: `data->>'closed' = ?`, value: 'false' },
      ],
      kind: 'account',
      url: '/v1/accounts',
    },
    parameters,
    async (condition, values) => {
      const rows = await tx.query<{ id: string }>(
        `select id from stripe_sandbox.objects where account = $1 ${condition}`,
        [platformAccount, ...values],
      );
      const views: Json[] = [];
      for (const { id } of rows) views.push(await viewV1Account(tx, id));
      return views;
    },
  ),
);

const createLink = operation(
  'POST /v1/account_links',
  ['account', 'type', 'refresh_url', 'return_url', 'collect', 'collection_options'],
  async ({ tx, parameters, baseUrl }) => {
    const id = text(parameters.account) ?? '';
    for (const name of ['refresh_url', 'return_url'] as const) {
      const address = text(parameters[name]);
      if (address === undefined) throw invalid(`You must provide ${name}.`, { code: 'parameter_missing', param: name });
      if (!/^https?:\/\//.test(address)) throw invalid('Not a valid URL', { code: 'url_invalid', param: name });
    }
    if (parameters.type === 'account_update') {
      throw invalid('You cannot create `account_update` type Account Links for this account.', { param: 'type' });
    }
    await referenced(tx, accountKind, id, { name: 'account', lock: true });
    const link = await makeLink(tx, id, {
      refreshUrl: String(parameters.refresh_url),
      returnUrl: text(parameters.return_url),
      baseUrl,
    });
    return {
      object: 'account_link',
      created: Math.floor(tx.now.getTime() / 1000),
      expires_at: Math.floor(link.expiresAt.getTime() / 1000),
      url: link.url,
    };
  },
);

export const v1AccountOperations = [create, retrieve, retrieveCurrent, update, remove, list, createLink];
