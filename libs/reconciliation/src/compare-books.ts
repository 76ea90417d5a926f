import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import type { ProviderBalance } from '@portal/stripe-gateway';
import { factsOf, BookMovements } from './book-movements.js';
import { equality, type Equality } from './domain/reconciliation-check.js';
import type { ItemKind } from './domain/item-kinds.js';
import { matchMovements } from './domain/match.js';
import { ItemsRepository, type NewItem } from './persistence/items.repository.js';
import { MovementsRepository, type OpenMovement, type OpenPosting } from './persistence/movements.repository.js';
import { InternalExceptions } from './read/internal-exceptions.js';
import { totalOf } from './pull-movements.js';
import { Figures, type Amounts, type AuthorFigures, type SuspenseOf } from './read/figures.js';

/** How long a movement may be known to one side only. */
const GRACE_MS = 3_600_000;

/** Matches movements with postings, books what only the provider can know, and opens items for the rest. */
@Injectable()
export class CompareBooks {
  constructor(
    private readonly movements: MovementsRepository,
    private readonly items: ItemsRepository,
    private readonly book: BookMovements,
    private readonly figures: Figures,
    private readonly internal: InternalExceptions,
  ) {}

  async execute(tx: Tx, balances: readonly ProviderBalance[]) {
    const unmatched = await this.movements.unmatched(tx);
    const postings = await this.movements.unmatchedPostings(tx);
    const matches = matchMovements(unmatched, postings);
    await this.movements.insertMatches(tx, matches);
    const matchedMovements = new Set(matches.map((match) => match.movementId));
    const matchedPostings = new Set(matches.flatMap((match) => match.ledgerTxIds));
    const booked = await this.book.execute(
      tx,
      unmatched.filter((movement) => !matchedMovements.has(movement.id)),
    );
    const open = {
      movements: booked.left.filter((movement) => movement.net !== 0n),
      postings: postings.filter((posting) => !matchedPostings.has(posting.txId)),
    };
    const equalities = await this.equalities(tx, balances, open.movements);
    const opened = await this.worklist(tx, open, equalities);
    return {
      matched: matches.length + booked.booked,
      opened: booked.opened + opened,
      equalities: [...equalities, ...(await this.suspense(tx))],
    };
  }

  private async equalities(tx: Tx, balances: readonly ProviderBalance[], movements: readonly OpenMovement[]) {
    const provider: Amounts = new Map(balances.map((one) => [one.currency, totalOf(one)]));
    const own = await this.figures.own(tx);
    // Movements that only the provider knows will still be added to our mirror; those that only we know, to its
    // balance.
    const underWay: Amounts = new Map();
    for (const one of movements) add(underWay, one.currency, one.net);
    for (const [currency, amount] of own.unmatched) add(underWay, currency, -amount);
    return [
      ...pair('balance', own.balance, provider, underWay),
      ...pair('clearing', own.clearing, own.openPayouts),
      ...(await this.figures.authors(tx)).map(ofAuthors),
    ];
  }

  private async suspense(tx: Tx): Promise<Equality[]> {
    const { suspense, listedInSuspense } = await this.figures.own(tx);
    return pair('suspense', suspense, listedInSuspense);
  }

  private async worklist(tx: Tx, open: Open, equalities: readonly Equality[]): Promise<number> {
    const before = new Date(tx.now.getTime() - GRACE_MS);
    const wanted: NewItem[] = [
      ...open.movements.filter((one) => one.createdAt < before && !one.underWay).map(notBooked),
      ...open.postings.filter((one) => one.postedAt < before).map(notAtProvider),
      ...(await this.figures.leftInSuspense(tx)).map(inSuspense),
      ...(await this.internal.list(tx)),
      ...equalities.filter((one) => !one.holds).map((one) => differs(one, tx.now)),
    ];
    let opened = 0;
    for (const item of wanted) if (await this.items.openOrRefresh(tx, item)) opened += 1;
    await this.items.closeHealed(
      tx,
      wanted.map((item) => item.ref),
    );
    return opened;
  }
}

interface Open {
  movements: OpenMovement[];
  postings: OpenPosting[];
}

function add(amounts: Amounts, currency: string, amount: bigint): void {
  amounts.set(currency, (amounts.get(currency) ?? 0n) + amount);
}

function pair(name: Equality['name'], left: Amounts, right: Amounts, underWay: Amounts = new Map()): Equality[] {
  const currencies = [...new Set([...left.keys(), ...right.keys()])].sort();
  return currencies.map((currency) =>
    equality(name, currency, left.get(currency) ?? 0n, right.get(currency) ?? 0n, underWay.get(currency) ?? 0n),
  );
}

function ofAuthors({ currency, owedMinor, statedMinor, differing, orgIds }: AuthorFigures): Equality {
  const sentences = differing.map(
    (one) => `${one.author}: ledger ${one.owedMinor.toString()}, statements ${one.statedMinor.toString()}`,
  );
  return { ...equality('authors', currency, owedMinor, statedMinor, 0n, sentences), orgIds };
}

function notBooked(movement: OpenMovement): NewItem {
  return {
    ref: `movement:${movement.id}`,
    kind: 'not_booked',
    currency: movement.currency,
    amount: movement.net,
    occurredAt: movement.createdAt,
    facts: factsOf(movement),
  };
}

function notAtProvider(posting: OpenPosting): NewItem {
  return {
    ref: `posting:${posting.txId}`,
    kind: 'not_at_provider',
    currency: posting.currency,
    amount: -posting.amount,
    occurredAt: posting.postedAt,
    facts: { transaction: posting.txId, kind: posting.kind, source: posting.source, key: posting.key },
  };
}

function inSuspense(one: SuspenseOf): NewItem {
  return {
    ref: one.ref,
    kind: 'in_suspense',
    currency: one.currency,
    amount: one.amount,
    suspense: one.amount,
    occurredAt: one.at,
    facts: { kind: one.kind, source: one.ref.slice('suspense:'.length) },
  };
}

const DIFFERENCE: Readonly<Record<Exclude<Equality['name'], 'suspense'>, ItemKind>> = {
  balance: 'equality_balance',
  clearing: 'equality_clearing',
  authors: 'equality_authors',
};

/** The authors whose amounts differ are part of what it is about: others are paid (`reconciliation.open_items`). */
function differs(one: Equality, now: Date): NewItem {
  const kind = DIFFERENCE[one.name as keyof typeof DIFFERENCE];
  return {
    ref: ['equality', one.name, one.currency, ...(one.orgIds ?? [])].join(':'),
    kind,
    currency: one.currency,
    amount: one.rightMinor - one.leftMinor - one.underWayMinor,
    occurredAt: now,
    facts: {
      left_minor: one.leftMinor.toString(),
      right_minor: one.rightMinor.toString(),
      under_way_minor: one.underWayMinor.toString(),
      ...Object.fromEntries((one.differing ?? []).map((sentences, n) => [`author_${n + 1}`, sentences])),
    },
  };
}
