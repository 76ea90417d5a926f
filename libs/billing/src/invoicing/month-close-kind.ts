import { Injectable } from '@nestjs/common';
import type { ApprovalKind, ApprovalPreview, ApprovalSubject, Approved } from '@portal/approvals';
import { AppError, formatMinor } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { billingErrors } from '../errors.js';
import { PeriodCloseRequested } from '../events.js';
import { PeriodsRepository } from './periods.repository.js';
import { ClosePreview } from './read/close-preview.js';

/** A month to close as it was proposed. */
interface ProposedClose {
  /** `YYYY-MM-01` */
  readonly month: string;
  /** What installs are billed without tax, by currency; decimal text of minor units. */
  readonly totals: Readonly<Record<string, string>>;
}

/** The close of a month that bills more than one person may close alone (policy `close_limit`). */
@Injectable()
export class MonthCloseKind implements ApprovalKind<ProposedClose> {
  readonly kind = 'month_close';
  readonly subjectType = 'period';
  readonly name = 'Close of a month';
  readonly roles = ['finance'] as const;

  constructor(
    private readonly periods: PeriodsRepository,
    private readonly previews: ClosePreview,
  ) {}

  async subject(_tx: Tx, { month, totals }: ProposedClose): Promise<ApprovalSubject> {
    const sums = Object.entries(totals).map(([currency, minor]) => formatMinor(BigInt(minor), currency));
    return { subjectId: month.slice(0, 7), title: `Close ${month.slice(0, 7)}: ${sums.join(', ')} without tax` };
  }

  async preview({ month }: ProposedClose): Promise<ApprovalPreview> {
    const { totals, gaps } = await this.previews.of(month.slice(0, 7));
    const payers = new Set(gaps.filter(({ code }) => code === 'card').map(({ id }) => id)).size;
    return {
      effects: [
        ...totals.map(({ currency, invoices, total_minor, author_minor, before_minor }) => {
          const text = (minor: string) => formatMinor(BigInt(minor), currency);
          const [noun, are] = invoices === 1 ? ['invoice', 'is'] : ['invoices', 'are'];
          return `${invoices} ${noun} of ${text(total_minor)} with tax ${are} issued; authors get ${text(author_minor)}. Month before, without tax: ${text(before_minor)}.`;
        }),
        'Cards of payers are charged. What the host collects is not charged.',
        'A closed month cannot be opened again.',
      ],
      warnings: payers > 0 ? [`${payers} ${payers === 1 ? 'payer has' : 'payers have'} no card.`] : [],
    };
  }

  /** @throws AppError `month_closed`, `close_changed`, `seller_not_set`, `vat_rate_missing` (409) */
  async apply(tx: Tx, { id, payload, proposedByName }: Approved<ProposedClose>, actor: Actor): Promise<void> {
    const { month, totals } = payload;
    if ((await this.periods.lock(tx, month)).state !== 'open') throw new AppError(billingErrors.month_closed);
    const now = await this.periods.toBill(tx, month);
    const same = Object.keys({ ...now, ...totals }).every((currency) => now[currency] === totals[currency]);
    if (!same) throw new AppError(billingErrors.close_changed);
    await this.begin(tx, actor, month, proposedByName, id);
  }

  /** The close of an open month, which goes on in the background. @throws AppError `seller_not_set`, `vat_rate_missing` (409) */
  async begin(tx: Tx, actor: Actor, month: string, requestedBy: string, approvalId: string | null): Promise<void> {
    const text = month.slice(0, 7);
    const refused = await this.periods.refused(tx, month);
    if (refused !== null) throw new AppError(billingErrors[refused]);
    await this.periods.toClosing(tx, month, requestedBy, approvalId);
    await tx.emit(PeriodCloseRequested, { month: text });
    const change = { before: { state: 'open' }, after: { state: 'closing' } };
    await tx.audit(actor, 'period.close_requested', ['period', text], change);
  }
}
