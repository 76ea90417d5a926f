/** Of the side that we are: a peer that is silent for so long is asked whether it is there (ten times, a second apart). */
const KEEP_ALIVE_AFTER_MS = 10_000;
/**
 * The same of PostgreSQL's side, and what it sent and nobody acknowledged: a client whose machine vanished is gone after half a
 * minute, with its locks. The systems' own defaults are above two hours.
 */
const SERVER_SIDE = [
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=4',
  'tcp_user_timeout=30000',
];

/** How a connection to PostgreSQL notices that its other end is gone, for `Client` and `Pool` of pg. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS } as const;

/**
 * The `options` of a connection: `settings` as `name=value`, and how the server notices that we are gone.
 * @param standstillMs a transaction in which nothing is asked for so long is rolled back, with its locks; undefined: never
 */
export function serverOptions(settings: readonly string[], standstillMs?: number): string {
  const standstill = standstillMs === undefined ? [] : [`idle_in_transaction_session_timeout=${standstillMs}`];
  return [...SERVER_SIDE, ...standstill, ...settings].map((setting) => `-c ${setting}`).join(' ');
}
