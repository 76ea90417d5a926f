import { Client } from 'pg';

/** Lock waits of the sessions in `$1`: the lock and its holder. */
const WAITS = `select l.mode, coalesce(l.relation::regclass::text, 'the end of a transaction') as wanted, a.pid,
    coalesce(nullif(a.application_name, ''), a.usename::text, a.backend_type) as program, a.state,
    round(extract(epoch from clock_timestamp() - a.xact_start))::int as open_s, left(regexp_replace(a.query, '\\s+', ' ', 'g'), 120) as query
  from pg_locks l cross join lateral unnest(pg_blocking_pids(l.pid)) as blocker (pid) join pg_stat_activity a on a.pid = blocker.pid
  where l.pid = any ($1) and not l.granted order by a.xact_start nulls last limit 1`;

interface Wait {
  readonly mode: string;
  readonly wanted: string;
  readonly pid: number;
  readonly program: string;
  readonly state: string | null;
  readonly open_s: number | null;
  readonly query: string;
}

const POLL_MS = 100;
/** A wait of this length is reported, and again after twice the time. */
const LOG_AFTER_MS = 10_000;

/**
 * Watches, over a connection of its own, for whom the sessions of a migration wait: once a wait has ended in a timeout
 * nobody knows any more.
 */
export class LockWaits {
  private readonly sessions = new Set<number>();
  private readonly polling: Promise<void>;
  private over = false;
  private wake = (): void => undefined;
  private last: string | undefined;
  private waitedMs = 0;
  private logAtMs = LOG_AFTER_MS;

  private constructor(
    private readonly client: Client,
    private readonly log: (text: string) => void,
  ) {
    this.polling = this.poll();
  }

  static async open(url: string, log: (text: string) => void): Promise<LockWaits> {
    const client = new Client({ connectionString: url, application_name: 'drive-portal-migrate' });
    // Its report is missing then; the migration itself continues.
    client.on('error', () => undefined);
    await client.connect();
    return new LockWaits(client, log);
  }

  /** Also watches the session with this process number. */
  watch(session: number): void {
    this.sessions.add(session);
  }

  /** The last wait since the last call, with lock and holder; for an error or a log line. */
  takeLast(): string {
    const holder = this.last ?? 'a lock, and who held it was gone before it could be seen';
    this.last = undefined;
    return holder;
  }

  async close(): Promise<void> {
    this.over = true;
    this.wake();
    await this.polling;
    await this.client.end().catch(() => undefined);
  }

  private async poll(): Promise<void> {
    while (!this.over) {
      const wait = await this.read().catch(() => undefined);
      this.note(wait && sentence(wait));
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MS);
        this.wake = () => (clearTimeout(timer), resolve());
      });
    }
  }

  private async read(): Promise<Wait | undefined> {
    return (await this.client.query<Wait>(WAITS, [[...this.sessions]])).rows[0];
  }

  private note(holder: string | undefined): void {
    this.waitedMs = holder === undefined ? 0 : this.waitedMs + POLL_MS;
    if (holder === undefined) this.logAtMs = LOG_AFTER_MS;
    else this.last = holder;
    if (this.waitedMs < this.logAtMs) return;
    this.logAtMs *= 2;
    this.log(`still waits for ${holder}`);
  }
}

function sentence({ mode, wanted, pid, program, state, open_s: open, query }: Wait): string {
  const since = open === null ? '' : `, its transaction open for ${open} s`;
  return `${wanted} (${mode}), held by process ${pid} (${program}, ${state ?? 'no state'}${since}): ${query}`;
}
