import type { TestApp } from '../http/http-app.js';

/** Gives finance or admin the way the product does: the demo's two admins, one proposing and one confirming. */
export async function grantByTwo(app: TestApp, userId: string, role: 'finance' | 'admin'): Promise<void> {
  const [first, second] = [await app.demo('admin'), await app.demo('second-admin')];
  const url = '/api/v1/admin/role-proposals';
  const body = { user_id: userId, role, reason: 'needed by a test of something else' };
  const proposed = await app.call<{ id: string }>({ method: 'POST', url, body, as: first });
  if (proposed.status !== 201) throw new Error(`no proposal: ${proposed.status} ${proposed.body}`);
  const confirmed = await app.call({ method: 'POST', url: `${url}/${proposed.data.id}/confirm`, body: {}, as: second });
  if (confirmed.status !== 200) throw new Error(`not confirmed: ${confirmed.status} ${confirmed.body}`);
}
