import { Injectable } from '@nestjs/common';

/** One field of a source. `page`: path of the portal page that shows it. */
interface SourceFact {
  readonly name: string;
  readonly text?: string | null;
  /** Minor units. */
  readonly amount?: { readonly minor: string; readonly currency: string };
  readonly at?: Date | null;
  readonly page?: string;
}

/** The business row behind a posting, described by the feature that owns it. */
export interface SourceDescription {
  readonly title: string;
  /** Path of the page where it is handled; null when there is none. */
  readonly page: string | null;
  /** Ids of the processor's transfers that moved the money. */
  readonly transfers: readonly string[];
  readonly facts: readonly SourceFact[];
}

/** Filters for entries that the ledger itself cannot resolve. */
export type SourceScope = 'drive' | 'install';

/** Names of account owners by id; unknown owners are left out. */
type OwnerNames = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Undefined for an unknown id. */
type DescribeSource = (id: string) => Promise<SourceDescription | undefined>;

/**
 * Describes what postings were made for. Features that post register how to describe their sources; the ledger knows
 * ids only.
 */
@Injectable()
export class LedgerSources {
  private readonly scopes = new Map<SourceScope, (place: string) => string>();
  private readonly describers = new Map<string, DescribeSource>();
  private owners?: OwnerNames;

  /** @throws Error when the type is already registered */
  register(type: string, describe: DescribeSource): void {
    if (this.describers.has(type)) throw new Error(`a feature already describes sources of type ${type}`);
    this.describers.set(type, describe);
  }

  /**
   * Registers a filter that the ledger cannot resolve itself. `select` returns the matching sources as columns type and
   * id; `place` is the number of its parameter with the id.
   * @throws Error when the filter is already registered
   */
  registerScope(name: SourceScope, select: (place: string) => string): void {
    if (this.scopes.has(name)) throw new Error(`the filter ${name} is already registered`);
    this.scopes.set(name, select);
  }

  /** @throws Error when no feature has registered the filter */
  scope(name: SourceScope, place: string): string {
    const select = this.scopes.get(name);
    if (!select) throw new Error(`the filter ${name} is not registered`);
    return select(place);
  }

  /** @throws Error when another feature already provides owner names */
  registerOwners(names: OwnerNames): void {
    if (this.owners) throw new Error('names of owners are already registered');
    this.owners = names;
  }

  async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.owners === undefined || ids.length === 0 ? new Map() : this.owners(ids);
  }

  async describe(type: string, id: string): Promise<SourceDescription | undefined> {
    return this.describers.get(type)?.(id);
  }
}
