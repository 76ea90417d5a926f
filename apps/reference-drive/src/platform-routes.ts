import {
  applyDefaults,
  headerValue,
  isObject,
  parseConfigUpdate,
  parseEventRow,
  parseInstallRequest,
  flatEventKinds,
  validateConfig,
  verify,
  type SigningKey,
} from '@portal/contract';
import { bearer, jsonBody, ok, refuse, type Answer, type Call } from './http.js';
import { buildManifest, capabilitiesOf, CONFIG_UPDATE, DRAFTS_PER_MONTH, ENDPOINTS, RECEIVE } from './manifest.js';
import type { Settings } from './options.js';
import { ReplayCache } from './replay-cache.js';
import type { AcceptedSecrets } from './secrets.js';
import type { Install, Store } from './store.js';
import type { Switches } from './switches/index.js';
import type { Workspaces } from './workspaces.js';

const INSTALL_PREFIX = `${ENDPOINTS.install}/`;

/** The seven endpoints of the contract, and those that take changed settings and events of the host. */
export class PlatformRoutes {
  private readonly replays: ReplayCache;
  private readonly startedAt: number;

  constructor(
    private readonly settings: Settings,
    private readonly store: Store,
    private readonly secrets: AcceptedSecrets,
    private readonly workspaces: Workspaces,
    private readonly switches: Switches,
    private readonly origin: () => string,
  ) {
    this.replays = new ReplayCache(settings.now);
    this.startedAt = settings.now();
  }

  async answer(call: Call): Promise<Answer> {
    const route = `${call.method} ${call.url.pathname}`;
    if (route === `GET ${ENDPOINTS.health}`)
      return this.success({
        status: 'ok',
        uptime_s: Math.floor((this.settings.now() - this.startedAt) / 1000),
        version: this.store.state.version,
      });
    if (route === `GET ${ENDPOINTS.manifest}`)
      return this.success(this.switches.manifest(buildManifest(this.settings, this.origin(), this.store.state)));

    const work = this.signedRoute(route, call);
    if (!work) return refuse(404, 'not-found');
    const verdict = verify({
      headers: call.headers,
      path: call.target,
      keys: [...this.secrets.keys(), ...this.tenantKeys(call)],
      nowMs: this.settings.now(),
    });
    const reason = this.switches.verdict(verdict.ok ? null : verdict.reason, call);
    if (reason !== null) return refuse(401, reason);
    // Only a POST has a body that could be swapped; the end of an install may come twice without harm.
    if (call.method !== 'POST') return work();
    return this.replays.once(headerValue(call.headers, 'x-platform-signature') ?? '', call.body, async () => work());
  }

  /** Keys of the tenant whose workspace a call is about. An install request is signed with the Drive's own key. */
  private tenantKeys(call: Call): SigningKey[] {
    const token = bearer(call);
    const id = call.method === 'DELETE' ? decoded(call.url.pathname.slice(INSTALL_PREFIX.length)) : undefined;
    // The end of an install may come twice, the second time with a token that has ended.
    const install =
      id === undefined && token !== undefined ? this.workspaces.byToken(token) : this.workspaces.known(id);
    return install ? this.secrets.keysOf(install.tenant_id) : [];
  }

  private signedRoute(route: string, call: Call): (() => Answer) | undefined {
    if (route === `GET ${ENDPOINTS.metrics}`) return () => this.scoped(call, (install) => this.metrics(call, install));
    if (route === `GET ${ENDPOINTS.events}`) return () => this.scoped(call, (install) => this.events(call, install));
    if (route === `GET ${ENDPOINTS.billing}`) return () => this.scoped(call, (install) => this.billing(call, install));
    if (route === `POST ${ENDPOINTS.install}`) return () => this.install(call);
    if (route === `POST ${CONFIG_UPDATE}`)
      return () => this.scoped(call, (install) => this.configUpdate(call, install));
    if (route === `POST ${RECEIVE}` && this.consumes() !== undefined)
      return () => this.scoped(call, (install) => this.receive(call, install));
    if (call.method === 'DELETE' && call.url.pathname.startsWith(INSTALL_PREFIX)) return () => this.uninstall(call);
    return undefined;
  }

  /** A call that carries a scoped token speaks for that workspace only, and for none once it is closed. */
  private scoped(call: Call, work: (install: Install | undefined) => Answer): Answer {
    const token = bearer(call);
    if (token === undefined) return work(undefined);
    const install = this.workspaces.byToken(token);
    return install ? work(install) : refuse(401, 'invalid_token');
  }

  private metrics(call: Call, install: Install | undefined): Answer {
    const tenantId = install?.tenant_id ?? query(call, 'tenant_id', 'merkava_tenant_id');
    const ventureId = install?.venture_id ?? query(call, 'venture_id', 'merkava_venture_id');
    const installs = install ? [install] : this.workspaces.list(tenantId, ventureId);
    const ids = new Set(installs.map((one) => one.install_id));
    const drafts = this.store.state.events.filter(
      (event) => event.type === 'draft.created' && event.install_id !== null && ids.has(event.install_id),
    ).length;
    const quota = tenantId
      ? { quota_used: this.workspaces.draftsThisMonth(tenantId), quota_limit: DRAFTS_PER_MONTH }
      : {};
    return this.success({ installs_active: installs.length, drafts_created: drafts, ...quota });
  }

