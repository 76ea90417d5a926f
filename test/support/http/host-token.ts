import type { TokenScope } from '@portal/platform/access';
import { approveAsSecond } from '../people/staff-role.js';
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
  const body = { name: 'host', scopes };
  const made = await app.ask<{ token: { id: string }; secret: string }>(
    await app.demo('admin'),
    'POST',
    '/admin/host-tokens',
    body,
  );
  const { token, secret } = made.data;
  if (scopes.some((scope) => scope.endsWith(':write'))) await approveAsSecond(app, 'host_token', token.id);
  return `Bearer ${secret}`;
}
