import type { FastifyInstance, FastifyReply } from 'fastify';
import { moveClock } from '../control/clock.js';
import { actions, runAction, type Action } from '../control/actions.js';
import { readState } from '../control/state.js';
import { StripeApiError } from '../http/errors.js';
import { faultKinds } from '../http/faults.js';
import { header, isLocal, type SandboxParts } from '../http/server.js';
import type { JsonObject } from '../json.js';
import { testCards } from '../operations/test-cards.js';
import { workThroughBankDays } from '../state/bank-days.js';
import type { SandboxDatabase } from '../state/database.js';
import { plainDelivery, writeRules } from '../state/endpoints.js';
import { newestObjects } from '../state/objects.js';
import { column, escapeHtml, money, page, pageHeaders, table, type Column } from './html.js';

const dayMs = 86_400_000;

/**
 * The page at `/control`: the same actions as the control plane, for a person. Loopback only, and only forms of this page
 * itself are taken.
 */
export function addControlPage(server: FastifyInstance, parts: SandboxParts): void {
  server.get('/control', async (request, reply) => {
    if (!isLocal(request)) return refuse(reply);
    await reply.headers(pageHeaders).send(page('Stripe sandbox: control', await bodyOf(parts)));
  });
  server.post('/control', async (request, reply) => {
    const origin = header(request, 'origin');
    if (!isLocal(request) || origin !== `http://${header(request, 'host') ?? ''}`) return refuse(reply);
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    try {
      await act(parts, form);
    } catch (caught) {
      if (!(caught instanceof StripeApiError)) throw caught;
      const body = `<p>${escapeHtml(caught.message)}</p><p><a href="/control">Back</a></p>`;
      return reply.code(caught.status).headers(pageHeaders).send(page('Refused', body));
    }
    parts.afterWrite();
    return reply.redirect('/control', 303);
  });
}

async function act(parts: SandboxParts, form: URLSearchParams): Promise<void> {
  const { database, faults } = parts;
  const value = (name: string): string => form.get(name) ?? '';
  switch (value('do')) {
    case 'clock':
      await moveClock(database, { advanceMs: Math.max(0, Math.round(Number(value('days')) || 0)) * dayMs });
      return workThroughBankDays(database);
    case 'fault': {
      const kind = faultKinds.find((one) => one === value('kind'));
      if (kind === undefined || !value('path').startsWith('/')) return;
      faults.add({ kind, path: value('path'), method: 'POST', times: Number(value('times')) || 1, delayMs: 5_000 });
      return;
    }
    case 'faults-clear':
      return faults.clear();
    case 'deliveries':
      return database.transaction((tx) =>
        writeRules(tx, {
          withhold: value('withhold')
            .split(/[\s,]+/)
            .filter(Boolean),
          delay_ms: Math.max(0, Math.round(Number(value('delay_ms')) || 0)),
          copies: Math.min(5, Math.max(1, Math.round(Number(value('copies')) || 1))),
          newest_first: value('newest_first') === 'on',
        }),
      );
    case 'deliveries-plain':
      return database.transaction((tx) => writeRules(tx, plainDelivery));
    default:
      await runAction(database, value('do'), value('id'));
  }
}

