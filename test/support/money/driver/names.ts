import { createHash } from 'node:crypto';
import type { Scenario } from './scenario.js';

const KINDS = ['author', 'tenant', 'venture', 'drive', 'install', 'person'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * Maps names of a scenario to ids and back. Ids of one kind sort like the names, byte by byte, so that the engine's
 * order by id (the running split goes by install) is the order of names.
 */
export class Names {
  private readonly ids = new Map<string, string>();
  private readonly names = new Map<string, string>();

  static of(scenario: Scenario): Names {
    const names = new Names();
    names.add('author', scenario.authors.keys());
    names.add('tenant', scenario.tenants.keys());
    names.add('drive', scenario.drives.keys());
    const installs = scenario.events.filter((event) => event.type === 'install');
    names.add(
      'install',
      installs.map((event) => event.install),
    );
    names.add('venture', [
      ...scenario.tenants.keys(),
      ...installs.flatMap(({ tenant, venture }) => (venture === undefined ? [] : [ventureName(tenant, venture)])),
    ]);
    return names;
  }

  private add(kind: Kind, of: Iterable<string>): void {
    const sorted = [...new Set(of)].sort((a, b) => (a < b ? -1 : 1));
    sorted.forEach((name, i) => this.set(kind, name, uuid(KINDS.indexOf(kind) + 1, i + 1)));
  }

  private set(kind: Kind, name: string, id: string): void {
    this.ids.set(`${kind} ${name}`, id);
    // A venture is displayed by its own name.
    this.names.set(id, kind === 'venture' ? name.slice(name.indexOf('/') + 1) : name);
  }

  /** The id of a name; undefined for an unknown name. */
  find(kind: Kind, name: string): string | undefined {
    return this.ids.get(`${kind} ${name}`);
  }

  /**
   * The id of a declared name.
   * @throws Error when it was never declared
   */
  id(kind: Kind, name: string): string {
    const known = this.ids.get(`${kind} ${name}`);
    if (known === undefined) throw new Error(`no ${kind} is called ${name}`);
    return known;
  }

  /** The id of a finance user; any name is allowed. */
  person(name: string): string {
    const known = this.ids.get(`person ${name}`);
    if (known !== undefined) return known;
    const hex = createHash('sha256').update(name).digest('hex');
    const id = `06000000-0000-7000-8000-${hex.slice(0, 12)}`;
    this.set('person', name, id);
    return id;
  }

  /** Registers the scenario's name of an object to which the engine or the provider gave an id. */
  learn(id: string, name: string): void {
    this.names.set(id, name);
  }

  /** The name of an id; the id itself when there is none. */
  name(id: string): string {
    return this.names.get(id) ?? id;
  }
}

/** Ventures belong to a tenant; a tenant without named ventures has one. */
export function ventureName(tenant: string, venture: string): string {
  return `${tenant}/${venture}`;
}

function uuid(kind: number, rank: number): string {
  return `${kind.toString(16).padStart(2, '0')}000000-0000-7000-8000-${rank.toString(16).padStart(12, '0')}`;
}
