import type { SandboxDatabase, Tx } from './database.js';

/** A listener given by the configuration. */
export interface Listener {
  url: string;
  secret: string;
}

export interface DeliveryRules {
  /** Event types that are not sent for now; a `*` at the end matches any rest. */
  withhold: string[];
  /** How long new events wait before they are sent first, wall milliseconds. */
  delay_ms: number;
  /** How often each new event is sent. */
  copies: number;
  /** Pending events are sent newest first. */
  newest_first: boolean;
}

export const plainDelivery: DeliveryRules = { withhold: [], delay_ms: 0, copies: 1, newest_first: false };

/** Puts the endpoints of the configuration in place; one that is no longer configured receives nothing more. */
export async function configureListeners(
  database: SandboxDatabase,
  listeners: { platform: Listener | undefined; connect: Listener | undefined },
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const [name, listener] of Object.entries(listeners)) {
      if (listener === undefined) {
        await tx.query('update stripe_sandbox.webhook_endpoints set enabled = false where id = $1', [`we_${name}`]);
        continue;
      }
      await tx.query(
        `insert into stripe_sandbox.webhook_endpoints (id, url, secret, connect, enabled_events)
         values ($1, $2, $3, $4, '{*}')
         on conflict (id) do update set url = excluded.url, secret = excluded.secret, enabled = true`,
        [`we_${name}`, listener.url, listener.secret, name === 'connect'],
      );
    }
  });
}

export async function readRules(tx: Tx): Promise<DeliveryRules> {
  const rows = await tx.query<DeliveryRules>(
    'select withhold, delay_ms::int as delay_ms, copies, newest_first from stripe_sandbox.delivery_rules',
  );
  return rows[0] ?? plainDelivery;
}

/** Sets how deliveries misbehave. Events that only the old rules withheld are sent at once. */
export async function writeRules(tx: Tx, rules: DeliveryRules): Promise<void> {
  await tx.query(
    'update stripe_sandbox.delivery_rules set withhold = $1, delay_ms = $2, copies = $3, newest_first = $4',
    [rules.withhold, rules.delay_ms, rules.copies, rules.newest_first],
  );
  await tx.query(
    `update stripe_sandbox.deliveries set next_attempt_wall_at = clock_timestamp()
      where delivered_wall_at is null and next_attempt_wall_at > clock_timestamp()`,
  );
}
