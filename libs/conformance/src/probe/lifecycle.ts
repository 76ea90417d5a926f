import {
  buildConfigUpdate,
  buildInstallRequest,
  eventDigest,
  eventList,
  isObject,
  parseEventRow,
  parseInstallResponse,
  type EventRow,
  type InstallResponseResult,
  type JsonObject,
  type JsonValue,
} from '@portal/contract';
import { dataOf, statusOf, succeeded } from './answer.js';
import { correct, type Call, type EventPull, type ProbeResult } from './probe.js';
import { readAsBoth, type TenantReads } from './two-tenants.js';
import type { CheckContext } from './context.js';

/** An install call and its response. `parsed` is null when it did not succeed. */
interface InstallTry {
  readonly probe: ProbeResult;
  readonly parsed: InstallResponseResult | null;
}

/** Settings that were sent to a live install. */
interface ConfigUpdateTry {
  readonly probe: ProbeResult;
  readonly version: number;
  /** Whether the Drive already has this version. */
  readonly again: boolean;
}

/** Everything done on the probe tenant, in order. Steps that were not reached are absent. */
export interface LifecycleRecord {
  readonly withoutTenant: InstallTry;
  readonly badJson: InstallTry;
  readonly metricsBefore: ProbeResult;
  readonly eventsBefore: EventPull;
  readonly install: InstallTry;
  readonly eventsAfterInstall?: EventPull;
  readonly eventsAgain?: EventPull;
  readonly eventsAbsent?: EventPull;
  readonly eventsText?: EventPull;
  readonly metricsAfterInstall?: ProbeResult;
  readonly billing?: ProbeResult;
  /**
   * Changed settings: a new version, the same again, and the previous one. Absent without `endpoints.config_update`.
   */
  readonly configUpdates?: readonly ConfigUpdateTry[];
  readonly repeat?: InstallTry;
  /** Into another venture of the same tenant. */
  readonly sibling?: InstallTry;
  /** Into another tenant. Absent without a second probe tenant. */
  readonly other?: InstallTry;
  readonly parallel?: readonly InstallTry[];
  /** What each of two tenants reads with its own token. Absent without a second probe tenant, or when it got no install of its own. */
  readonly twoTenants?: readonly [TenantReads, TenantReads];
  readonly unknown: ProbeResult;
  readonly oddId: ProbeResult;
  readonly eventsAfterUnknown?: EventPull;
  readonly revoke?: ProbeResult;
  readonly revokeAgain?: ProbeResult;
  readonly eventsAfterRevoke?: EventPull;
  readonly metricsAfterCleanUp: ProbeResult;
  /** Ids that were issued and could not be revoked. */
  readonly left: readonly { readonly id: string; readonly probe: ProbeResult }[];
}

const PARALLEL = 10;
const OVERLAP_MS = 60_000;
const JSON_BODY = { 'content-type': 'application/json' };
/** An id with a slash and a space: a Drive that decodes the path before verifying or routing fails. */
const ODD_ID = 'conformance%2Fprobe%20id';

/**
 * Installs on the probe tenant, checks what follows, and revokes everything again, whatever happens in between. Needs a
 * signer, a probe tenant and a valid manifest of the same origin, which the caller has checked.
 */
