import { Injectable } from '@nestjs/common';
import { AppError, formatMinor } from '@portal/kernel';
import { TransferGateway } from '@portal/stripe-gateway';
import { payoutErrors } from './errors.js';
import type { StatementCheckView, StatementVerdictView } from './http/payouts.view.js';
import { Statements, type StatementFacts } from './read/statements.js';

/** Recomputes a statement from its lines, from the ledger and from the processor, and says what agrees. */
@Injectable()
export class VerifyStatement {
  constructor(
    private readonly statements: Statements,
    private readonly transfers: TransferGateway,
  ) {}

  /** @throws AppError `statement_not_found` */
  async execute(id: string, orgIds: readonly string[]): Promise<StatementVerdictView> {
    const facts = await this.statements.find(id, orgIds);
    if (!facts) throw new AppError(payoutErrors.statement_not_found);
    const checks = [...checkStatement(facts), ...(await this.checkTransfer(facts))];
    return { ok: checks.every((check) => check.ok), checks };
  }

  private async checkTransfer({ view, amountMinor }: StatementFacts): Promise<StatementCheckView[]> {
    if (view.transfer_id === null) return [];
    const transfer = await this.transfers.findTransfer(view.transfer_id);
    const found = transfer ? transfer.amountMinor - transfer.reversedMinor : 0n;
    return [
      {
        name: 'The transfer at the processor has the amount of this statement',
        ok: found === amountMinor && transfer?.currency === view.currency && BigInt(view.paid_minor) === found,
        detail: transfer
          ? `${formatMinor(found, transfer.currency)} in ${view.transfer_id}`
          : `${view.transfer_id} is not there`,
      },
    ];
  }
}

/** Everything that can be told without the processor. */
export function checkStatement(facts: StatementFacts): StatementCheckView[] {
  const { view } = facts;
  const money = (minor: bigint): string => formatMinor(minor, view.currency);
  const split = view.lines.filter(
    (line) => BigInt(line.author_minor) + BigInt(line.platform_minor) !== BigInt(line.gross_minor),
  );
  const [opening, earned, other, paid, carried] = [
    view.opening_minor,
    view.earned_minor,
    view.other_minor,
    view.paid_minor,
    view.carried_minor,
  ].map(BigInt) as [bigint, bigint, bigint, bigint, bigint];
  const lines = view.lines
    .filter((line) => line.state === 'earned')
    .reduce((all, line) => all + BigInt(line.author_minor), 0n);
  const booked = facts.earningMovements.reduce((all, movement) => all + movement.amountMinor, 0n);
  const expectedAside =
    view.state === 'settled' || view.state === 'reserved' || view.state === 'sending' ? facts.amountMinor : 0n;
  return [
    { name: 'Every line is split without a rest', ok: split.length === 0, detail: `${view.lines.length} lines` },
    {
      name: 'The lines add up to what was earned',
      ok: lines === earned,
      detail: `${money(lines)} of ${money(earned)}`,
    },
    {
      name: 'The ledger booked for each invoice what its lines say',
      ok: unlikeInvoices(facts).length === 0,
      detail: `${money(booked)} booked, ${money(earned)} from lines of this month, ${money(other)} else`,
    },
    {
      name: 'Opening balance and bookings add up to the balance that was frozen',
      ok: opening + booked === facts.balanceMinor,
      detail: `${money(opening)} + ${money(booked)} = ${money(facts.balanceMinor)}`,
    },
    {
      name: 'Opening, earnings and corrections are paid or carried',
      ok: opening + earned + other === paid + carried,
      detail: `${money(opening)} + ${money(earned)} + ${money(other)} = ${money(paid)} + ${money(carried)}`,
    },
    {
      name: 'The ledger set aside what was paid',
      ok: facts.setAsideMinor === expectedAside,
      detail: money(facts.setAsideMinor),
    },
  ];
}

/** Invoices of this month whose lines and whose booking differ. */
function unlikeInvoices({ view, earningMovements }: StatementFacts): string[] {
  const invoices = new Set(view.lines.filter((line) => line.state === 'earned').map((line) => line.invoice_id));
  return [...invoices].filter((invoice) => {
    const lines = view.lines
      .filter((l) => l.invoice_id === invoice)
      .reduce((all, l) => all + BigInt(l.author_minor), 0n);
    const booked = earningMovements.filter((m) => m.sourceId === invoice).reduce((all, m) => all + m.amountMinor, 0n);
    return lines !== booked;
  });
}
