import { mergeMetadata } from '../catalogue/metadata.js';
import { invalid } from '../http/errors.js';
import type { JsonObject } from '../json.js';
import { apiVersion } from '../state/events.js';
import { hash, insertObject, updateObject } from '../state/objects.js';
import { makeId } from '../system.js';
import { operation } from './operation.js';
import { asGiven, listOperation, lockNamed, retrieveOperation } from './reading.js';

const kind = 'webhook_endpoint';
const named = { name: 'webhook endpoint', param: kind };

function assertUrl(url: unknown): void {
  const parsed = URL.canParse(String(url)) ? new URL(String(url)) : undefined;
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw invalid('Invalid URL: An explicit scheme (such as https) must be provided.', {
      code: 'url_invalid',
      param: 'url',
    });
  }
}

const create = operation(
  'POST /v1/webhook_endpoints',
  ['url', 'enabled_events', 'connect', 'description', 'metadata'],
  async ({ tx, parameters }) => {
    assertUrl(parameters.url);
    const secret = makeId('whsec').replace('whsec_', 'whsec_sandbox');
    const made = await insertObject(tx, {
      prefix: 'we',
      kind,
      data: {
        api_version: apiVersion,
        application: null,
        enabled_events: parameters.enabled_events ?? [],
        ...asGiven(parameters, 'description'),
        status: 'enabled',
        url: parameters.url ?? '',
      },
    });
    await tx.query(
      `insert into stripe_sandbox.webhook_endpoints (id, url, secret, connect, enabled_events)
     values ($1, $2, $3, $4, $5)`,
      [made.id, parameters.url, secret, parameters.connect === true, parameters.enabled_events],
    );
    // Only this answer ever shows the secret.
    return { ...made, secret };
  },
);

const update = operation(
  'POST /v1/webhook_endpoints/:id',
  ['url', 'enabled_events', 'description', 'disabled', 'metadata'],
  async (call) => {
    const { tx, id, parameters } = call;
    const found = await lockNamed(call, kind, named);
    if (parameters.url !== undefined) assertUrl(parameters.url);
    const change: JsonObject = { metadata: mergeMetadata(hash(found.data.metadata), parameters.metadata) };
    for (const name of ['url', 'enabled_events', 'description'] as const) {
      if (parameters[name] !== undefined) change[name] = parameters[name];
    }
    if (parameters.disabled !== undefined) change.status = parameters.disabled === true ? 'disabled' : 'enabled';
    const after = await updateObject(tx, id, change);
    await tx.query(
      'update stripe_sandbox.webhook_endpoints set url = $2, enabled_events = $3, enabled = $4 where id = $1',
      [id, after.url, after.enabled_events, after.status === 'enabled'],
    );
    return after;
  },
);

const remove = operation('DELETE /v1/webhook_endpoints/:id', [], async (call) => {
  const { tx, id } = call;
  await lockNamed(call, kind, named);
  await tx.query('delete from stripe_sandbox.webhook_endpoints where id = $1', [id]);
  await tx.query('delete from stripe_sandbox.objects where id = $1', [id]);
  return { id, object: kind, deleted: true };
});

export const webhookEndpointOperations = [
  create,
  update,
  retrieveOperation('GET /v1/webhook_endpoints/:id', kind, named),
  listOperation('GET /v1/webhook_endpoints', kind, []),
  remove,
];