  private events(call: Call, install: Install | undefined): Answer {
    // Absent or not a number counts as 0 (contract: Endpoints 2).
    const since = Number(call.url.searchParams.get('since') ?? 0);
    const rows = this.workspaces.eventsAfter(Number.isFinite(since) ? since : 0, install);
    // The flat shape lists no kinds, so only those that the contract names may be sent, in its own spelling.
    const events = rows
      .filter(({ type }) => this.settings.shape === 'b' || flatEventKinds.includes(type))
      .map((row) => (this.settings.shape === 'b' ? row : { ...row, type: row.type.replace('.', '_') }));
    return this.success({ events });
  }

  private billing(call: Call, install: Install | undefined): Answer {
    const tenantId = install?.tenant_id ?? query(call, 'tenant_id', 'merkava_tenant_id');
    const count = install ? 1 : this.workspaces.list(tenantId).length;
    return this.success({
      tenant_id: tenantId,
      plan: this.settings.pricingTier,
      amount_cents: this.settings.priceMinor * count,
      currency: 'usd',
      installs_active: count,
    });
  }

  private install(call: Call): Answer {
    const body = jsonBody(call);
    if (!body) return refuse(400, 'invalid_json');
    const request = parseInstallRequest(fieldsOf(body, this.settings.installVariant));
    if ('error' in request) return refuse(400, request.error);
    const config = this.config(body['config']);
    if (!config) return refuse(400, 'invalid config');
    const permissions = Array.isArray(body['permissions'])
      ? body['permissions'].filter((name): name is string => typeof name === 'string')
      : [];
    const own = body['signing_key'];
    if (own !== undefined && (typeof own !== 'string' || own.length < 16 || own.length > 500))
      return refuse(400, 'invalid signing_key');
    const install = this.workspaces.open(request, config, permissions);
    if (own !== undefined) this.secrets.enterForTenant(request.tenantId, own);
    const scopedToken = this.workspaces.tokenOf(install);
    // Each variant of the request is answered with its own fields, one that uses both with both.
    const first = {
      scoped_token: scopedToken,
      drive_workspace_id: install.install_id,
      metadata: { install_id: install.install_id, mount_url: `${this.origin()}/app/${install.install_id}` },
    };
    const second = {
      install_id: install.install_id,
      scoped_token: scopedToken,
      capabilities: capabilitiesOf(this.settings),
    };
    const { installVariant } = this.settings;
    return this.success({
      ...('merkava_tenant_id' in body && installVariant !== '2' ? first : {}),
      ...('tenant_id' in body && installVariant !== '1' ? second : {}),
    });
  }

  /** Newer settings of a workspace. Older or repeated settings are confirmed and change nothing. */
  private configUpdate(call: Call, install: Install | undefined): Answer {
    const update = parseConfigUpdate(jsonBody(call));
    if ('error' in update) return refuse(400, update.error);
    if (install && install.install_id !== update.install_id) return refuse(403, 'other_install');
    const config = this.config(update.config);
    if (!config) return refuse(422, 'invalid config');
    const { settings_version: version, permissions } = update;
    const configured = this.workspaces.configure(update.install_id, { version, config, permissions });
    if (!configured) return refuse(404, 'not-found');
    return this.success({ install_id: configured.install_id, settings_version: configured.settings_version });
  }

  /** The kinds of events that the manifest asks the host for; undefined while it lists no endpoint that takes them. */
  private consumes(): readonly unknown[] | undefined {
    const { endpoints, events_consumed: kinds } = buildManifest(this.settings, this.origin(), this.store.state);
    return isObject(endpoints) && endpoints['receive'] === RECEIVE && Array.isArray(kinds) ? kinds : undefined;
  }

  /** An event of the host. It may come twice, and a ping asks for nothing. */
  private receive(call: Call, install: Install | undefined): Answer {
    const read = parseEventRow(jsonBody(call));
    if (!read.ok || read.row.id === null) return refuse(400, 'invalid event');
    const { id, type, ts, payload } = read.row;
    if (type === 'ping') return this.success({ id });
    if (!this.consumes()?.includes(type)) return refuse(422, 'unknown kind');
    this.workspaces.receive({ id, type, ts, payload, install_id: install?.install_id ?? null });
    return this.success({ id });
  }

  /** The settings an operator entered, with defaults filled in; none at all may be entered later. */
  private config(given: unknown = {}): Record<string, unknown> | undefined {
    const schema = buildManifest(this.settings, this.origin(), this.store.state)['config_schema'];
    if (!isObject(given) || !isObject(schema)) return isObject(given) ? given : undefined;
    const filled = applyDefaults(schema, given);
    return Object.keys(given).length === 0 || validateConfig(schema, filled).length === 0 ? filled : undefined;
  }

  private uninstall(call: Call): Answer {
    const id = decoded(call.url.pathname.slice(INSTALL_PREFIX.length));
    const revoked = id === undefined ? undefined : this.workspaces.revoke(id);
    if (revoked && this.workspaces.list(revoked.tenant_id).length === 0) this.secrets.endForTenant(revoked.tenant_id);
    return revoked ? this.success({ install_id: revoked.install_id, revoked: true }) : refuse(404, 'not-found');
  }

  private success(data: object): Answer {
    return ok(data, 'v1', this.settings.now());
  }
}

/** The fields of the install request that this Drive reads: those of one variant or of both (contract: Install request). */
function fieldsOf(body: Record<string, unknown>, variant: Settings['installVariant']): Record<string, unknown> {
  const { tenant_id: _tenant, venture_id: _venture, ...first } = body;
  if (variant === '1') return first;
  const { merkava_tenant_id: _brandTenant, merkava_venture_id: _brandVenture, ...second } = body;
  return variant === '2' ? second : body;
}

function query(call: Call, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = call.url.searchParams.get(name);
    if (value) return value;
  }
  return null;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
