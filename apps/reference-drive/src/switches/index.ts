import { verify, type EndpointName, type SigningKey } from '@portal/contract';
import type { Answer, Call } from '../http.js';
import { ENDPOINTS } from '../manifest.js';
import { installSwitches } from './installs.js';
import { manifestSwitches } from './manifest.js';
import { answerSwitches, rollUpSwitches } from './reads.js';
import { serviceSwitches } from './service.js';
import { signatureSwitches } from './signatures.js';
import type { Draft, Incoming, Switch } from './switch.js';

export { GROUPS, type Switch } from './switch.js';

/** A switch as the control page and API show it. */
export type SwitchView = Pick<Switch, 'name' | 'group' | 'title' | 'breaks'> & { readonly on: boolean };

/** Every way to break this Drive on purpose, all off at the start; several may be on at once. Kept in memory only. */
export class Switches {
  private all: Switch[] = [];
  private readonly on = new Set<string>();

  constructor(
    private readonly shape: 'a' | 'b',
    private readonly keys: () => SigningKey[],
    private readonly now: () => number,
  ) {
    this.reset();
  }

  list(): SwitchView[] {
    return this.all.map(({ name, group, title, breaks }) => ({ name, group, title, breaks, on: this.on.has(name) }));
  }

  /** @returns false for a name that there is not. */
  set(name: string, on: boolean): boolean {
    if (!this.all.some((one) => one.name === name)) return false;
    if (on) this.on.add(name);
    else this.on.delete(name);
    return true;
  }

  /** All off, with their state cleared. */
  reset(): void {
    this.on.clear();
    this.all = [
      ...manifestSwitches(),
      ...serviceSwitches(),
      ...signatureSwitches(),
      ...answerSwitches(),
      ...installSwitches(),
      ...rollUpSwitches(),
    ].filter(({ shape }) => shape === undefined || shape === this.shape);
  }

  manifest(manifest: Draft): Draft {
    for (const one of this.active()) one.manifest?.(manifest);
    return manifest;
  }

  icon(icon: string): string {
    return this.active().find((one) => one.icon !== undefined)?.icon ?? icon;
  }

  /** Whether an event of this kind is written to the log. */
  writes(kind: string): boolean {
    return this.active().every((one) => one.writes?.(kind) !== false);
  }

  /** The verdict on a request's signature: null accepts. */
  verdict(right: string | null, call: Call): string | null {
    const incoming = this.incoming(call);
    return incoming
      ? this.active().reduce((verdict, one) => (one.verdict ? one.verdict(verdict, incoming) : verdict), right)
      : right;
  }

  /** Carries a request out with the effects of the active switches. */
  async apply(call: Call, carryOut: (call: Call) => Promise<Answer>): Promise<Answer> {
    const incoming = this.incoming(call);
    const active = this.active();
    if (!incoming || active.length === 0) return carryOut(call);
    const delayMs = Math.max(0, ...active.map((one) => one.delayMs?.(incoming) ?? 0));
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    const given = active.reduce((now, one) => one.request?.({ ...incoming, call: now }) ?? now, call);
    const answer = await carryOut(given);
    return active.reduce((now, one) => one.answer?.(now, incoming) ?? now, answer);
  }

  private active(): Switch[] {
    return this.on.size === 0 ? [] : this.all.filter(({ name }) => this.on.has(name));
  }

  private incoming(call: Call): Incoming | undefined {
    const endpoint = endpointOf(call);
    if (!endpoint) return undefined;
    const sentAtMs = Number(call.headers['x-platform-timestamp'] ?? Number.NaN);
    const verifies: Incoming['verifies'] = ({ signature = (text: string) => text, path = call.target } = {}) =>
      verify({
        headers: {
          ...call.headers,
          'x-platform-signature': signature(String(call.headers['x-platform-signature'] ?? '')),
        },
        path,
        keys: this.keys(),
        nowMs: sentAtMs,
      }).ok;
    return { call, endpoint, ageMs: this.now() - sentAtMs, verifies };
  }
}

const METHODS: Readonly<Partial<Record<EndpointName, string>>> = { install: 'POST', uninstall: 'DELETE' };

function endpointOf({ method, url: { pathname } }: Call): EndpointName | undefined {
  const names = Object.keys(ENDPOINTS) as EndpointName[];
  return names.find((name) => {
    if ((METHODS[name] ?? 'GET') !== method) return false;
    const prefix = ENDPOINTS[name].replace(':id', '');
    return name === 'uninstall' ? pathname.startsWith(prefix) : pathname === prefix;
  });
}
