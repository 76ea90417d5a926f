import { Injectable } from '@nestjs/common';
import { invariant } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { assertNoOpenTransaction } from '@portal/platform/database';
import { measureCall } from '@portal/platform/health';
import type Stripe from 'stripe';
import { classify, isMissing } from './classify.js';
import { toAppError } from './to-app-error.js';

/** The provider's SDK, loaded on first use. Only used inside `client/`. */
@Injectable()
export class StripeClient {
  private sdk: Promise<Stripe> | undefined;

  constructor(private readonly config: Config) {}

  /**
   * Runs one SDK call.
   * @throws whatever the SDK throws; Error when a transaction is open.
   */
  async call<T>(what: string, work: (stripe: Stripe) => Promise<T>): Promise<T> {
    assertNoOpenTransaction(`calling the payment provider (${what})`);
    this.sdk ??= this.load();
    const sdk = await this.sdk;
    return measureCall('provider', () => work(sdk));
  }

  /**
   * Runs one SDK call for a caller that does not branch on what went wrong.
   * @throws AppError of `toAppError`
   */
  async ask<T>(what: string, work: (stripe: Stripe) => Promise<T>): Promise<T> {
    try {
      return await this.call(what, work);
    } catch (error) {
      throw toAppError(error);
    }
  }

  /**
   * As `ask`; undefined when the object does not exist.
   * @throws AppError of `toAppError`
   */
  async find<T>(what: string, work: (stripe: Stripe) => Promise<T>): Promise<T | undefined> {
    try {
      return await this.call(what, work);
    } catch (error) {
      if (isMissing(classify(error))) return undefined;
      throw toAppError(error);
    }
  }

  private async load(): Promise<Stripe> {
    const { default: Sdk } = await import('stripe');
    const { secretKey, apiBase, timeoutMs } = this.config.stripe;
    const sdk: unknown = new Sdk(secretKey.reveal(), {
      ...(apiBase === undefined ? {} : addressOf(new URL(apiBase))),
      timeout: timeoutMs,
      maxNetworkRetries: 0,
      telemetry: false,
    });
    // The package declares the class twice, for import and for require.
    return sdk as Stripe;
  }
}

function addressOf(base: URL): { host: string; port: number; protocol: 'http' | 'https' } {
  const protocol = base.protocol === 'http:' ? 'http' : 'https';
  const host = base.hostname.replace(/^\[|\]$/g, '');
  return { host, port: base.port === '' ? (protocol === 'http' ? 80 : 443) : Number(base.port), protocol };
}

/** Options of a write with our own idempotency key. The SDK would generate one that is lost in a crash. */
export function keyed(input: { idempotencyKey: string }): { idempotencyKey: string } {
  const { idempotencyKey } = input;
  invariant(idempotencyKey.length > 0 && idempotencyKey.length <= 255, 'an idempotency key has 1 to 255 characters');
  return { idempotencyKey };
}

/**
 * Minor units as a number for the API.
 * @throws Error when not positive or above the provider's maximum.
 */
export function wireAmount(amountMinor: bigint): number {
  invariant(amountMinor > 0n && amountMinor < 10n ** 12n, 'an amount is positive and below 10^12 minor units');
  return Number(amountMinor);
}
