import type { TokenScope } from '@portal/platform/access';
import type { TestApp } from './http-app.js';

const EVERYTHING: TokenScope[] = [
  'tenants:write',
  'operators:write',
  'compliance:write',
  'installs:write',
  'events:write',
];

/**
 * A token of the host's services as a header, with every scope unless specified otherwise, approved by the second
 * admin where needed.
 */
export async function hostToken(app: TestApp, scopes = EVERYTHING): Promise<string> {
  const call = <T>(person: string, url: string, body: object) =>
    app.demo(person).then((as) => app.ask<T>(as, 'POST', `/admin/host-tokens${url}`, body));
  const { data } = await call<{ token: { id: string }; secret: string }>('admin', '', { name: 'host', scopes });
  if (scopes.includes('operators:write')) await call('second-admin', `/${data.token.id}/approve`, {});
  return `Bearer ${data.secret}`;
}
