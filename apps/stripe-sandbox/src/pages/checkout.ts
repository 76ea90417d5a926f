import type { FastifyInstance, FastifyReply } from 'fastify';
import { StripeApiError } from '../http/errors.js';
import type { SandboxParts } from '../http/server.js';
import { completeSession, readSession } from '../operations/checkout-sessions.js';
import { noRequest } from '../state/events.js';
import { text, type ApiObject } from '../state/objects.js';
import { escapeHtml, page, pageHeaders } from './html.js';

/** The cards that the page offers; every other test card may be posted too. */
const offered: readonly [id: string, what: string][] = [
  ['pm_card_visa', 'Visa 4242, always pays'],
  ['pm_card_mastercard', 'Mastercard 4444, always pays'],
  ['pm_card_authenticationRequiredOnSetup', 'Visa 3155, the bank asks its holder once, now'],
  ['pm_card_authenticationRequired', 'Visa 3184, the bank asks at every charge'],
  ['pm_card_chargeCustomerFail', 'Visa 0341, saved, then declined when charged'],
  ['pm_card_visa_chargeDeclined', 'Visa 0002, declined at once'],
];

/**
 * The hosted page of a Checkout Session in setup mode. `GET` shows the form, `POST` (same address, field `card`: a test
 * payment method) saves the card and redirects to the return address; a card that is refused shows the form again. A
 * session that is used or over says so, an unknown one is a 404.
 */
export function addCheckoutPage(server: FastifyInstance, parts: SandboxParts): void {
  server.get('/checkout/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    const session = await parts.database.transaction((tx) => readSession(tx, id));
    await answer(reply, session);
  });
  server.post('/checkout/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    try {
      const session = await parts.database.transaction(async (tx) => {
        const found = await readSession(tx, id);
        if (found?.status === 'open')
          await completeSession({ tx, cause: noRequest }, found, form.get('card') ?? 'pm_card_visa');
        return found;
      });
      parts.afterWrite();
      const back = session?.status === 'open' ? text(session.success_url) : undefined;
      if (back === undefined) await answer(reply, session);
      else await reply.redirect(back.replaceAll('{CHECKOUT_SESSION_ID}', id), 303);
    } catch (refused) {
      if (!(refused instanceof StripeApiError)) throw refused;
      const session = await parts.database.transaction((tx) => readSession(tx, id));
      await answer(reply.code(402), session, refused.message);
    }
  });
}

async function answer(reply: FastifyReply, session: ApiObject | undefined, refused?: string): Promise<void> {
  if (!session) {
    await reply.code(404).headers(pageHeaders).send(page('No such page', '<p>This session is not known.</p>'));
  } else if (session.status !== 'open') {
    await reply.headers(pageHeaders).send(page('This page is over', '<p>You can close it and start again.</p>'));
  } else {
    await reply.headers(pageHeaders).send(page('Save a card', formOf(session, refused)));
  }
}

function formOf(session: ApiObject, refused: string | undefined): string {
  const options = offered.map(([id, what]) => `<option value="${id}">${escapeHtml(what)}</option>`).join('');
  const cancel = text(session.cancel_url);
  return `${refused === undefined ? '' : `<p role="alert"><strong>${escapeHtml(refused)}</strong></p>`}
<p>The holder gives card data here. The sandbox asks for none: choose a test card.</p>
<form method="post"><label>Card <select name="card">${options}</select></label> <button>Save card</button></form>
${cancel === undefined ? '' : `<p><a href="${escapeHtml(cancel)}">Go back without a card</a></p>`}`;
}