export async function playLifecycle(context: CheckContext): Promise<LifecycleRecord> {
  const alive = new Map<string, 'alive' | 'gone'>();
  const tokens = new Map<string, string>();
  const send = (call: Omit<Call, 'recipe'>): Promise<ProbeResult> => context.send({ ...call, recipe: correct() });
  const base = (name: 'install' | 'events' | 'billing' | 'uninstall'): string => context.endpoints()![name];

  const named = context.document?.manifest?.installReturns?.hostOrigin ?? null;
  const install = async (sent: string, body: string): Promise<InstallTry> => {
    const probe = await send({ endpoint: 'install', sent, body, headers: JSON_BODY });
    if (!succeeded(probe)) return { probe, parsed: null };
    const parsed = parseInstallResponse(dataOf(probe), new URL(probe.url).origin, named);
    for (const id of parsed.ok ? [parsed.result.installId] : parsed.ids) alive.set(id, 'alive');
    if (parsed.ok) tokens.set(parsed.result.installId, parsed.result.scopedToken);
    return { probe, parsed };
  };
  const revoke = async (id: string, sent: string): Promise<ProbeResult> => {
    const token = tokens.get(id);
    const probe = await send({
      endpoint: 'uninstall',
      sent,
      path: base('uninstall').replace(':id', encodeURIComponent(id)),
      ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    });
    if (succeeded(probe) || statusOf(probe) === 404) alive.set(id, 'gone');
    return probe;
  };
  const eventsOf = (probe: ProbeResult): EventPull => {
    const list = succeeded(probe) ? eventList(dataOf(probe)) : null;
    const rows = list
      ?.map((value) => parseEventRow(value, '', context.contract))
      .flatMap((parsed) => (parsed.ok ? [parsed.row] : []));
    return { probe, rows: rows ?? null };
  };
  const pull = async (sent: string, query: string): Promise<EventPull> =>
    eventsOf(await send({ endpoint: 'events', sent, path: base('events') + query }));
  const metrics = (sent: string): Promise<ProbeResult> => send({ endpoint: 'metrics', sent });

  const record: Partial<{ -readonly [K in keyof LifecycleRecord]: LifecycleRecord[K] }> = {};
  const left: { id: string; probe: ProbeResult }[] = [];
  try {
    record.withoutTenant = await install('a correctly signed install without a tenant', '{}');
    record.badJson = await install('a correctly signed install whose body is no JSON', '{"tenant_id":');
    record.metricsBefore = await metrics('metrics before the install');
    record.eventsBefore = await pull('all recent events', `?since=${recently(context, null)}`);
    const since = recently(context, record.eventsBefore.rows);
    const body = JSON.stringify(installBody(context));
    record.install = await install('a correctly signed install into the probe tenant', body);
    const first = record.install.parsed?.ok ? record.install.parsed.result.installId : undefined;
    if (first !== undefined) {
      record.eventsAfterInstall = await pullUntil(
        context,
        () => pull('events after the install', `?since=${since}`),
        'install.created',
      );
      const newest = Math.max(0, ...(record.eventsAfterInstall.rows ?? []).map(({ ts }) => ts));
      record.eventsAgain = await pull('events since the newest one', `?since=${newest}`);
      record.eventsAbsent = await pull('events without since', '');
      record.eventsText = await pull('events since a word', '?since=yesterday');
      record.metricsAfterInstall = await metrics('metrics after the install');
      const tenant = encodeURIComponent(context.input.probeTenant!.tenantId);
      record.billing = await send({
        endpoint: 'billing',
        sent: 'billing of the probe tenant',
        path: `${base('billing')}?tenant_id=${tenant}`,
      });
      if (context.optionalPath('config_update') !== null) {
        const { scopedToken } = record.install.parsed?.ok ? record.install.parsed.result : { scopedToken: '' };
        const update = async (version: number, sent: string, again: boolean): Promise<ConfigUpdateTry> => {
          const content = JSON.stringify(updateBody(context, first, version));
          const headers = { ...JSON_BODY, authorization: `Bearer ${scopedToken}` };
          const probe = await send({ endpoint: 'config_update', sent, body: content, headers });
          return { probe, version, again };
        };
        record.configUpdates = [
          await update(2, 'changed settings of the install', false),
          await update(2, 'the same settings once more', true),
          await update(1, 'the settings before, late', true),
        ];
      }
      record.repeat = await install('the same install once more', body);
      const { probeTenant, otherProbeTenant } = context.input;
      const sibling = { ...probeTenant!, ventureId: `${probeTenant!.ventureId}-2` };
      record.sibling = await install(
        'a correctly signed install into another venture of the probe tenant',
        JSON.stringify(installBody(context, sibling)),
      );
      if (otherProbeTenant) {
        const content = JSON.stringify(installBody(context, otherProbeTenant));
        record.other = await install('a correctly signed install into another probe tenant', content);
        const [one, two] = [record.install, record.other].map(({ parsed }) => (parsed?.ok ? parsed.result : undefined));
        // The same token for both is an error that C83 reports; its reads prove nothing more.
        if (one && two && one.scopedToken !== two.scopedToken)
          record.twoTenants = await readAsBoth(
            context,
            [
              { ...probeTenant!, installId: one.installId, token: one.scopedToken },
              { ...otherProbeTenant, installId: two.installId, token: two.scopedToken },
            ],
            since,
            eventsOf,
          );
      }
      record.parallel = await Promise.all(
        Array.from({ length: PARALLEL }, () => install(`the same install, ${PARALLEL} at once`, body)),
      );
    }
    record.unknown = await send({ endpoint: 'uninstall', sent: 'the end of an install that nobody has' });
    record.oddId = await send({
      endpoint: 'uninstall',
      sent: 'the end of an install whose id holds an escaped slash and space',
      path: base('uninstall').replace(':id', ODD_ID),
    });
    if (first !== undefined) {
      record.eventsAfterUnknown = await pull('events after the end of unknown installs', `?since=${since}`);
      record.revoke = await revoke(first, 'the end of the install');
      record.revokeAgain = await send({
        endpoint: 'uninstall',
        sent: 'the end of the same install once more',
        path: base('uninstall').replace(':id', encodeURIComponent(first)),
      });
      record.eventsAfterRevoke = await pullUntil(
        context,
        () => pull('events after the end', `?since=${since}`),
        'install.revoked',
      );
    }
  } finally {
    for (const [id, state] of alive) {
      if (state === 'gone') continue;
      const probe = await revoke(id, 'clean-up of an install that this run made');
      if (alive.get(id) !== 'gone') left.push({ id, probe });
    }
    record.metricsAfterCleanUp = await metrics('metrics after the clean-up');
  }
  return { ...record, left } as LifecycleRecord;
}

