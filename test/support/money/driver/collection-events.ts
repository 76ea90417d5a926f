import { ChargeInvoice, SavePaymentMethod, WriteOffKind, WriteOffs } from '@portal/billing';
import type { EventOf } from './scenario.js';
import { Refused, type Stage } from './stage.js';

/** Applies events of cards, charges timed by the scenario, and write-offs. */
export class CollectionEvents {
  constructor(private readonly stage: Stage) {}

  /** Whether the scenario times the charges of this invoice and none is due now. */
  async holdsInvoice(invoiceId: string): Promise<boolean> {
    if (this.stage.inProgress.has(invoiceId)) return false;
    const { rows } = await this.stage.owner.query(
      `select tenant_id, to_char(month, 'YYYY-MM') as month, currency from billing.invoices where id = $1`,
      [invoiceId],
    );
    const [row] = rows as { tenant_id: string; month: string; currency: string }[];
    if (!row) return false;
    const tenant = this.stage.names.name(row.tenant_id);
    return this.stage.scenario.events.some(
      (e) =>
        e.type === 'payment' &&
        e.tenant === tenant &&
        e.month === row.month &&
        (e.currency ?? this.stage.scenario.currency) === row.currency,
    );
  }

  async card(event: EventOf<'card'>): Promise<void> {
    this.stage.provider.cards.set(event.tenant, event.card);
    if (event.card === 'none')
      throw new Refused('not_supported', 'A card cannot be taken away; "declined" makes it useless.');
    // The engine notices a card that cannot be charged only when it tries.
    if (event.card !== 'ok') return;
    const tenantId = this.stage.names.id('tenant', event.tenant);
    const operator = { ...this.stage.actor('operator'), roles: [{ role: 'operator' as const, scopeId: tenantId }] };
    await this.stage.app.get(SavePaymentMethod).execute(operator, tenantId, 'pm_card_visa');
  }

  async payment(event: EventOf<'payment'>): Promise<void> {
    const invoice = await this.stage.invoice(event);
    if (invoice.state === 'paid') throw new Refused('invoice_paid', 'The invoice is paid already.');
    this.stage.provider.answerCharge(invoice.id, { outcome: event.outcome, fee: event.fee });
    this.stage.inProgress.add(invoice.id);
    try {
      await this.stage.app.get(ChargeInvoice).execute(invoice.id, { asked: true });
    } finally {
      this.stage.inProgress.delete(invoice.id);
    }
    const after = await this.stage.invoice(event);
    if (after.attempts === invoice.attempts)
      throw new Refused('not_tried', `The invoice is ${after.state} and is not charged at this instant.`);
  }

  async writeOff(event: EventOf<'write_off'>): Promise<void> {
    const { id } = await this.stage.invoice(event);
    const payload = await this.stage.get(WriteOffs).owed(id);
    await this.stage.byTwo({ kind: WriteOffKind, payload });
  }
}
