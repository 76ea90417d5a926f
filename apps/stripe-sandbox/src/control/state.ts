import { sdkVersion } from '../catalogue/parameters.generated.js';
import type { FaultPlan } from '../http/faults.js';
import { readFunds, type Funds } from '../state/balances.js';
import type { SandboxDatabase } from '../state/database.js';
import { readRules, type DeliveryRules } from '../state/endpoints.js';
import { waitingSql } from '../state/events.js';
import { platformAccount } from '../state/objects.js';
import { readClock, type ClockState } from './clock.js';

interface SandboxState {
  clock: ClockState;
  sdk_version: string;
  balance: Funds[];
  /** How many objects of each kind exist. */
  objects: Record<string, number>;
  events: { total: number; undelivered: number; webhook_url: string | null };
  deliveries: DeliveryRules;
  faults: ReturnType<FaultPlan['list']>;
}

/** A summary of everything the sandbox holds. */
export async function readState(
  database: SandboxDatabase,
  faults: FaultPlan,
  webhookUrl: string | undefined,
): Promise<SandboxState> {
  const clock = await readClock(database);
  return database.transaction(async (tx) => {
    const kinds = await tx.query<{ kind: string; count: number }>(
      'select kind, count(*)::int as count from stripe_sandbox.objects group by kind order by kind',
    );
    const events = await tx.query<{ total: number; undelivered: number }>(
      `select count(*)::int as total, count(*) filter (where ${waitingSql} > 0)::int as undelivered
         from stripe_sandbox.events e`,
    );
    return {
      clock,
      sdk_version: sdkVersion,
      balance: await readFunds(tx, platformAccount),
      objects: Object.fromEntries(kinds.map((row) => [row.kind, row.count])),
      events: {
        total: events[0]?.total ?? 0,
        undelivered: events[0]?.undelivered ?? 0,
        webhook_url: webhookUrl ?? null,
      },
      deliveries: await readRules(tx),
      faults: faults.list(),
    };
  });
}