async function bodyOf({ database, faults }: SandboxParts): Promise<string> {
  const state = await readState(database, faults, undefined);
  const rows = (kind: string): Promise<JsonObject[]> => database.transaction((tx) => newestObjects(tx, kind, 25));
  const rules = state.deliveries;
  return `
<p>Clock: <time>${escapeHtml(state.clock.now)}</time>. Amounts are in minor units. <a href="/">Overview</a></p>
<h2>Clock</h2>
<form method="post"><label>Move on by days <input name="days" type="number" min="0" value="1"></label>
<button name="do" value="clock">Move</button></form>
<h2>Faults of the next calls</h2>
<form method="post"><label>Kind <select name="kind">${faultKinds.map((kind) => `<option>${kind}</option>`).join('')}</select></label>
<label>Path <input name="path" value="/v1/transfers"></label>
<label>Times <input name="times" type="number" min="1" value="1"></label>
<button name="do" value="fault">Add</button> <button name="do" value="faults-clear">Clear</button></form>
${table(faultColumns, state.faults as unknown as JsonObject[])}
<h2>Delivery of events</h2>
<p>${escapeHtml(state.events.undelivered)} of ${escapeHtml(state.events.total)} wait.</p>
<form method="post"><label>Withhold (types, * at the end) <input name="withhold" value="${escapeHtml(rules.withhold.join(' '))}"></label>
<label>Delay ms <input name="delay_ms" type="number" min="0" value="${escapeHtml(rules.delay_ms)}"></label>
<label>Copies <input name="copies" type="number" min="1" max="5" value="${escapeHtml(rules.copies)}"></label>
<label><input name="newest_first" type="checkbox"${rules.newest_first ? ' checked' : ''}> Newest first</label>
<button name="do" value="deliveries">Set</button> <button name="do" value="deliveries-plain">Back to normal</button></form>
<h2>Charges</h2>${table([...chargeColumns, buttons('charge')], await rows('charge'))}
<h2>Refunds</h2>${table([...refundColumns, buttons('refund')], await rows('refund'))}
<h2>Disputes</h2>${table([...disputeColumns, buttons('dispute')], await rows('dispute'))}
<h2>Payments that wait for the cardholder</h2>${table([...intentColumns, buttons('intent')], [...(await waiting(database, 'payment_intent')), ...(await waiting(database, 'setup_intent'))])}
<h2>Transfers</h2>${table([...transferColumns, buttons('transfer')], await rows('transfer'))}
<h2>Bank payouts of connected accounts</h2>${table([...payoutColumns, buttons('payout')], await rows('payout'))}
<h2>Connected accounts</h2>${table([...accountColumns, buttons('account')], await rows('v2.core.account'))}
<h2>Test cards</h2>${table(
    cardColumns,
    Object.entries(testCards).map(([id, card]) => ({ id, last4: card.last4, does: behaviourOf(card) })),
  )}`;
}

function behaviourOf(card: (typeof testCards)[string]): string {
  if (card.refusesCharge) {
    return `${card.refusesAttach ? '' : 'can be saved; '}declined: ${card.refusesCharge.declineCode ?? card.refusesCharge.code}`;
  }
  if (card.authentication)
    return card.authentication === 'setup' ? 'asks the holder when saved' : 'asks the holder always';
  if (card.disputed)
    return card.disputed.inquiry ? 'succeeds, and the bank asks about it' : 'succeeds, and is disputed';
  if (card.refundsPending) return 'succeeds; a refund of it waits';
  return card.availableAtOnce ? 'succeeds, available at once' : 'succeeds';
}

const faultColumns = [column('Kind', 'kind'), column('Path', 'path'), column('Times', 'times')];
const chargeColumns = [column('Charge', 'id'), money, column('Status', 'status'), column('Group', 'transfer_group')];
const refundColumns = [column('Refund', 'id'), money, column('Status', 'status'), column('Charge', 'charge')];
const disputeColumns = [column('Dispute', 'id'), money, column('Status', 'status'), column('Charge', 'charge')];
const intentColumns = [column('Intent', 'id'), column('Status', 'status')];
const transferColumns = [
  column('Transfer', 'id'),
  money,
  column('To', 'destination'),
  column('Reversed', 'amount_reversed'),
];
const payoutColumns = [column('Payout', 'id'), money, column('Status', 'status'), column('Failure', 'failure_code')];
const accountColumns = [column('Account', 'id'), column('Name', 'display_name'), column('Closed', 'closed')];
const cardColumns = [column('Payment method', 'id'), column('Ends in', 'last4'), column('What it does', 'does')];

function buttons(kind: Action['on']): Column {
  return [
    'Actions',
    (row) =>
      `<form method="post"><input type="hidden" name="id" value="${escapeHtml(row.id)}">${Object.entries(actions)
        .filter(([, { on }]) => on === kind)
        .map(([does, { label }]) => `<button name="do" value="${does}">${label}</button>`)
        .join(' ')}</form>`,
    'html',
  ];
}

async function waiting(database: SandboxDatabase, kind: string): Promise<JsonObject[]> {
  const rows = await database.transaction((tx) =>
    tx.query<{ data: JsonObject }>(
      `select data from stripe_sandbox.objects where kind = $1 and data->>'status' = 'requires_action' order by seq desc limit 25`,
      [kind],
    ),
  );
  return rows.map((row) => row.data);
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply.code(403).headers(pageHeaders).send(page('Not from here', '<p>This page answers on loopback only.</p>'));
}
