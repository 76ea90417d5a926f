import type { TokenScope } from '@portal/platform/access';
import { approveAsSecond, approveAtPortal } from '../people/staff-role.js';
import type { TestApp } from './http-app.js';
import { Person } from './person.js';

const EVERYTHING: TokenScope[] = [
  'tenants:write',
  'operators:write',
  'compliance:write',
  'installs:write',
  'events:write',
  'billing:write',
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

/** The same over HTTP: a service of the host. */
export async function hostAtPortal(url: string, scopes = EVERYTHING): Promise<Person> {
  const [first, second] = [await Person.demo(url, 'admin'), await Person.demo(url, 'second-admin')];
  const body = { name: 'host', scopes };
  const { token, secret } = await first.must<{ token: { id: string }; secret: string }>(
    'POST',
    '/api/v1/admin/host-tokens',
    body,
  );
  await approveAtPortal(second, 'host_token', token.id);
  return new Person(url, 'the host', secret);
}
