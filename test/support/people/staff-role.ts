import type { ApprovalDetailView } from '../../../libs/approvals/src/approval.view.js';
import type { TestApp } from '../http/http-app.js';
import { Person } from '../http/person.js';

/** The second admin, or another demo person, approves what waits about the subject. */
export async function approveAsSecond(
  app: TestApp,
  kind: string,
  subjectId: string,
  by = 'second-admin',
): Promise<void> {
  const second = await app.demo(by);
  const url = `/approvals?state=waiting&kind=${kind}&subject_id=${subjectId}`;
  const { data } = await app.ask<{ items: { id: string; digest: string }[] }>(second, 'GET', url);
  const { id, digest } = data.items[0]!;
  const approved = await app.ask(second, 'POST', `/approvals/${id}/approve`, { digest });
  if (approved.status !== 200) throw new Error(`not approved: ${approved.status} ${approved.body}`);
}

/** Gives a staff role the way the product does: the demo's two admins, one proposing and one approving. */
export async function grantByTwo(
  app: TestApp,
  userId: string,
  role: 'finance' | 'admin' | 'reviewer' | 'host',
): Promise<void> {
  const body = { role, reason: 'needed by a test of something else' };
  const proposed = await app.ask(await app.demo('admin'), 'POST', `/admin/users/${userId}/roles`, body);
  if (proposed.status !== 201) throw new Error(`no proposal: ${proposed.status} ${proposed.body}`);
  await approveAsSecond(app, 'role', userId);
}

/** The same over HTTP. */
export async function grantAtPortal(
  url: string,
  userId: string,
  role: 'finance' | 'admin' | 'reviewer' | 'host',
): Promise<void> {
  const [first, second] = [await Person.demo(url, 'admin'), await Person.demo(url, 'second-admin')];
  const body = { role, reason: 'needed by a test of something else' };
  await first.must('POST', `/api/v1/admin/users/${userId}/roles`, body);
  await approveAtPortal(second, 'role', userId);
}

/** A second person approves what waits about the subject, over HTTP. */
export async function approveAtPortal(second: Person, kind: string, subjectId: string): Promise<void> {
  const url = `/api/v1/approvals?state=waiting&kind=${kind}&subject_id=${subjectId}`;
  const { items } = await second.must<{ items: { id: string; digest: string }[] }>('GET', url);
  const [{ id, digest }] = items as [{ id: string; digest: string }];
  await second.must('POST', `/api/v1/approvals/${id}/approve`, { digest });
}

/** Two sessions remove a Drive at once, one proposing and one approving. */
export async function removeByTwo(app: TestApp, driveId: string, [first, second]: [string, string]): Promise<void> {
  const body = { reason_code: 'malicious', reason: 'It sends what it reads to somebody else.' };
  const proposed = await app.ask<ApprovalDetailView>(first, 'POST', `/review/drives/${driveId}/removal`, body);
  const { id, digest } = proposed.data;
  const approved = await app.ask(second, 'POST', `/approvals/${id}/approve`, { digest });
  if (approved.status !== 200) throw new Error(`not removed: ${proposed.body} ${approved.body}`);
}
