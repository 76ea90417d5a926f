import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { BillingWorkerModule, ChargeInvoice, SuspendTenants } from '@portal/billing';
import { Ids, SystemRandom } from '@portal/kernel';
import { AuthorBilled, type AuthorBilledListing } from '@portal/listings';
import { ApproverRoles, PayoutsWorkerModule, SendPayout } from '@portal/payouts';
import { PlatformModule } from '@portal/platform';
import { Config, readVariables } from '@portal/platform/config';
import { PortalClock } from '@portal/platform/database';
import {
  CallPace,
  ConnectGateway,
  DisputeGateway,
  PaymentGateway,
  RefundGateway,
  TransferGateway,
} from '@portal/stripe-gateway';
import {
  ScenarioAccounts,
  ScenarioDisputes,
  ScenarioPayments,
  ScenarioRefunds,
  ScenarioTransfers,
} from './provider/gateways.js';
import type { Provider } from './provider/provider.js';
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
        // Nothing is encrypted in a simulation, but a key is required.
        KEYRING: `s1:${Buffer.from(new SystemRandom().bytes(32)).toString('base64')}`,
        LOG_LEVEL: 'silent',
      }),
    );
    return {
      module: EngineModule,
      imports: [PlatformModule.forRoot(config, 'simulator'), DiscoveryModule, BillingWorkerModule, PayoutsWorkerModule],
    };
  }
}

/** What the scenario times itself. */
interface Holding {
  /** Invoices that are charged only by their own events. */
  invoices: (invoiceId: string) => Promise<boolean>;
  /** Payouts that are sent only by their own events. */
  payouts: (payoutId: string) => Promise<boolean>;
  /** No tenant is suspended automatically. */
  suspensions: boolean;
}

/**
 * Starts the engine. Everything is the product's own code except the payment provider, the clock, the ids, and that
 * work timed by the scenario waits for it.
 */
export async function startEngine(
  databaseUrl: string,
  time: SimulatedTime,
  provider: Provider,
  holding: Holding,
  listings: (from: Date, to: Date) => AuthorBilledListing[],
): Promise<INestApplicationContext> {
  const now = (): Date => time.now;
  const payments = new ScenarioPayments(provider);
  const accounts = new ScenarioAccounts(provider);
  const transfers = new ScenarioTransfers(provider, now);
  const refunds = new ScenarioRefunds(provider);
  const disputes = new ScenarioDisputes(provider);
  const ids = new CountedIds();
  const clock = time.asPortalClock();
  const instead = (instance: unknown): unknown => {
    if (instance instanceof PaymentGateway) return payments;
    if (instance instanceof ConnectGateway) return accounts;
    if (instance instanceof TransferGateway) return transfers;
    if (instance instanceof RefundGateway) return refunds;
    if (instance instanceof DisputeGateway) return disputes;
    if (instance instanceof PortalClock) return clock;
    if (instance instanceof Ids) return ids;
    // A scenario's people have all roles, and its provider has no rate limit.
    if (instance instanceof ApproverRoles)
      return Object.assign(instance, { holders: () => Promise.resolve(() => true) });
    if (instance instanceof AuthorBilled)
      return Object.assign(instance, {
        list: (_q: unknown, from: Date, to: Date) => Promise.resolve(listings(from, to)),
      });
    if (instance instanceof CallPace) return Object.assign(instance, { wait: () => Promise.resolve() });
    if (instance instanceof ChargeInvoice) return waitingCharge(instance, holding);
    if (instance instanceof SuspendTenants && holding.suspensions)
      return Object.assign(instance, { execute: () => Promise.resolve(0) });
    if (instance instanceof SendPayout) return waitingPayout(instance, holding);
    return instance;
  };
  return NestFactory.createApplicationContext(EngineModule.on(databaseUrl), {
    logger: false,
    abortOnError: false,
    instrument: { instanceDecorator: instead },
  });
}

function waitingCharge(real: ChargeInvoice, holding: Holding): ChargeInvoice {
  const execute = real.execute.bind(real);
  real.execute = async (invoiceId, asked) =>
    (await holding.invoices(invoiceId)) ? { kind: 'settled' } : execute(invoiceId, asked);
  return real;
}

function waitingPayout(real: SendPayout, holding: Holding): SendPayout {
  const execute = real.execute.bind(real);
  real.execute = async (payoutId) => {
    if (!(await holding.payouts(payoutId))) await execute(payoutId);
  };
  return real;
}
