import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { BillingModule, BillingWorkerModule, ChargeInvoice, SuspendTenants } from '@portal/billing';
import { Ids, SystemRandom } from '@portal/kernel';
import { AuthorBilled, type AuthorBilledListing } from '@portal/listings';
import { PayoutsWorkerModule, SendPayout } from '@portal/payouts';
import { PlatformModule } from '@portal/platform';
import { Config, readVariables } from '@portal/platform/config';
import { PortalClock } from '@portal/platform/database';
import { CallPace } from '@portal/stripe-gateway';
import { gatewaysOf } from './gateways.js';
import type { Provider } from './provider.js';
import { CountedIds, type SimulatedTime } from './simulated-time.js';

/** The worker's billing and payout engine, on one database. */
@Module({})
class EngineModule {
  static on(databaseUrl: string): DynamicModule {
    const config = new Config(
      readVariables({
        PORTAL_MODE: 'sandbox',
        DATABASE_URL: databaseUrl,
        DATABASE_POOL: '4',
        STRIPE_SECRET_KEY: 'sk_test_nobody',
        STRIPE_WEBHOOK_SECRET: 'whsec_nobody_sends_here',
        STRIPE_API_BASE: 'http://127.0.0.1:1',
        // Nothing is encrypted in a money case, but a key is required.
        KEYRING: `s1:${Buffer.from(new SystemRandom().bytes(32)).toString('base64')}`,
        LOG_LEVEL: 'silent',
      }),
    );
    return {
      module: EngineModule,
      imports: [
        PlatformModule.forRoot(config, 'money-case'),
        DiscoveryModule,
        BillingModule,
        BillingWorkerModule,
        PayoutsWorkerModule,
      ],
    };
  }
}

/** What the scenario decides instead of the engine. */
interface Direction {
  /** Invoices that are charged only by their own events. */
  readonly holdsInvoice: (invoiceId: string) => Promise<boolean>;
  /** Payouts that are sent only by their own events. */
  readonly holdsPayout: (payoutId: string) => Promise<boolean>;
  /** Whether tenants are suspended automatically. */
  readonly suspends: boolean;
  readonly listings: (from: Date, to: Date) => AuthorBilledListing[];
}

/**
 * Starts the engine. Everything is the product's own code except the payment provider, the clock, the ids, and that
 * work timed by the scenario waits for it.
 */
export async function startEngine(
  databaseUrl: string,
  time: SimulatedTime,
  provider: Provider,
  direction: Direction,
): Promise<INestApplicationContext> {
  const replacements: ReturnType<typeof gatewaysOf> = [
    ...gatewaysOf(provider, () => time.now),
    [PortalClock, time.asPortalClock()],
    [Ids, new CountedIds()],
  ];
  const instead = (instance: unknown): unknown => {
    const replaced = replacements.find(([type]) => instance instanceof type);
    if (replaced) return replaced[1];
    // A scenario's people have all roles, and its provider has no rate limit.
    if (instance instanceof AuthorBilled)
      return Object.assign(instance, {
        list: (_q: unknown, from: Date, to: Date, orgId?: string) =>
          Promise.resolve(direction.listings(from, to).filter((one) => orgId === undefined || one.orgId === orgId)),
      });
    if (instance instanceof CallPace) return Object.assign(instance, { wait: () => Promise.resolve() });
    if (instance instanceof ChargeInvoice) return waitingCharge(instance, direction);
    if (instance instanceof SuspendTenants && !direction.suspends)
      return Object.assign(instance, { execute: () => Promise.resolve(0) });
    if (instance instanceof SendPayout) return waitingPayout(instance, direction);
    return instance;
  };
  return NestFactory.createApplicationContext(EngineModule.on(databaseUrl), {
    logger: false,
    abortOnError: false,
    instrument: { instanceDecorator: instead },
  });
}

function waitingCharge(real: ChargeInvoice, { holdsInvoice }: Direction): ChargeInvoice {
  const execute = real.execute.bind(real);
  real.execute = async (invoiceId, asked) =>
    (await holdsInvoice(invoiceId)) ? { kind: 'settled' } : execute(invoiceId, asked);
  return real;
}

function waitingPayout(real: SendPayout, { holdsPayout }: Direction): SendPayout {
  const execute = real.execute.bind(real);
  real.execute = async (payoutId) => {
    if (!(await holdsPayout(payoutId))) await execute(payoutId);
  };
  return real;
}
