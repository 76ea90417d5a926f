import { Injectable } from '@nestjs/common';
import { AppError, formatMinor } from '@portal/kernel';
import { Listings, type Revision } from '@portal/listings';
import type { Tx } from '@portal/platform/database';
import { installsErrors } from '../errors.js';

export interface InstallPrice {
  readonly priceId: string;
  /** Minor units per month. */
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly trialDays: number;
}

interface Wanted {
  driveId: string;
  /** Of the tenant; of the install itself once it is charged for. */
  currency: string;
  at: Date;
  /** The live one when absent. */
  revision?: Revision | string;
  ventureId?: string;
  /** Also the price of a plan if the revision were published. */
  beforehand?: boolean;
}

/** Prices for the tenants of the host. Nothing is ever converted: a price exists in a currency, or it does not. */
@Injectable()
export class InstallPrices {
  constructor(private readonly listings: Listings) {}

  /** Null: free; undefined: the host has no price for it in that currency. @throws AppError `listing_not_found` (404) */
  async find({ driveId, ...question }: Wanted, tx?: Tx): Promise<InstallPrice | null | undefined> {
    try {
      return await this.listings.priceOf(driveId, { ...question, audience: 'host_network' }, tx);
    } catch (error) {
      if (error instanceof AppError && error.code === 'price_missing') return undefined;
      throw error;
    }
  }

  /** @throws AppError `no_price_in_currency` (409), `listing_not_found` (404) */
  async of(wanted: Wanted, tx: Tx): Promise<InstallPrice | null> {
    const price = await this.find(wanted, tx);
    if (price !== undefined) return price;
    const currency = wanted.currency.toUpperCase();
    throw installsErrors.no_price_in_currency({
      details: [{ pointer: '/currency', code: wanted.currency, message: noPriceText(currency) }],
    });
  }
}

export const noPriceText = (currency: string): string => `It has no price in ${currency.toUpperCase()} yet.`;

/**
 * An operator who saw another price has not agreed to this one. Absent: no price was shown.
 * @throws AppError `plugin_changed` (409) with both
 */
export function assertExpectedPrice(
  expected: { readonly amount_minor?: string; readonly currency?: string },
  now: InstallPrice | null,
): void {
  const amount = now?.amountMinor ?? 0n;
  const sameAmount = expected.amount_minor === undefined || BigInt(expected.amount_minor) === amount;
  const sameMoney = expected.currency === undefined || amount === 0n || expected.currency === now?.currency;
  if (sameAmount && sameMoney) return;
  const inWords = (minor: bigint | string, currency = now?.currency ?? ''): string =>
    BigInt(minor) === 0n ? 'free of charge' : `${formatMinor(BigInt(minor), currency).trim()} per month`;
  throw installsErrors.plugin_changed({
    details: [
      { pointer: '/now', code: 'now', message: `The price is ${inWords(amount, now?.currency)} now.` },
      {
        pointer: '/amount_minor',
        code: 'seen',
        message: `You saw ${inWords(expected.amount_minor ?? amount, expected.currency)}.`,
      },
    ],
  });
}
