import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';

export interface InboxState {
  /** When the newest event came by itself; null when none ever did. */
  lastReceivedAt: Date | null;
  /** Events that had to be fetched because they had not come, since that instant. */
  missedSince: number;
  /** Events are being made and none arrives: the provider's endpoint is switched off, or its secret is wrong. */
  silent: boolean;
}

/** From so many missed events on, without one that came, the inbox is taken to be cut off. */
const silentFrom = 3;

/** Whether the provider's events still arrive while it makes some. */
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
