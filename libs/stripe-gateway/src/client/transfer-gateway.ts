import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { classify } from './classify.js';
import { keyed, StripeClient, wireAmount } from './stripe-client.js';
import { idOf } from './stripe-values.js';
import { toAppError } from './to-app-error.js';
import type { Keyed, Unsettled } from './outcome.js';

export interface TransferInput extends Keyed {
  /** Minor units, > 0. */
  amountMinor: bigint;
  /** ISO 4217, lower case. */
  currency: string;
  /** Connected account, `acct_…`. */
  destination: string;
  /** `po_<payout id>`: one group per payout. */
  transferGroup: string;
  /** `run_id`, `payout_id`, `attempt`. */
  metadata: Record<string, string>;
}

/** An existing transfer; the money has moved. */
export interface MadeTransfer {
  transferId: string;
  balanceTransactionId: string;
  /**
   * The payment that it created on the connected account (`py_…`), used to find its bank payout. Null when not
   * reported.
   */
  destinationPaymentId: string | null;
  amountMinor: bigint;
  /** Amount reversed so far. */
  reversedMinor: bigint;
  currency: string;
  destination: string;
  transferGroup: string | null;
  metadata: Record<string, string>;
  /** Provider's clock, UTC. */
  createdAt: Date;
}

/**
 * `insufficient`, `destination_refused` and `refused` are definitive and stored under the key: nothing moved with it,
 * and the next attempt needs a new key. `insufficient`: the platform's available balance is too small.
 * `destination_refused`: the account is unknown, closed, or its capability is not active. `refused`: any other 400, 402
 * or 404, which a person has to examine. `misconfigured` (401, 403) is answered before anything is stored, so the same
 * key can be used again.
 */
export type TransferOutcome =
  | ({ kind: 'made' } & MadeTransfer)
  | { kind: 'insufficient'; message: string }
  | { kind: 'destination_refused'; code: string; message: string }
  | { kind: 'refused'; code: string; message: string }
  | Unsettled;

export type FoundTransfers =
  { kind: 'found'; transfers: MadeTransfer[] } | Extract<Unsettled, { kind: 'rate_limited' }>;

// Error codes about the receiving account, with or without the parameter's name.
const destinationCodes = new Set([
  'account_closed',
  'account_invalid',
  'insufficient_capabilities_for_transfer',
  'transfers_not_allowed',
]);

/**
 * Transfers to authors. `createTransfer` never throws the provider's answer. Reads throw `payment_provider_unavailable`
 * (503). Must not be called inside a transaction.
 */
@Injectable()
export class TransferGateway {
  constructor(private readonly client: StripeClient) {}

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

  /** All transfers of a group, newest first (a consistent list, not the provider's search index). */
  async findTransfersByGroup(transferGroup: string): Promise<MadeTransfer[]> {
    return this.client.ask('transfers', transfers({ transfer_group: transferGroup }));
  }

  /**
   * All transfers to one connected account, newest first, from the same consistent list. Returns `rate_limited` instead
   * of throwing, because it is called before every payout.
   */
  async findTransfersTo(destination: string): Promise<FoundTransfers> {
    try {
      return { kind: 'found', transfers: await this.client.call('transfers', transfers({ destination })) };
    } catch (error) {
      const answer = classify(error);
      if (answer.kind === 'rate_limited') return answer;
      throw toAppError(error);
    }
  }

  /** One transfer by the provider's id; undefined for an unknown id. */
  async findTransfer(transferId: string): Promise<MadeTransfer | undefined> {
    return this.client.find('transfers', async (stripe) => viewOf(await stripe.transfers.retrieve(transferId)));
  }

  /** The platform's balance in one currency, 0 if it never had one. Minor units, may be negative. */
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
