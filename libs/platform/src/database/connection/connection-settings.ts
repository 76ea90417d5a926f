/** Our keepalive: after this long without traffic the peer is probed (ten times, a second apart). */
const KEEP_ALIVE_AFTER_MS = 10_000;
/**
 * PostgreSQL's keepalive and timeout for unacknowledged data: the locks of a client whose machine vanished are released
 * after half a minute. The systems' defaults are above two hours.
 */
const SERVER_SIDE = [
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=4',
  'tcp_user_timeout=30000',
];

/** Settings with which a connection to PostgreSQL notices that its other end is gone, for `Client` and `Pool` of pg. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS } as const;

/**
 * The `options` of a connection: `settings` as `name=value`, the server's keepalive, and UTC for days and months: the zone of a
 * server is that of whoever installed it.
 * @param standstillMs a transaction that is idle for this long is rolled back; undefined: never
 */
export function serverOptions(settings: readonly string[], standstillMs?: number): string {
  const standstill = standstillMs === undefined ? [] : [`idle_in_transaction_session_timeout=${standstillMs}`];
  return ['timezone=UTC', ...SERVER_SIDE, ...standstill, ...settings].map((setting) => `-c ${setting}`).join(' ');
}
