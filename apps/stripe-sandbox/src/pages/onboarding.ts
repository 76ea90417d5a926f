import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SandboxParts } from '../http/server.js';
import { requirementsOf } from '../operations/account-view.js';
import { setCapability } from '../operations/accounts.js';
import type { Tx } from '../state/database.js';
import { noRequest } from '../state/events.js';
import { findObject, hash, setPrivate, text, type ApiObject } from '../state/objects.js';
import { escapeHtml, page, pageHeaders } from './html.js';

interface Link {
  account: ApiObject;
  returnUrl: string | undefined;
  refreshUrl: string;
  expired: boolean;
}

/**
 * The hosted onboarding page. `GET` shows the form, `POST` (same address, field `outcome`: `complete` or `unreadable`,
 * complete when left out) has its result and redirects to the return address. A used or expired link redirects to the
 * refresh address, an unknown one is a 404.
 */
export function addOnboardingPage(server: FastifyInstance, parts: SandboxParts): void {
  server.get('/setup/:account/:token', async (request, reply) => {
    const { account, token } = request.params as { account: string; token: string };
    const link = await parts.database.transaction((tx) => readLink(tx, account, token));
    if (!link) return missing(reply);
    if (link.expired) return reply.redirect(link.refreshUrl, 303);
    const name = text(link.account.display_name) ?? text(link.account.contact_email) ?? link.account.id;
    await reply.headers(pageHeaders).send(page('Set up payouts', formOf(name, link.account.id)));
  });
  server.post('/setup/:account/:token', async (request, reply) => {
    const { account, token } = request.params as { account: string; token: string };
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const outcome = form.get('outcome') ?? 'complete';
    const link = await parts.database.transaction(async (tx) => {
      const found = await readLink(tx, account, token);
      if (!found || found.expired) return found;
      await setPrivate(tx, account, { link: { token, refresh_url: found.refreshUrl, used: true } });
      const number = form.get('account_number')?.trim();
      if (number) await setPrivate(tx, account, { account_number: number });
      if (outcome === 'unreadable') await setCapability(tx, noRequest, account, 'restricted', unreadable);
      else await setCapability(tx, noRequest, account, 'active');
      return found;
    });
    if (!link) return missing(reply);
    parts.afterWrite();
    if (link.expired) return reply.redirect(link.refreshUrl, 303);
    if (link.returnUrl !== undefined) return reply.redirect(link.returnUrl, 303);
    await reply.headers(pageHeaders).send(page('Done', '<p>You can close this page.</p>'));
  });
}

const unreadable = requirementsOf([
  {
    name: 'identity.individual.documents.primary_verification.front_back.front',
    errors: [{ code: 'verification_document_not_readable', description: 'The document could not be read.' }],
  },
]);

async function readLink(tx: Tx, id: string, token: string): Promise<Link | undefined> {
  const found = await findObject(tx, 'v2.core.account', id, { lock: true });
  if (!found) return undefined;
  const link = hash(found.private.link);
  const refreshUrl = text(link.refresh_url);
  if (text(link.token) !== token || refreshUrl === undefined) return undefined;
  return {
    account: found.data,
    returnUrl: text(link.return_url),
    refreshUrl,
    expired: link.used === true || new Date(String(link.expires_at)) <= tx.now,
  };
}

function formOf(name: string, account: string): string {
  return `<p>${escapeHtml(name)} (<code>${escapeHtml(account)}</code>) gives bank and identity data here.
The sandbox asks for none: choose how it goes. Without a number the bank account is one of its own.</p>
<form method="post"><p><label>Account number <input name="account_number" minlength="4"></label></p><p><button name="outcome" value="complete">Complete onboarding</button>
<button name="outcome" value="unreadable">Send an unreadable document</button></p></form>`;
}

async function missing(reply: FastifyReply): Promise<void> {
  await reply.code(404).headers(pageHeaders).send(page('No such page', '<p>This link is not known.</p>'));
}
