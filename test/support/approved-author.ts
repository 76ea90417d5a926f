import { Database } from '@portal/platform/database';
import { decideApplication } from './applications.js';
import type { TestApp } from './http-app.js';

/** An author whose application was approved, with an account to be paid to that the processor has yet to verify. */
export async function approvedAuthor(
  app: TestApp,
  reviewer: string,
  name: string,
): Promise<{ session: string; orgId: string; accountId: string; email: string }> {
  const slug = name.toLowerCase().replaceAll(' ', '-');
  const email = `${slug}@example.org`;
  const session = await app.signUp(email, name);
  const call = <T>(method: 'GET' | 'POST', url: string, body: object = {}, as = session) =>
    app.call<T>({ method, url: `/api/v1${url}`, as, ...(method === 'POST' ? { body } : {}) });
  const { data } = await call<{ id: string; org_id: string }>('POST', '/applications', {
    founder_name: name,
    company_name: name,
    country: 'US',
    website: 'https://example.com',
    drive_name: 'A Drive',
    drive_slug: slug,
    description: 'Writes and plans posts for teams.',
    security_contact: 'security@example.com',
  });
  await call('POST', `/applications/${data.id}/submit`);
  await decideApplication((method, url, body) => call(method, url, body ?? {}, reviewer), data.id);
  const opened = await call('POST', '/author/payout-account');
  if (opened.status !== 200) throw new Error(`no account was opened: ${opened.body}`);
  const { provider } = await accountOf(app, data.org_id);
  return { session, orgId: data.org_id, accountId: provider, email };
}

async function accountOf(app: TestApp, orgId: string): Promise<{ provider: string }> {
  const [row] = await app
    .get(Database)
    .query<{ provider: string }>(
      'select provider_account_id as provider from payouts.payout_accounts where org_id = $1',
      [orgId],
    );
  return row!;
}
