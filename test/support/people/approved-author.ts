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
