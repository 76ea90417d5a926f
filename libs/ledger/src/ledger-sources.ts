import { Injectable } from '@nestjs/common';

/** One thing that is known about a source. `page`: where it is shown, with the address of the portal. */
export interface SourceFact {
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
  /** Where it is worked on; null: only here. */
  readonly page: string | null;
  /** Ids of the processor's transfers that carried its money. */
  readonly transfers: readonly string[];
  readonly facts: readonly SourceFact[];
}

/** Filters for entries that the ledger itself cannot resolve. */
export type SourceScope = 'drive' | 'install';

/** Names of those whom accounts belong to, by their id; who is not known has none. */
type OwnerNames = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Undefined for an id that is none. */
type DescribeSource = (id: string) => Promise<SourceDescription | undefined>;

/** What postings were made for. The features that post register how to describe their sources; the ledger only knows ids. */
@Injectable()
export class LedgerSources {
  private readonly scopes = new Map<SourceScope, (place: string) => string>();
  private readonly describers = new Map<string, DescribeSource>();
  private owners?: OwnerNames;

  /** @throws Error when another feature describes sources of that type */
  register(type: string, describe: DescribeSource): void {
    if (this.describers.has(type)) throw new Error(`sources of type ${type} are told already`);
    this.describers.set(type, describe);
  }

  /**
   * Makes it possible to narrow entries by a thing that the ledger does not know. `select` gives the sources that are
   * about it, as columns type and id; `place` is the parameter with the thing's id.
   * @throws Error when another feature narrows by it
   */
  registerScope(name: SourceScope, select: (place: string) => string): void {
    if (this.scopes.has(name)) throw new Error(`sources are narrowed by ${name} already`);
    this.scopes.set(name, select);
  }

  /** @throws Error when nobody knows what belongs to it */
  scope(name: SourceScope, place: string): string {
    const select = this.scopes.get(name);
    if (!select) throw new Error(`nobody has said which sources belong to a ${name}`);
    return select(place);
  }

  /** @throws Error when another feature names them */
  registerOwners(names: OwnerNames): void {
    if (this.owners) throw new Error('owners of accounts are named already');
    this.owners = names;
  }

  async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.owners === undefined || ids.length === 0 ? new Map() : this.owners(ids);
  }

  async describe(type: string, id: string): Promise<SourceDescription | undefined> {
    return this.describers.get(type)?.(id);
  }
}
