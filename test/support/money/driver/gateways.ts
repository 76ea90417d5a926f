import {
  ConnectGateway,
  DisputeGateway,
  PaymentGateway,
  RefundGateway,
  TransferGateway,
  type MadeTransfer,
  type TransferInput,
  type TransferOutcome,
} from '@portal/stripe-gateway';
import { providerId } from './provider-id.js';
import type { Provider, ProviderTransfer } from './provider.js';

/** More than any run needs. */
const ENOUGH = 9n * 10n ** 18n;

type As<T> = Pick<T, keyof T>;

/** The engine's gateways, each with what answers in its place. */
export function gatewaysOf(
  provider: Provider,
  now: () => Date,
): [gateway: abstract new (...args: never[]) => unknown, by: object][] {
  const payments: As<PaymentGateway> = {
    ensureCustomer: ({ reference }) => Promise.resolve({ customerId: provider.customerOf(reference) }),
    attachPaymentMethod: ({ customerId, idempotencyKey }) =>
      Promise.resolve({
        kind: 'saved',
        paymentMethodId: providerId('pm', customerId, idempotencyKey),
        brand: 'visa',
        last4: '4242',
        expMonth: 12,
        expYear: 2099,
      }),
    chargeOffSession: (input) => Promise.resolve(provider.charge(input)),
    defaultCard: () => Promise.resolve(undefined),
    findPayment: (paymentIntentId) => Promise.resolve(provider.payment(paymentIntentId)),
    findChargesByGroup: (transferGroup) => Promise.resolve(provider.chargesOf(transferGroup)),
  };
  // Accounts are opened by the scenario.
  const accounts: Pick<ConnectGateway, 'retrieveAccount'> = {
    retrieveAccount: (accountId) => {
      const account = provider.accounts.get(accountId);
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
    },
  };
  const transfers: As<TransferGateway> = {
    createTransfer: (input) => Promise.resolve(transfer(provider, input, now())),
    findTransfersByGroup: (transferGroup) =>
      Promise.resolve(provider.transfers.filter((t) => t.transferGroup === transferGroup).map(made)),
    findTransfersTo: (destination) =>
      Promise.resolve({
        kind: 'found',
        transfers: provider.transfers.filter((t) => t.destination === destination).map(made),
      }),
    findTransfer: (transferId) =>
      Promise.resolve(provider.transfers.map(made).find((t) => t.transferId === transferId)),
    availableBalance: (currency) =>
      Promise.resolve({ availableMinor: provider.balances.get(currency) ?? ENOUGH, pendingMinor: 0n }),
  };
  const { adjustments } = provider;
  const refunds: As<RefundGateway> = {
    createRefund: (input) => Promise.resolve(adjustments.refund(input)),
    findRefund: (refundId) => Promise.resolve(adjustments.refunds.get(refundId)),
    findRefundsOfPayment: (paymentIntentId) =>
      Promise.resolve(
        [...adjustments.refunds.values()].filter((refund) => refund.paymentIntentId === paymentIntentId).reverse(),
      ),
    paymentOfCharge: (chargeId) => Promise.resolve(provider.paymentOfCharge(chargeId)),
  };
  // The scenario says itself how a dispute goes on.
  const disputes: Pick<DisputeGateway, 'findDispute'> = {
    findDispute: (disputeId) => Promise.resolve(adjustments.disputes.get(disputeId)),
  };
  return [
    [PaymentGateway, payments],
    [ConnectGateway, accounts],
    [TransferGateway, transfers],
    [RefundGateway, refunds],
    [DisputeGateway, disputes],
  ];
}

function transfer(provider: Provider, input: TransferInput, createdAt: Date): TransferOutcome {
  const { amountMinor, currency, destination, transferGroup, metadata } = input;
  const transferId = providerId('tr', input.idempotencyKey);
  const before = provider.transfers.find((t) => t.transferId === transferId);
  if (before) return { kind: 'made', ...made(before) };
  const answer = provider.transferAnswer(metadata['payout_id'] ?? '');
  const balance = provider.balances.get(currency);
  if (answer === 'unknown') return { kind: 'unknown', reason: 'timeout', message: 'no answer' };
  if (answer === 'insufficient' || (balance !== undefined && balance < amountMinor))
    return { kind: 'insufficient', message: 'The available balance is too small.' };
  if (answer === 'destination_refused' || provider.accounts.get(destination)?.state !== 'ready')
    return { kind: 'destination_refused', code: 'account_closed', message: 'The account cannot receive transfers.' };
  const sent = { transferId, amountMinor, currency, destination, transferGroup, metadata, createdAt };
  provider.transfers.push(sent);
  if (balance !== undefined) provider.balances.set(currency, balance - amountMinor);
  return { kind: 'made', ...made(sent) };
}

function made(transfer: ProviderTransfer): MadeTransfer {
  return {
    ...transfer,
    balanceTransactionId: providerId('txn', transfer.transferId),
    destinationPaymentId: null,
    reversedMinor: 0n,
  };
}