/** Start of the event reads: a minute before the newest known event, or before now. */
function recently(context: CheckContext, rows: readonly EventRow[] | null): number {
  const newest = rows && rows.length > 0 ? Math.max(...rows.map(({ ts }) => ts)) : context.input.now();
  return Math.max(0, Math.floor(Math.min(newest, context.input.now())) - OVERLAP_MS);
}

/** Reads a few times with pauses, because a Drive may write its events after responding. */
async function pullUntil(context: CheckContext, pull: () => Promise<EventPull>, kind: string): Promise<EventPull> {
  let last = await pull();
  for (let i = 0; i < 4 && context.input.pause && last.rows && !hasKind(last.rows, kind); i += 1) {
    await context.input.pause(400);
    last = await pull();
  }
  return last;
}

/** Whether a row of this kind is included, in either spelling. */
export function hasKind(rows: readonly EventRow[], kind: string): boolean {
  return rows.some(({ type }) => type === kind || type === kind.replace('.', '_'));
}

/** Rows by content; equal ones are counted. */
export function tally(rows: readonly EventRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(eventDigest(row), (counts.get(eventDigest(row)) ?? 0) + 1);
  return counts;
}

/** The body of an install on a probe tenant, with a config that fits the form. */
export function installBody(context: CheckContext, { tenantId, ventureId } = context.input.probeTenant!) {
  const manifest = context.document!.manifest!;
  return buildInstallRequest({
    tenantId,
    ventureId,
    ventureName: 'Conformance probe',
    operatorEmail: 'conformance@probe.invalid',
    installOrigin: 'https://probe.invalid',
    ...(manifest.configSchema ? { config: exampleConfig(manifest.configSchema) } : {}),
    permissions: manifest.permissionsRequested,
  });
}

function updateBody(context: CheckContext, installId: string, settingsVersion: number): object {
  const manifest = context.document!.manifest!;
  return buildConfigUpdate({
    installId,
    settingsVersion,
    config: manifest.configSchema ? exampleConfig(manifest.configSchema) : {},
    manifestVersion: manifest.version,
    permissions: manifest.permissionsRequested,
  });
}

/** Values for a config schema: defaults if it has them, otherwise the smallest allowed. */
export function exampleConfig(schema: JsonObject): Record<string, JsonValue> {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const config: Record<string, JsonValue> = {};
  for (const [name, field] of Object.entries(properties)) {
    if (!isObject(field)) continue;
    if (field.default !== undefined) config[name] = field.default;
    else if (required.includes(name)) config[name] = exampleValue(field);
  }
  return config;
}

function exampleValue(field: JsonObject): JsonValue {
  if (Array.isArray(field.enum) && field.enum.length > 0) return field.enum[0]!;
  const least = typeof field.minimum === 'number' ? field.minimum : 1;
  const length = typeof field.minLength === 'number' ? field.minLength : 0;
  switch (field.type) {
    case 'integer':
    case 'number':
      return least;
    case 'boolean':
      return false;
    case 'array':
      return typeof field.minItems === 'number' && field.minItems > 0 && isObject(field.items)
        ? Array.from({ length: Math.min(field.minItems, 20) }, () => exampleValue(field.items as JsonObject))
        : [];
    case 'object':
      return exampleConfig(field);
    default:
      return field.format === 'email'
        ? 'probe@probe.invalid'
        : field.format === 'uri'
          ? 'https://probe.invalid'
          : 'probe'.padEnd(length, '.');
  }
}
