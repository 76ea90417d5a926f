// Beside the months of the demo, all the time: operators change settings, the host sends events, and its webhook is told what happens.
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { slugOf } from '../demo/acts.mjs';
import { Caller, demoPerson, Refused } from '../demo/client.mjs';
import { PORTS } from '../demo/drive.mjs';
import { HOST_EVENT, TENANTS } from '../demo/marketplace/companies.mjs';
import { TROUBLED } from '../demo/marketplace/today.mjs';
import { firstFreePort } from '../lib/free-port.mjs';

const PAUSE_MS = 300;

export class Traffic {
  /** What has been acknowledged: messages by the webhook's receiver, host events and reasons of changes by the portal. */
  messages = new Set();
  events = [];
  changes = [];
  #server = http.createServer((request, response) =>
    request.resume().on('end', () => {
      this.messages.add(request.headers['webhook-id']);
      response.end(request.headers['webhook-challenge']);
    }),
  );

  constructor(portal, random) {
    Object.assign(this, { portal, random });
  }

  /** Before anything else happens, so that the webhook is told all of it. */
  async begin() {
    const port = await firstFreePort(PORTS.from, PORTS.to);
    await new Promise((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    this.admin = await demoPerson(this.portal.url, 'admin');
    const { items } = await this.admin.get('/admin/webhooks/events');
    this.operator = await demoPerson(this.portal.url, 'operator');
    await this.#becomeHost();
    const webhook = { url: `http://127.0.0.1:${port}`, event_types: items.map(({ type }) => type) };
    await this.admin.post('/admin/webhooks', webhook);
  }

  /** Another admin approves the token that sends events. */
  async #becomeHost() {
    const second = await demoPerson(this.portal.url, 'second-admin');
    const { token, secret } = await this.admin.post('/admin/host-tokens', { name: 'host', scopes: ['events:write'] });
    const { items } = await second.get('/approvals?limit=100');
    const { id, digest } = items.find(({ subject_id: subject }) => subject === token.id);
    await second.post(`/approvals/${id}/approve`, { digest });
    this.host = new Caller(this.portal.url, 'the host', secret);
    const { kind, description } = HOST_EVENT;
    await this.host.put(`/host/event-kinds/${kind}`, { description });
  }

  async play(isOver) {
    for (let n = 1; !isOver(); n += 1) {
      await pause(PAUSE_MS);
      // A tenant that is not there yet, an install that has ended: nothing is acknowledged.
      for (const act of [this.#tell(n), this.#change(n)])
        await act.catch((error) => (error instanceof Refused ? undefined : Promise.reject(error)));
    }
  }

  close = () => this.#server.closeAllConnections() ?? this.#server.close();

  async #tell(n) {
    const { clock_now: now } = await this.admin.get('/sandbox');
    const tenant = slugOf(TENANTS[n % TENANTS.length].name);
    const event = { id: `chaos-${n}`, type: HOST_EVENT.kind, tenant, ts: Date.parse(now), payload: { n } };
    const { events } = await this.host.post('/host/events', { events: [event] });
    // One that concerns nobody is not kept for long.
    this.events.push(...events.filter(({ installs }) => installs > 0));
  }

  async #change(n) {
    const { operator } = this;
    const { items } = await operator.get('/operator/installs?limit=100');
    const active = items.filter(({ state, slug }) => state === 'active' && !(slug in TROUBLED));
    if (active.length === 0) return;
    const path = `/operator/installs/${active[Math.floor(this.random() * active.length)].id}/settings`;
    const { version, config, config_schema: schema } = await operator.get(path);
    const reason = `Chaos ${n}`;
    const changed = await operator.post(path, {
      config: { ...config, ...valuesOf(schema, n) },
      expected_version: version,
      reason,
    });
    if (changed.version > version) this.changes.push(reason);
  }
}

/** Other values each time, for every field. */
function valuesOf(schema, n) {
  const value = ({ enum: choices, type, minimum, maximum }) => {
    if (choices) return choices[n % choices.length];
    if (type === 'boolean') return n % 2 === 0;
    return type === 'string' ? `Of turn ${n}` : minimum + (n % (maximum - minimum + 1));
  };
  return Object.fromEntries(Object.entries(schema?.properties ?? {}).map(([name, field]) => [name, value(field)]));
}
