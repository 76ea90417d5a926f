import { sdkVersion } from '../catalogue/parameters.generated.js';
import type { FaultPlan } from '../http/faults.js';
import { readFunds } from '../state/balances.js';
import type { SandboxDatabase } from '../state/database.js';
import { readRules } from '../state/endpoints.js';
import { waitingSql } from '../state/events.js';
import { platformAccount } from '../state/objects.js';
import { readClock } from './clock.js';

/** A summary of everything the sandbox holds. */
export async function readState(database: SandboxDatabase, faults: FaultPlan, webhookUrl: string | undefined) {
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
