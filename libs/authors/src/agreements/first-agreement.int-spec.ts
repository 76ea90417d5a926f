import { readFileSync } from 'node:fs';
import { IdentityModule } from '@portal/identity';
import { TestApp } from '../../../../test/support/http/http-app.js';
import { judgeApplication } from '../../../../test/support/people/applications.js';
import { answers, MEETS } from '../../../../test/support/people/authors-world.js';
import { AuthorsModule, PublishAgreement } from '../index.js';

const TEMPLATE = readFileSync('docs/agreement-template.md', 'utf8');
const SUMMARY = ['You are paid every month.'];
const app = TestApp.ofSpec([IdentityModule, AuthorsModule]);

/** A deployment as it is before its admin has published anything. */
describe('a portal without an agreement', () => {
  let author: string;
  let admin: string;
  let driveId: string;
  beforeAll(async () => {
    await app.byOwner('alter table authors.agreement_versions disable trigger all');
    await app.byOwner('delete from authors.agreement_versions');
    await app.byOwner('alter table authors.agreement_versions enable trigger all');
    admin = await app.demo('admin');
  });

  it('takes applications and approves them, but nobody can sign, and no secret is issued', async () => {
    const reviewer = await app.demo('reviewer');
    author = await app.signUp('first@example.org', 'First Author');
    const { id } = (await app.post<{ id: string }>('/applications', answers('first-drive'), author)).data;
    expect((await app.post(`/applications/${id}/submit`, {}, author)).status).toBe(200);
    await app.post(`/review/cases/${id}/claim`, {}, reviewer);
    await judgeApplication((method, url, body) => app.ask(reviewer, method, url, body), id, 'approve');
    expect((await app.post(`/review/applications/${id}/decide`, MEETS, reviewer)).status).toBe(200);
    const account = await app.read<{ drives: { id: string }[]; state: string }>('/author/account', author);
    expect(account.data.state).toBe('pending_agreement');
    driveId = account.data.drives[0]!.id;

    expect((await app.read('/author/agreements', author)).data).toMatchObject({ items: [] });
    expect((await app.read('/author/agreement', author)).error).toBe('agreement_not_published');
    const signature = { version: '1', digest: 'a'.repeat(64), signed_name: 'First Author' };
    expect((await app.post('/author/agreement/sign', signature, author)).error).toBe('agreement_not_published');
    expect((await app.post(`/author/drives/${driveId}/keys/issue`, {}, author)).error).toBe('agreement_not_published');
  });

  it('publishes no text in which a blank of the template is left, neither by the API nor in the database', async () => {
    expect(TEMPLATE).toContain('[[governing law]]');
    const refused = await app.post('/admin/agreements', { version: '1', text: TEMPLATE, summary: SUMMARY }, admin);
    expect([refused.status, refused.error]).toEqual([400, 'agreement_blanks']);
    await expect(
      app.query(
        `insert into authors.agreement_versions (version, ordinal, text, digest, summary, effective_at)
         select 'x', 1, t, encode(sha256(convert_to(t, 'UTF8')), 'hex'), '[]', now() from (values ('a [[blank]] b')) v(t)`,
      ),
    ).rejects.toThrow('agreement_versions_filled');
    expect(
      (await app.post('/admin/agreements', { version: '1', text: TEMPLATE, summary: SUMMARY }, author)).status,
    ).toBe(403);
  });

  it('goes on once an admin has published a filled-in text, which is in force at once', async () => {
    const text = TEMPLATE.replaceAll(/\[\[.+?\]\]/g, 'as agreed');
    const body = { version: '1', text, summary: SUMMARY };
    const [one, two] = await Promise.all([
      app.post('/admin/agreements', body, admin),
      app.post('/admin/agreements', body, admin),
    ]);
    expect([one.status, two.status].sort()).toEqual([201, 409]);
    const { data } = await app.read<{ version: string; digest: string }>('/author/agreement', author);
    const signature = { version: data.version, digest: data.digest, signed_name: 'First Author' };
    expect((await app.post('/author/agreement/sign', signature, author)).status).toBe(200);
    expect((await app.post(`/author/drives/${driveId}/keys/issue`, {}, author)).error).not.toBe(
      'agreement_not_published',
    );
    await app.get(PublishAgreement).ensureDemo();
    expect(await app.query('select version from authors.agreement_versions')).toHaveLength(1);
  });
});
