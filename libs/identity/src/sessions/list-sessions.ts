import { Injectable } from '@nestjs/common';
import type { Page } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Database } from '@portal/platform/database';
import { sessionEnd, sessionIsAlive, sessionLimits } from './domain/session-life.js';
import type { SessionView } from '../recovery/account.view.js';
import { ownSession } from './own-session.js';

interface Row {
  id: string;
  created_at: Date;
  last_seen_at: Date;
  ip: string | null;
  user_agent: string | null;
  now: Date;
}

/** The actor's valid sessions, newest first. */
@Injectable()
export class ListSessions {
  constructor(private readonly database: Database) {}

  async execute(actor: Actor): Promise<Page<SessionView>> {
    const own = ownSession(actor);
    const limits = sessionLimits(actor.roles);
    const rows = await this.database.query<Row>(
      `select id, created_at, last_seen_at, ip, user_agent, clock_timestamp() as now from identity.sessions
       where user_id = $1 and revoked_at is null order by created_at desc, id desc limit 100`,
      [own.userId],
    );
    const items = rows.flatMap((row) => {
      const times = { createdAt: row.created_at, lastSeenAt: row.last_seen_at, revokedAt: null };
      if (!sessionIsAlive(times, row.now, limits)) return [];
      return {
        id: row.id,
        current: row.id === own.sessionId,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
        ends_at: sessionEnd(times, limits).toISOString(),
        ip: row.ip,
        user_agent: row.user_agent,
      };
    });
    return { items, next_cursor: null };
  }
}
