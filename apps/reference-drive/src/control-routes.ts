import { isObject } from '@portal/contract';
import { consolePage } from './console-page.js';
import { truth, type QueuedFaults } from './faults.js';
import { jsonBody, ok, refuse, type Answer, type Call } from './http.js';
import { nextVersion } from './manifest.js';
import type { Settings } from './options.js';
import type { RequestLog } from './request-log.js';
import type { AcceptedSecrets } from './secrets.js';
import type { Store } from './store.js';
import type { Switches } from './switches/index.js';
import type { Workspaces } from './workspaces.js';

const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;

/**
 * The author's console: a page at `/` and the same actions as JSON below `/_control/`. It holds the Drive's secret, so
 * it answers only to this machine: the connection comes from loopback, the Host header names loopback (a page on
 * another site cannot point its own name here) and a form was sent by the console itself.
 */
export class ControlRoutes {
  constructor(
    private readonly settings: Settings,
    private readonly store: Store,
    private readonly secrets: AcceptedSecrets,
    private readonly workspaces: Workspaces,
    private readonly faults: QueuedFaults,
    private readonly switches: Switches,
    private readonly log: RequestLog,
  ) {}

  answer(call: Call): Answer | undefined {
    const { pathname } = call.url;
    const isControl = pathname.startsWith('/_control/');
    if (!isControl && !(pathname === '/' && call.method === 'GET')) return undefined;
    if (!isLocal(call)) return refuse(403, 'loopback_only');
    if (!isControl)
      return {
        status: 200,
        body: consolePage(this.view(), call.url.searchParams.get('done'), call.url.searchParams.get('open')),
        headers: {
          // Without a referrer a browser names no origin either, and the forms below would be refused as foreign.
          'referrer-policy': 'same-origin',
          'content-security-policy':
            "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        },
      };
    if (call.method === 'GET' && pathname === '/_control/state') return this.success(this.view());
    if (call.method !== 'POST') return refuse(404, 'not-found');
    const isForm = (call.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
    const input = isForm ? formFields(call) : jsonBody(call);
    if (!input) return refuse(400, 'invalid_json');
    const done = this.act(pathname.slice('/_control/'.length), input);
    if (!isForm || done.status >= 400) return done;
    // A switch keeps its place on the page; its label shows what has changed.
    const action = pathname.slice('/_control/'.length);
    const place =
      action === 'switch'
        ? `/?open=${encodeURIComponent(String(input['name']))}#${encodeURIComponent(String(input['name']))}`
        : `/?done=${action}`;
    return { status: 303, body: '', headers: { location: place } };
  }

  private act(action: string, input: Record<string, unknown>): Answer {
    if (action === 'secret') return this.enterSecret(input);
    if (action === 'publish') return this.publish(input['version']);
    if (action === 'emit') return this.emit(input);
    if (action === 'fault') {
      if (input['kind'] === 'none') this.faults.clear();
      const problem = input['kind'] === 'none' ? undefined : this.faults.add(input);
      return problem ? refuse(400, problem) : this.success({ faults: this.faults.list() });
    }
    if (action === 'switch') return this.setSwitch(input);
    if (action === 'condition') {
      const problem = this.faults.setCondition(input);
      return problem ? refuse(400, problem) : this.success({ condition: this.faults.condition() });
    }
    if (action === 'reset') {
      this.faults.clear();
      this.switches.reset();
      return this.success({ condition: this.faults.condition(), on: [] });
    }
    return refuse(404, 'not-found');
  }

  private setSwitch(input: Record<string, unknown>): Answer {
    const on = truth(input['on']);
    if (typeof input['name'] !== 'string' || on === undefined) return refuse(400, 'name and on are needed');
    if (!this.switches.set(input['name'], on)) return refuse(404, 'not-found');
    return this.success({ on: this.switches.list().flatMap((one) => (one.on ? [one.name] : [])) });
  }

  private enterSecret(input: Record<string, unknown>): Answer {
    const secret = typeof input['secret'] === 'string' ? input['secret'].trim() : '';
    if (secret === '') return refuse(400, 'missing secret');
    this.secrets.enter(secret, input['only'] === true || input['only'] === 'true');
    return this.success({ accepted_secrets: this.secrets.keys().length });
  }

  private publish(wanted: unknown): Answer {
    if (wanted !== undefined && wanted !== '' && (typeof wanted !== 'string' || !VERSION.test(wanted)))
      return refuse(400, 'version must look like 1.2.3');
    const version = typeof wanted === 'string' && wanted !== '' ? wanted : nextVersion(this.store.state.version);
    this.store.change((state) => {
      state.version = version;
      state.releases += 1;
    });
    return this.success({ version });
  }

  private emit(input: Record<string, unknown>): Answer {
    const { install_id: installId, type, payload } = input;
    if (typeof type !== 'string' || type.trim() === '') return refuse(400, 'missing type');
    const install = typeof installId === 'string' && installId !== '' ? this.workspaces.find(installId) : undefined;
    if (installId && !install) return refuse(404, 'not-found');
    if (payload !== undefined && payload !== '' && !isObject(payload)) return refuse(400, 'payload must be an object');
    const event = this.workspaces.emit(type.trim(), install, isObject(payload) ? payload : {});
    return this.success({ id: event.id, type: event.type, ts: event.ts, payload: event.payload });
  }

  /** Everything the console shows; no secret and no token among it. */
  view() {
    const { version, releases, installs, events, received } = this.store.state;
    return {
      drive: {
        id: this.settings.id,
        name: this.settings.name,
        version,
        releases,
        shape: this.settings.shape,
        install_variant: this.settings.installVariant,
      },
      accepted_secrets: this.secrets.keys().length,
      installs,
      events: events.slice(-50).map(({ id, type, ts, payload }) => ({ id, type, ts, payload })),
      event_count: events.length,
      received: received.slice(-50),
      requests: this.log.list(),
      faults: this.faults.list(),
      condition: this.faults.condition(),
      switches: this.switches.list(),
    };
  }

  private success(data: object): Answer {
    return ok(data, this.store.state.version, this.settings.now());
  }
}

/** Answer of `GET /_control/state`, also shown by the console page. */
export type ConsoleView = ReturnType<ControlRoutes['view']>;

function isLocal(call: Call): boolean {
  const address = call.remoteAddress ?? '';
  if (!/^(127\.|::1$|::ffff:127\.)/.test(address)) return false;
  const host = call.headers.host ?? '';
  if (!/^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/i.test(host)) return false;
  const origin = call.headers.origin;
  return origin === undefined || origin === `http://${host}`;
}

function formFields(call: Call): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(call.body.toString('utf8')));
}
