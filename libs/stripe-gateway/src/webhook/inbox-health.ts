import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';

interface InboxState {
  /** When the newest event was received; null when none was. */
  lastReceivedAt: Date | null;
  /** Events since that instant that were not received and had to be fetched. */
  missedSince: number;
  /** The provider creates events but none is received: its endpoint is turned off, or the secret is wrong. */
  silent: boolean;
}

/** Number of missed events, without a received one, from which the inbox counts as cut off. */
const silentFrom = 3;

/** Whether the provider's events still arrive. */
@Injectable()
export class InboxHealth {
  constructor(private readonly database: Database) {}

  async read(): Promise<InboxState> {
    const [row] = await this.database.query<{ last: Date | null; missed: number }>(
      `select last, (select count(*)::int from stripe_gateway.provider_events e
                      where e.via = 'backfill' and (last is null or e.received_at > last)) as missed
         from (select max(received_at) as last from stripe_gateway.provider_events where via = 'webhook') w`,
    );
    const missedSince = row?.missed ?? 0;
    return { lastReceivedAt: row?.last ?? null, missedSince, silent: missedSince >= silentFrom };
  }
}
