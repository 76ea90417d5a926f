import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';

/** What can be found by its name or id; each is opened on a page of its own. `own_`: as its author, who has other pages. */
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
  /** Of the thing; of a plugin its short name. */
  readonly id: string;
  readonly name: string;
  /** Distinguishes two results with the same name. */
  readonly note: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id that was typed; null where it is no id but a part of a name. */
export function typedId(text: string): string | null {
  return UUID.test(text) ? text.toLowerCase() : null;
}

/** Names that somebody may find; answers nothing to whom they are none of the business. */
type SearchSource = (actor: Actor, text: string, limit: number) => Promise<readonly Found[]>;

/** Where names are looked for. The features that have them register; who asks does not know them. */
@Injectable()
export class SearchSources {
  private readonly sources: SearchSource[] = [];

  register(source: SearchSource): void {
    this.sources.push(source);
  }

  /** What the caller may see and whose name has `text` in it, or whose id it is, `limit` of each source. */
  async find(actor: Actor, text: string, limit: number): Promise<Found[]> {
    const found = await Promise.all(this.sources.map((source) => source(actor, text, limit)));
    return found.flat();
  }
}
