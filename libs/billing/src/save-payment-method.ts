import { Injectable } from '@nestjs/common';
import { AppError, assertNever, Ids } from '@portal/kernel';
import { Audit, Outbox, scopeIds, Transactor, type Actor } from '@portal/platform';
import { PaymentGateway, type AttachOutcome } from '@portal/stripe-gateway';
import { billingErrors } from './errors.js';
import { PaymentMethodSaved } from './events.js';
import { InstallNames } from './install-names.js';
import { CustomersRepository, type SavedCard, type SaveState } from './persistence/customers.repository.js';

/** An operator saves the card that the tenant's invoices are charged to. A new one replaces the old one. */
@Injectable()
export class SavePaymentMethod {
  constructor(
    private readonly transactor: Transactor,
    private readonly customers: CustomersRepository,
    private readonly gateway: PaymentGateway,
    private readonly names: InstallNames,
    private readonly ids: Ids,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
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
   * The same for an author organization, which pays listing fees with it. The caller has checked that the actor may.
   * @throws AppError as `execute`
   */
  async ofAuthor(actor: Actor, orgId: string, paymentMethod: string): Promise<void> {
    await this.save(actor, orgId, (await this.names.organization(orgId)) ?? 'Unnamed author', paymentMethod);
  }

  private async save(actor: Actor, tenantId: string, name: string, paymentMethod: string): Promise<void> {
    const saveId = this.ids.next();
    const known = await this.transactor.run(async (tx) => {
      await this.customers.beginSave(tx, { id: saveId, tenantId, paymentMethod, userId: actor.userId });
      return (await this.customers.find(tx, tenantId))?.customer_id ?? undefined;
    });
    const customerId = known ?? (await this.makeCustomer(saveId, tenantId, name));
    const outcome = await this.gateway.attachPaymentMethod({
      idempotencyKey: `pm_${saveId}`,
      customerId,
      paymentMethod,
    });
    if (outcome.kind === 'saved') return this.saved(actor, tenantId, saveId, outcome);
    const [state, error] = refusal(outcome);
    await this.transactor.run((tx) =>
      this.customers.endSave(tx, saveId, state, 'message' in outcome ? outcome.message : outcome.kind),
    );
    throw error;
  }

  /** Two operators at once may make two customers; the card goes to the one that is kept. */
  private async makeCustomer(saveId: string, tenantId: string, name: string): Promise<string> {
    const { customerId } = await this.gateway.ensureCustomer({
      idempotencyKey: `cus_${saveId}`,
      reference: tenantId,
      name,
    });
    return this.transactor.run((tx) => this.customers.keepCustomer(tx, tenantId, customerId));
  }

  private async saved(actor: Actor, tenantId: string, saveId: string, card: SavedCard): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.customers.endSave(tx, saveId, 'saved', null);
      await this.customers.setCard(tx, tenantId, card);
      await this.outbox.emit(tx, PaymentMethodSaved, { tenant_id: tenantId });
      await this.audit.record(tx, {
        actor,
        action: 'payment_method.saved',
        subjectType: 'tenant',
        subjectId: tenantId,
        after: { brand: card.brand, last4: card.last4 },
      });
    });
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
