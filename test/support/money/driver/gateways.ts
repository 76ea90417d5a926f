import {
  ConnectGateway,
  DisputeGateway,
  PaymentGateway,
  RefundGateway,
  TransferGateway,
  type AccountInput,
  type AccountState,
  type AttachInput,
  type AttachOutcome,
  type ChargeInput,
  type ChargeOutcome,
  type CustomerInput,
  type DisputeAnswerOutcome,
  type FoundTransfers,
  type MadeTransfer,
  type PaymentState,
  type ProviderDispute,
  type ProviderRefund,
  type RefundInput,
  type RefundOutcome,
  type SucceededCharge,
  type TransferInput,
  type TransferOutcome,
} from '@portal/stripe-gateway';
import { providerId } from './provider-id.js';
import type { Provider, ProviderTransfer } from './provider.js';

/** More than any run needs. */
const ENOUGH = 9n * 10n ** 18n;

export class ScenarioPayments extends PaymentGateway {
  constructor(private readonly provider: Provider) {
    super();
  }

  ensureCustomer({ reference }: CustomerInput): Promise<{ customerId: string }> {
    return Promise.resolve({ customerId: this.provider.customerOf(reference) });
  }

  attachPaymentMethod(input: AttachInput): Promise<AttachOutcome> {
    return Promise.resolve({
      kind: 'saved',
      paymentMethodId: providerId('pm', input.customerId, input.idempotencyKey),
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: 2099,
    });
  }

  chargeOffSession(input: ChargeInput): Promise<ChargeOutcome> {
    return Promise.resolve(this.provider.charge(input));
  }

  findPayment(paymentIntentId: string): Promise<PaymentState | undefined> {
    return Promise.resolve(this.provider.payment(paymentIntentId));
  }

  findChargesByGroup(transferGroup: string): Promise<SucceededCharge[]> {
    return Promise.resolve(this.provider.chargesOf(transferGroup));
  }
}

export class ScenarioAccounts extends ConnectGateway {
  constructor(private readonly provider: Provider) {
    super();
  }

  createAccount({ reference, country }: AccountInput): Promise<{ accountId: string }> {
    const accountId = providerId('acct', reference, String(this.provider.accounts.size));
    this.provider.accounts.set(accountId, { state: 'not_ready', country });
    return Promise.resolve({ accountId });
  }

  createOnboardingLink(): Promise<{ url: string; expiresAt: Date }> {
    return Promise.resolve({ url: 'https://example.com', expiresAt: new Date(0) });
  }

  retrieveAccount(accountId: string): Promise<AccountState | undefined> {
    const account = this.provider.accounts.get(accountId);
    if (!account) return Promise.resolve(undefined);
    const payable = account.state === 'ready';
    return Promise.resolve({
      accountId,
      country: account.country,
      payable,
      capability: payable ? 'active' : 'restricted',
      closed: account.state === 'closed',
      requirements: payable
        ? []
        : [{ code: 'identity.individual.id_number', awaiting: 'user', status: 'currently_due', deadlineAt: null }],
    });
  }
}

export class ScenarioTransfers extends TransferGateway {
  constructor(
    private readonly provider: Provider,
    private readonly now: () => Date,
  ) {
    super();
  }

  createTransfer(input: TransferInput): Promise<TransferOutcome> {
    return Promise.resolve(this.transfer(input));
  }

  findTransfersByGroup(transferGroup: string): Promise<MadeTransfer[]> {
    return Promise.resolve(this.provider.transfers.filter((t) => t.transferGroup === transferGroup).map(made));
  }

  findTransfersTo(destination: string): Promise<FoundTransfers> {
    const transfers = this.provider.transfers.filter((t) => t.destination === destination).map(made);
    return Promise.resolve({ kind: 'found', transfers });
  }

  findTransfer(transferId: string): Promise<MadeTransfer | undefined> {
    const found = this.provider.transfers.find((t) => t.transferId === transferId);
    return Promise.resolve(found && made(found));
  }

  availableBalance(currency: string): Promise<{ availableMinor: bigint; pendingMinor: bigint }> {
    return Promise.resolve({ availableMinor: this.provider.balances.get(currency) ?? ENOUGH, pendingMinor: 0n });
  }

  private transfer(input: TransferInput): TransferOutcome {
    const { amountMinor, currency, destination, transferGroup, metadata } = input;
    const transferId = providerId('tr', input.idempotencyKey);
    const before = this.provider.transfers.find((t) => t.transferId === transferId);
    if (before) return { kind: 'made', ...made(before) };
    const answer = this.provider.transferAnswer(metadata['payout_id'] ?? '');
    const balance = this.provider.balances.get(currency);
    if (answer === 'unknown') return { kind: 'unknown', reason: 'timeout', message: 'no answer' };
    if (answer === 'insufficient' || (balance !== undefined && balance < amountMinor))
      return { kind: 'insufficient', message: 'The available balance is too small.' };
    if (answer === 'destination_refused' || this.provider.accounts.get(destination)?.state !== 'ready')
      return { kind: 'destination_refused', code: 'account_closed', message: 'The account cannot receive transfers.' };
    const transfer = { transferId, amountMinor, currency, destination, transferGroup, metadata, createdAt: this.now() };
    this.provider.transfers.push(transfer);
    if (balance !== undefined) this.provider.balances.set(currency, balance - amountMinor);
    return { kind: 'made', ...made(transfer) };
  }
}

export class ScenarioRefunds extends RefundGateway {
  constructor(private readonly provider: Provider) {
    super();
  }

  createRefund(input: RefundInput): Promise<RefundOutcome> {
    return Promise.resolve(this.provider.adjustments.refund(input));
  }

  findRefund(refundId: string): Promise<ProviderRefund | undefined> {
    return Promise.resolve(this.provider.adjustments.refunds.get(refundId));
  }

  findRefundsOfPayment(paymentIntentId: string): Promise<ProviderRefund[]> {
    const all = [...this.provider.adjustments.refunds.values()];
    return Promise.resolve(all.filter((refund) => refund.paymentIntentId === paymentIntentId).reverse());
  }

  paymentOfCharge(chargeId: string): Promise<string | undefined> {
    return Promise.resolve(this.provider.paymentOfCharge(chargeId));
  }
}

export class ScenarioDisputes extends DisputeGateway {
  constructor(private readonly provider: Provider) {
    super();
  }

  findDispute(disputeId: string): Promise<ProviderDispute | undefined> {
    return Promise.resolve(this.provider.adjustments.disputes.get(disputeId));
  }

  submitEvidence(): Promise<DisputeAnswerOutcome> {
    return Promise.reject(new Error('a scenario says itself how a dispute goes on'));
  }

  acceptDispute(): Promise<DisputeAnswerOutcome> {
    return Promise.reject(new Error('a scenario says itself how a dispute goes on'));
  }
}

function made(transfer: ProviderTransfer): MadeTransfer {
  return {
    ...transfer,
    balanceTransactionId: providerId('txn', transfer.transferId),
    destinationPaymentId: null,
    reversedMinor: 0n,
  };
}
