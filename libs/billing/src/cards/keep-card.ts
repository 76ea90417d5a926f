import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { PaymentMethodSaved } from '../events.js';
import { TenantCustomerEntity } from './card.entity.js';
import type { SavedCard } from '@portal/stripe-gateway';

/** Makes a card the payment method of the payer and emits an event. */
export async function keepCard(tx: Tx, actor: Actor, tenantId: string, card: SavedCard): Promise<void> {
  const { paymentMethodId, brand, last4, expMonth, expYear } = card;
  const change = { paymentMethodId, brand, last4, expMonth, expYear, savedAt: tx.now };
  await tx.manager.update(TenantCustomerEntity, { tenantId }, change);
  await tx.emit(PaymentMethodSaved, { tenant_id: tenantId });
  await tx.audit(actor, 'payment_method.saved', ['tenant', tenantId], { after: { brand, last4 } });
}
