import type { ProbeTenantIds } from '../input.js';
import { correct, type Call, type EventPull, type ProbeResult } from './probe.js';
import type { CheckContext } from './context.js';

/** An install of a probe tenant with its token. */
export interface ProbedInstall extends ProbeTenantIds {
  readonly installId: string;
  readonly token: string;
}

/** What one of two installs can read with its own token. */
export interface TenantReads {
  readonly install: ProbedInstall;
  readonly events: EventPull;
  readonly metrics: ProbeResult;
  readonly billing: ProbeResult;
  /** Its token with the id of the other tenant in the query. */
  readonly billingOfOther: ProbeResult;
}

/** Reads events, metrics and billing with the tokens of two installs of different tenants. */
export async function readAsBoth(
  context: CheckContext,
  installs: readonly [ProbedInstall, ProbedInstall],
  since: number,
  eventsOf: (probe: ProbeResult) => EventPull,
): Promise<readonly [TenantReads, TenantReads]> {
  const [first, second] = installs;
  return [await readAs(context, first, second, since, eventsOf), await readAs(context, second, first, since, eventsOf)];
}

async function readAs(
  context: CheckContext,
  install: ProbedInstall,
  other: ProbedInstall,
  since: number,
  eventsOf: (probe: ProbeResult) => EventPull,
): Promise<TenantReads> {
  const endpoints = context.endpoints()!;
  const ask = (endpoint: 'events' | 'metrics' | 'billing', sent: string, query: string): Promise<ProbeResult> => {
    const headers = { authorization: `Bearer ${install.token}` };
    const call: Call = { endpoint, sent, path: endpoints[endpoint] + query, headers, recipe: correct() };
    return context.send(call);
  };
  const billing = (tenantId: string, sent: string): Promise<ProbeResult> =>
    ask('billing', sent, `?tenant_id=${encodeURIComponent(tenantId)}`);
  const named = `with the token of ${install.tenantId}`;
  return {
    install,
    events: eventsOf(await ask('events', `events ${named}`, `?since=${since}`)),
    metrics: await ask('metrics', `metrics ${named}`, ''),
    billing: await billing(install.tenantId, `billing ${named}`),
    billingOfOther: await billing(other.tenantId, `billing of ${other.tenantId} ${named}`),
  };
}
