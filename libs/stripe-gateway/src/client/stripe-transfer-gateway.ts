import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import {
  TransferGateway,
  type FoundTransfers,
  type MadeTransfer,
  type TransferInput,
  type TransferOutcome,
} from '../ports/transfer-gateway.js';
import { classify } from './classify.js';
import { keyed, StripeClient, wireAmount } from './stripe-client.js';
import { idOf } from './stripe-values.js';
import { toAppError } from './to-app-error.js';

// Error codes about the receiving account, with or without the parameter's name.
const destinationCodes = new Set([
  'account_closed',
  'account_invalid',
  'insufficient_capabilities_for_transfer',
  'transfers_not_allowed',
]);

@Injectable()
export class StripeTransferGateway extends TransferGateway {
  constructor(private readonly client: StripeClient) {
    super();
  }

  async createTransfer(input: TransferInput): Promise<TransferOutcome> {
    try {
      const made = await this.client.call('transfers', (stripe) =>
        stripe.transfers.create(
          {
            amount: wireAmount(input.amountMinor),
            currency: input.currency,
            destination: input.destination,
            transfer_group: input.transferGroup,
            metadata: input.metadata,
          },
          keyed(input),
        ),
      );
      return { kind: 'made', ...viewOf(made) };
    } catch (error) {
      const answer = classify(error);
      if (answer.kind !== 'refused') return answer;
      const { code, message, param } = answer;
      if (code === 'balance_insufficient') return { kind: 'insufficient', message };
      if (param === 'destination' || destinationCodes.has(code)) return { kind: 'destination_refused', code, message };
      return { kind: 'refused', code, message };
    }
  }

  async findTransfersByGroup(transferGroup: string): Promise<MadeTransfer[]> {
    return this.client.ask('transfers', transfers({ transfer_group: transferGroup }));
  }

  async findTransfersTo(destination: string): Promise<FoundTransfers> {
    try {
      return { kind: 'found', transfers: await this.client.call('transfers', transfers({ destination })) };
    } catch (error) {
      const answer = classify(error);
      if (answer.kind === 'rate_limited') return answer;
      throw toAppError(error);
    }
  }

  async findTransfer(transferId: string): Promise<MadeTransfer | undefined> {
    return this.client.find('transfers', async (stripe) => viewOf(await stripe.transfers.retrieve(transferId)));
  }

  async availableBalance(currency: string): Promise<{ availableMinor: bigint; pendingMinor: bigint }> {
    const balance = await this.client.ask('balance', (stripe) => stripe.balance.retrieve());
    const sum = (parts: { amount: number; currency: string }[]) =>
      parts.reduce((total, part) => total + (part.currency === currency ? BigInt(part.amount) : 0n), 0n);
    return { availableMinor: sum(balance.available), pendingMinor: sum(balance.pending) };
  }
}

function transfers(by: { transfer_group: string } | { destination: string }) {
  return async (stripe: Stripe): Promise<MadeTransfer[]> => {
    const found: MadeTransfer[] = [];
    for await (const transfer of stripe.transfers.list({ ...by, limit: 100 })) found.push(viewOf(transfer));
    return found;
  };
}

function viewOf(transfer: Stripe.Transfer): MadeTransfer {
  return {
    transferId: transfer.id,
    balanceTransactionId: idOf(transfer.balance_transaction) ?? '',
    destinationPaymentId: idOf(transfer.destination_payment),
    amountMinor: BigInt(transfer.amount),
    reversedMinor: BigInt(transfer.amount_reversed),
    currency: transfer.currency,
    destination: idOf(transfer.destination) ?? '',
    transferGroup: transfer.transfer_group,
    metadata: transfer.metadata,
    createdAt: new Date(transfer.created * 1_000),
  };
}
