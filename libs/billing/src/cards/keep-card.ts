import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { PaymentMethodSaved } from '../events.js';
import { CustomersRepository, type SavedCard } from './customers.repository.js';

/** Makes a card the payment method of the payer and emits an event. */
@Injectable()
export class KeepCard {
  constructor(
    private readonly customers: CustomersRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  async execute(tx: Tx, actor: Actor, payerId: string, card: SavedCard): Promise<void> {
    await this.customers.setCard(tx, payerId, card);
    await this.outbox.emit(tx, PaymentMethodSaved, { tenant_id: payerId });
    await this.audit.record(tx, actor, 'payment_method.saved', ['tenant', payerId], {
      after: { brand: card.brand, last4: card.last4 },
    });
  }
}
