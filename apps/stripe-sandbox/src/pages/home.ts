import type { FastifyInstance } from 'fastify';
import { readState } from '../control/state.js';
import type { SandboxParts } from '../http/server.js';
import type { JsonObject } from '../json.js';
import { newestObjects } from '../state/objects.js';
import { column, escapeHtml, money, page, pageHeaders, table, type Column } from './html.js';

const created: Column = ['Created (UTC)', (row) => new Date(Number(row.created) * 1000).toISOString()];
const chargeColumns: Column[] = [
  column('Charge', 'id'),
  created,
  money,
  ['Status', (row) => (row.refunded === true ? 'refunded' : (row.failure_code ?? row.status))],
  column('Group', 'transfer_group'),
];
const transferColumns: Column[] = [
  column('Transfer', 'id'),
  created,
  money,
  column('To', 'destination'),
  ['Reversed', (row) => row.amount_reversed, 'amount'],
  column('Group', 'transfer_group'),
];

/** The page at `/`: a description, the balance, the newest charges and transfers. */
export function addHomePage(server: FastifyInstance, parts: SandboxParts): void {
  server.get('/', async (_request, reply) => {
    const state = await readState(parts.database, parts.faults, parts.webhookUrl);
    const balance: Column[] = [
      ['Currency', (row) => row.currency],
      ['Available', (row) => row.available, 'amount'],
      ['Pending', (row) => row.pending, 'amount'],
    ];
    const [charges, transfers] = await parts.database.transaction((tx) =>
      Promise.all([newestObjects(tx, 'charge', 50), newestObjects(tx, 'transfer', 50)]),
    );
    const body = `
<p>Clock: <time>${escapeHtml(state.clock.now)}</time> (${escapeHtml(state.clock.offset_ms)} ms ahead of the machine).
Events waiting to be delivered: ${escapeHtml(state.events.undelivered)} of ${escapeHtml(state.events.total)}.
Amounts are in minor units. <a href="/control">Control</a></p>
<h2>Platform balance</h2>${table(balance, state.balance as unknown as JsonObject[])}
<h2>Newest charges</h2>${table(chargeColumns, charges)}
<h2>Newest transfers</h2>${table(transferColumns, transfers)}`;
    await reply.headers(pageHeaders).send(page('Stripe sandbox', body));
  });
}
