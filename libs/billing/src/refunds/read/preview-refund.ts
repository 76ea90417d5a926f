import { Injectable } from '@nestjs/common';
import { AuthorAccounts } from '@portal/authors';
import type { ApprovalPreview } from '@portal/approvals';
import { AppError, formatMinor } from '@portal/kernel';
import { Ledger, type AccountCode } from '@portal/ledger';
import { Database } from '@portal/platform/database';
import { planAdjustment, type AdjustmentScope } from '../domain/plan-adjustment.js';
import { authorParts, totalOf, type LineReversal } from '../../adjustments/domain/reversal.js';
import { factsOf, type InvoiceFacts } from './invoice-facts.js';
import { billingErrors, notRefundable } from '../../errors.js';
import type { AuthorLossView, RefundPreviewView } from '../http/adjustments.view.js';
import { AdjustmentsRepository } from '../../adjustments/adjustments.repository.js';
import { reversalViews } from './reversal-views.js';

/** What a refund made now would take from whom. Read-only. */
@Injectable()
export class PreviewRefund {
  constructor(
    private readonly database: Database,
    private readonly adjustments: AdjustmentsRepository,
    private readonly ledger: Ledger,
    private readonly authors: AuthorAccounts,
  ) {}

  /**
   * @throws AppError `invoice_not_found` (404), `invoice_not_paid`, `payment_disputed`, `adjustment_too_large` (409),
   *   `adjustment_line_unknown`, `adjustment_not_possible` (422).
   */
  async execute(invoiceId: string, scope: AdjustmentScope): Promise<RefundPreviewView> {
    const [invoice] = await this.database.query<{ state: string; alone: string }>(
      `select state, greatest(billing.left_alone(tenant_id, currency), 0) as alone from billing.invoices where id = $1 and state <> 'draft'`,
      [invoiceId],
    );
    if (!invoice) throw new AppError(billingErrors.invoice_not_found);
    const paid = await this.adjustments.paidOf(this.database, invoiceId);
    if (!paid) throw notRefundable(invoice.state);
    if (paid.disputed) throw new AppError(billingErrors.payment_disputed);
    const lines = await this.adjustments.lines(this.database, invoiceId);
    const terms = await this.adjustments.terms(this.database, invoiceId);
    const plan = planAdjustment(lines, BigInt(paid.available), scope, terms);
    const sum = (part: (reversal: LineReversal) => bigint, less = 0n): string =>
      plan.reversals.reduce((total, reversal) => total + part(reversal), -less).toString();
    return {
      amount_minor: plan.amountMinor.toString(),
      available_minor: paid.available,
      uncharged_minor: sum(totalOf, plan.amountMinor),
      needs_second_person: plan.amountMinor > BigInt(invoice.alone),
      alone_up_to_minor: invoice.alone,
      currency: paid.currency,
      tax_minor: sum((reversal) => reversal.taxMinor),
      platform_minor: sum((reversal) => reversal.platformMinor),
      authors: await this.losses(plan.reversals, paid.currency, 'author_payable'),
      lines: await reversalViews(this.database, plan.reversals),
    };
  }

  /**
   * What a proposal does to its payer and the authors.
   * @param code where the authors' part is taken from
   * @param payer what the payer gets, in one sentence, and how that changes what they were refunded (minor units) or owe
   */
  async ofProposal(
    { invoice_id, currency }: { readonly invoice_id: string; readonly currency: string },
    { amount, reversals, code }: { amount: bigint; reversals: readonly LineReversal[]; code: AccountCode },
    payer: (facts: InvoiceFacts, text: string) => { effect: string; account: string; before: string; change: bigint },
  ): Promise<ApprovalPreview> {
    const facts = await factsOf(this.database, invoice_id);
    const { effect, account, before, change } = payer(facts, formatMinor(amount, currency, facts.exponent));
    const losses = await this.losses(reversals, currency, code);
    return {
      effects: [effect],
      balances: [
        { account, currency, before: BigInt(before), after: BigInt(before) + change },
        ...losses.map(({ name, payable_before_minor, payable_after_minor }) => ({
          account: name,
          currency,
          before: BigInt(payable_before_minor),
          after: BigInt(payable_after_minor),
        })),
      ],
    };
  }

  private async losses(reversals: readonly LineReversal[], currency: string, code: AccountCode) {
    const parts = authorParts(reversals);
    const facts = await this.authors.facts([...parts.keys()]);
    const names = new Map(facts.map(({ orgId, name }) => [orgId, name]));
    const losses: AuthorLossView[] = [];
    for (const [orgId, amount] of parts) {
      const before = await this.ledger.balance(this.database, { code, ownerId: orgId, currency });
      losses.push({
        org_id: orgId,
        name: names.get(orgId) ?? orgId,
        amount_minor: amount.toString(),
        payable_before_minor: before.toString(),
        payable_after_minor: (before - amount).toString(),
      });
    }
    return losses.sort((a, b) => a.name.localeCompare(b.name));
  }
}
