import { Injectable } from '@nestjs/common';
import { OverdueBalances, type OverdueBalance } from '@portal/payouts';
import type { Tx } from '@portal/platform/database';
import { ITEM_KINDS, type ItemKind } from './domain/item-kinds.js';
import type { NewItem } from './persistence/items.repository.js';
import { Figures, type AlteredOne, type NotCharged, type ParkedWork, type TaxReport } from './read/figures.js';

/** Kinds that are found in our own tables, without the provider. */
export const INTERNAL_KINDS: readonly ItemKind[] = [
  'tax_report',
  'statement_altered',
  'negative_overdue',
  'not_charged',
  'work_parked',
];

/** Exceptions that our own tables show; the provider is not queried. */
@Injectable()
export class InternalExceptions {
  constructor(
    private readonly figures: Figures,
    private readonly overdue: OverdueBalances,
  ) {}

  async list(tx: Tx): Promise<NewItem[]> {
    return [
      ...(await this.figures.taxReports(tx)).map(taxReport),
      ...(await this.figures.alteredStatements(tx)).map(statementAltered),
      ...(await this.overdue.list(tx)).map(negativeOverdue),
      ...(await this.figures.notCharged(tx)).map(notCharged),
      ...(await this.figures.parkedWork(tx)).map(workParked),
    ];
  }
}

/** No amount: the tax is described in its facts. */
function taxReport({ ref, currency, at, ...facts }: TaxReport): NewItem {
  return {
    ref,
    kind: 'tax_report',
    currency,
    amount: 0n,
    suspense: 0n,
    occurredAt: at,
    detail: ITEM_KINDS.tax_report.sentence,
    facts,
  };
}

function statementAltered({ ref, currency, at, ...facts }: AlteredOne): NewItem {
  return {
    ref,
    kind: 'statement_altered',
    currency,
    amount: 0n,
    suspense: 0n,
    occurredAt: at,
    detail: ITEM_KINDS.statement_altered.sentence,
    facts,
  };
}

/** A debt of an author to the platform. No money moved at the provider; it is settled on the item's page. */
function negativeOverdue({ orgId, authorName, currency, owedMinor, since, why }: OverdueBalance): NewItem {
  return {
    ref: `negative_overdue:${orgId}:${currency}`,
    kind: 'negative_overdue',
    currency,
    amount: -owedMinor,
    suspense: 0n,
    occurredAt: since,
    detail: ITEM_KINDS.negative_overdue.sentence,
    facts: { author: authorName, org_id: orgId, why },
  };
}

/** No money moved; the amount is that of the invoice. */
function notCharged({ ref, currency, amount, at, ...facts }: NotCharged): NewItem {
  return {
    ref,
    kind: 'not_charged',
    currency,
    amount: BigInt(amount),
    suspense: 0n,
    occurredAt: at,
    detail: ITEM_KINDS.not_charged.sentence,
    facts,
  };
}

/** No amount: it becomes known when the work is done. */
function workParked({ ref, at, ...facts }: ParkedWork): NewItem {
  return {
    ref,
    kind: 'work_parked',
    currency: 'usd',
    amount: 0n,
    suspense: 0n,
    occurredAt: at,
    detail: ITEM_KINDS.work_parked.sentence,
    facts,
  };
}
