import { Injectable, type Provider } from '@nestjs/common';
import { hasRole, type Actor, type Role } from '../../access/actor.js';
import { bypassRowSecurity } from '../../database/scope/data-scope.js';
import { Database } from '../../database/database.js';

/** Kinds of results, in the order of the answer; each has a page. `own_`: as its author, who has other pages. */
export const FOUND_KINDS = [
  'drive',
  'own_submission',
  'own_statement',
  'submission',
  'application',
  'live_drive',
  'author',
  'plugin',
  'install',
  'person',
  'tenant',
  'venture',
  'invoice',
  'own_invoice',
  'refund',
  'dispute',
  'payout_run',
  'statement',
] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

export interface Found {
  readonly kind: FoundKind;
  /** Id; for a plugin its slug. */
  readonly id: string;
  readonly name: string;
  /** Distinguishes two results with the same name. */
  readonly note: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The typed text if it is an id; otherwise null. */
export function typedId(text: string): string | null {
  return UUID.test(text) ? text.toLowerCase() : null;
}

/** A source of search results; returns nothing for callers without access. */
type SearchSource = (actor: Actor, text: string, limit: number) => Promise<readonly Found[]>;

/** Registry of search sources. Features register their own. */
@Injectable()
export class SearchSources {
  private readonly sources: SearchSource[] = [];

  register(source: SearchSource): void {
    this.sources.push(source);
  }

  /**
   * Results that the caller may see whose name contains `text` or is like it, or whose id it is, up to `limit` per
   * source. Those that show `text` come before those that are only like it, then by kind.
   */
  async find(actor: Actor, text: string, limit: number): Promise<Found[]> {
    const found = await Promise.all(this.sources.map((source) => source(actor, text, limit)));
    const wanted = text.toLowerCase();
    const rank = ({ kind, id, name, note }: Found): number =>
      FOUND_KINDS.indexOf(kind) +
      ([id, name, note].some((one) => one.toLowerCase().includes(wanted)) ? 0 : FOUND_KINDS.length);
    return found.flat().sort((one, other) => rank(one) - rank(other));
  }
}

/**
 * Registers what a statement finds among the rows of all owners, for callers who may search them: everybody calls the
 * route, so that is asked before row-level security is bypassed.
 * @param sql its columns are those of `Found`; $1: the text, $2: how many at the most, $3: the id that the text is, or null
 */
export function searchAmongAll(may: (actor: Actor) => boolean, sql: string): Provider {
  return source(sql, (database) => async (actor, text, limit) => {
    if (!may(actor)) return [];
    return bypassRowSecurity(() => database.query<Found>(sql, [text, limit, typedId(text)]));
  });
}

/** `searchAmongAll` for staff with one of the roles. */
export const staffSearch = (roles: readonly Role[], sql: string): Provider =>
  searchAmongAll((actor) => roles.some((role) => hasRole(actor, role)), sql);

/** Registers what a statement finds among the rows of the caller's `owners`. @param sql as above; $4: the owners */
export function ownSearch(owners: (actor: Actor) => readonly string[], sql: string): Provider {
  return source(sql, (database) => async (actor, text, limit) => {
    const ids = owners(actor);
    return ids.length === 0 ? [] : database.query<Found>(sql, [text, limit, typedId(text), ids]);
  });
}

function source(sql: string, of: (database: Database) => SearchSource): Provider {
  return {
    provide: `search ${sql}`,
    inject: [SearchSources, Database],
    useFactory: (sources: SearchSources, database: Database) => sources.register(of(database)),
  };
}
