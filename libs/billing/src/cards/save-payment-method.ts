import { Injectable } from '@nestjs/common';
import { AppError, assertNever, Ids } from '@portal/kernel';
import { scopeIds, type Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { PaymentGateway, type AttachOutcome } from '@portal/stripe-gateway';
import { billingErrors } from '../errors.js';
import { InstallNames } from '../segments/install-names.js';
import { keepCard } from './keep-card.js';
import { PayerCustomer } from './payer-customer.js';
import { CustomersRepository, type SaveState } from './customers.repository.js';

/** Saves the card for a tenant's invoices and replaces the previous one. */
@Injectable()
export class SavePaymentMethod {
  constructor(
    private readonly transactor: Transactor,
    private readonly customers: CustomersRepository,
    private readonly customer: PayerCustomer,
    private readonly gateway: PaymentGateway,
    private readonly names: InstallNames,
    private readonly ids: Ids,
  ) {}

  /**
   * @throws AppError `tenant_not_found` (404), `payment_method_declined`, `payment_method_needs_action` (422),
   *   `payment_method_not_saved` (503)
   */
  async execute(actor: Actor, tenantId: string, paymentMethod: string): Promise<void> {
    const name = scopeIds(actor, 'operator').includes(tenantId) ? await this.names.tenant(tenantId) : undefined;
    if (name === undefined) throw new AppError(billingErrors.tenant_not_found);
    await this.save(actor, tenantId, name, paymentMethod);
  }

  /**
   * The same for an author organization, which pays listing fees. The caller checks permissions.
   * @throws AppError as `execute`
   */
  async ofAuthor(actor: Actor, orgId: string, paymentMethod: string): Promise<void> {
    await this.save(actor, orgId, (await this.names.organization(orgId)) ?? 'Unnamed author', paymentMethod);
  }

  private async save(actor: Actor, tenantId: string, name: string, paymentMethod: string): Promise<void> {
    const saveId = await this.transactor.run(async (tx) => {
      const id = this.ids.next();
      await this.customers.beginSave(tx, { id, tenantId, paymentMethod, userId: actor.userId });
      return id;
    });
    const customerId = await this.customer.ensure(saveId, { id: tenantId, name });
    const outcome = await this.gateway.attachPaymentMethod({
      idempotencyKey: `pm_${saveId}`,
      customerId,
      paymentMethod,
    });
    if (outcome.kind === 'saved') {
      await this.transactor.run(async (tx) => {
        await this.customers.endSave(tx, saveId, 'saved', null);
        await keepCard(tx, actor, tenantId, outcome);
      });
      return;
    }
    const [state, error] = refusal(outcome);
    await this.transactor.run((tx) =>
      this.customers.endSave(tx, saveId, state, 'message' in outcome ? outcome.message : outcome.kind),
    );
    throw error;
  }
}

function refusal(outcome: Exclude<AttachOutcome, { kind: 'saved' }>): [SaveState, AppError] {
  switch (outcome.kind) {
    case 'declined':
      return ['declined', new AppError(billingErrors.payment_method_declined)];
    case 'requires_action':
      return ['requires_action', new AppError(billingErrors.payment_method_needs_action)];
    case 'in_flight':
    case 'rate_limited':
    case 'unknown':
    case 'misconfigured':
    case 'idempotency_conflict':
      return ['unknown', new AppError(billingErrors.payment_method_not_saved, { retryAfterMs: 5_000 })];
    default:
      return assertNever(outcome);
  }
}
