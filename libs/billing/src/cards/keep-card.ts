import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { PaymentMethodSaved } from '../events.js';
import { CustomersRepository, type SavedCard } from './customers.repository.js';

/** Makes a card the payment method of the payer and emits an event. */
@Injectable()
export class KeepCard {
  constructor(private readonly customers: CustomersRepository) {}

  async execute(tx: Tx, actor: Actor, payerId: string, card: SavedCard): Promise<void> {
    await this.customers.setCard(tx, payerId, card);
    await tx.emit(PaymentMethodSaved, { tenant_id: payerId });
    await tx.audit(actor, 'payment_method.saved', ['tenant', payerId], {
      after: { brand: card.brand, last4: card.last4 },
    });
  }
}
