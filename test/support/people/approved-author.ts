import { applicationFor, decideApplication } from './applications.js';
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
  const application = applicationFor(slug, { founder_name: name, company_name: company, country });
  const call = <T>(method: 'GET' | 'POST', url: string, body?: object, as = session) =>
    app.call<T>({ method, url: `/api/v1${url}`, as, ...(method === 'POST' && { body: body ?? {} }) });
  const { data } = await call<{ id: string; org_id: string }>('POST', '/applications', application);
  await call('POST', `/applications/${data.id}/submit`);
  await decideApplication((method, url, body) => call(method, url, body, reviewer), data.id);
  return { session, orgId: data.org_id, email };
}
