import { Database } from '@portal/platform/database';
import { decideApplication } from './applications.js';
import type { TestApp } from '../http/http-app.js';

/** Somebody whose application was approved: `Ada B` is `ada-b@example.org`, and so is the slug of the Drive. */
export async function approvedAuthor(
  app: TestApp,
  reviewer: string,
  name: string,
  { company = name, country = 'US' } = {},
): Promise<{ session: string; orgId: string; email: string }> {
  const slug = name.toLowerCase().replaceAll(' ', '-');
  const email = `${slug}@example.org`;
  const session = await app.signUp(email, name);
  const call = <T>(method: 'GET' | 'POST', url: string, body?: object, as = session) =>
    app.call<T>({ method, url: `/api/v1${url}`, as, ...(method === 'POST' && { body: body ?? {} }) });
  const { data } = await call<{ id: string; org_id: string }>('POST', '/applications', {
    founder_name: name,
    company_name: company,
    country,
    website: 'https://example.com',
    drive_name: 'A Drive',
    drive_slug: slug,
    description: 'Writes and plans posts for teams.',
    security_contact: 'security@example.com',
  });
  await call('POST', `/applications/${data.id}/submit`);
  await decideApplication((method, url, body) => call(method, url, body, reviewer), data.id);
  return { session, orgId: data.org_id, email };
}

/** Opens an account to be paid to, which the processor has yet to verify; returns its id at the processor. */
export async function openPayoutAccount(
  app: TestApp,
  { session, orgId }: { session: string; orgId: string },
): Promise<string> {
  const opened = await app.ask(session, 'POST', '/author/payout-account', {});
  if (opened.status !== 200) throw new Error(`no account was opened: ${opened.body}`);
  const [row] = await app
    .get(Database)
    .query<{ id: string }>('select provider_account_id as id from payouts.payout_accounts where org_id = $1', [orgId]);
  return row!.id;
}
