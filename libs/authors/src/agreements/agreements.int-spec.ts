import { createHash } from 'node:crypto';
import { IdentityModule } from '@portal/identity';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { TestClock } from '@portal/platform/database';
import { TestApp, type Answer } from '../../../../test/support/http/http-app.js';
import type {
  AgreementEntryView,
  AgreementTextView,
  OrganizationSignaturesView,
} from '../applications/authors.view.js';
import { AuthorsModule } from '../index.js';
import type { SignedCopy } from './agreement-versions.js';

const DAY = 86_400_000;
const NOBODY = '00000000-0000-7000-8000-00000000dead';
const HOSTILE = '</script><script>alert(1)</script> egpj") Tj ET';
const SECOND = `DEVELOPER AGREEMENT, VERSION second

1. Revenue
For a paid Drive of a third party, 75 % of each line's price without tax and after refunds belongs to you and 25 % to us.

2. Merchant of record
We sell to the tenants in our own name.

3. Data
You tell us within a day of every leak.
`;

const app = TestApp.ofSpec([IdentityModule, AuthorsModule]);
const { query } = app;
let admin: string;
let serial = 0;
beforeAll(async () => {
  admin = await app.demo('admin');
});

const post = <T = Record<string, unknown>>(as: string, url: string, body: object = {}, headers = {}) =>
  app.ask<T>(as, 'POST', url, body, headers);
const get = <T>(as: string, url: string): Promise<Answer<T>> => app.ask<T>(as, 'GET', url);

/** An author with a developer account, as after an approval. */
async function account(name = `Works ${serial}`): Promise<{ author: string; orgId: string; email: string }> {
  const email = `signer${++serial}@example.org`;
  const author = await app.signUp(email, 'Sid Signer');
  const made = await post<{ org_id: string }>(author, '/applications', { company_name: name });
  await query('insert into authors.developer_accounts (org_id) values ($1)', [made.data.org_id]);
  return { author, orgId: made.data.org_id, email };
}

const list = async (as: string): Promise<AgreementEntryView[]> =>
  (await get<{ items: AgreementEntryView[] }>(as, '/author/agreements')).data.items;
const read = (as: string, version: string, against = ''): Promise<Answer<AgreementTextView>> =>
  get(as, `/author/agreements/${version}${against === '' ? '' : `?against=${against}`}`);
async function sign(as: string, version: string, name = 'Sid Signer'): Promise<unknown[]> {
  const { digest } = (await read(as, version)).data;
  const answer = await post(
    as,
    '/author/agreement/sign',
    { version, digest, signed_name: name },
    { 'user-agent': `Browser ${HOSTILE}`.replaceAll(/[^\x20-\x7e]/g, '') },
  );
  return [answer.status, answer.error];
}
async function publish(version: string, text: string): Promise<void> {
  const now = (await query<{ at: Date }>('select platform.portal_now() as at'))[0]!.at.getTime();
  const [last] = await query<{ at: Date }>('select max(effective_at) as at from authors.agreement_versions');
  const from = Math.max(now, last!.at.getTime()) + DAY;
  const answer = await post(admin, '/admin/agreements', {
    version,
    text,
    summary: ['You keep three quarters.'],
    effective_at: new Date(from).toISOString(),
    sign_until: new Date(from + 20 * DAY).toISOString(),
  });
  expect(answer.status).toBe(201);
}

describe('versions of the agreement', () => {
  let early: Awaited<ReturnType<typeof account>>;
  beforeAll(async () => {
    early = await account(`Hostile ${HOSTILE} Ltd`);
    expect(await sign(early.author, '1', HOSTILE)).toEqual([200, undefined]);
    await publish('second', SECOND);
  });

  it('are listed with their dates, their digests, what they replace, and the reader’s own signature with time and address', async () => {
    const [second, first] = await list(early.author);
    expect(second).toMatchObject({ version: 'second', state: 'upcoming', superseded_by: null, signed: null });
    expect(first).toMatchObject({
      version: '1',
      state: 'in_force',
      superseded_by: 'second',
      superseded_at: second!.effective_at,
      signed: { signed_name: HOSTILE, version: '1', digest: first!.digest, ip: '127.0.0.1' },
    });
    expect(first!.signed!.user_agent).toContain('Browser');
    const [other] = (await list((await account()).author)).slice(-1);
    expect(other).toMatchObject({ version: '1', signed: null });
  });

  it('can be read before they apply, and compared clause by clause with the version that was last signed', async () => {
    const { data } = await read(early.author, 'second');
    expect(data).toMatchObject({ text: SECOND, compared_with: '1' });
    expect(createHash('sha256').update(data.text).digest('hex')).toBe(data.digest);
    const changes = data.differences.map((one) => [one.change, (one.after ?? one.before)!.title]);
    expect(changes).toEqual(
      expect.arrayContaining([
        ['changed', 'Revenue'],
        ['changed', 'Merchant of record'],
        ['removed', 'Payouts'],
        ['removed', 'Security'],
        ['added', 'Data'],
      ]),
    );
    expect((await read((await account()).author, 'second')).data).toMatchObject({
      compared_with: null,
      differences: [],
    });
    expect((await read(early.author, '1', 'second')).data.differences.map((one) => one.change)).toContain('removed');
    expect((await read(early.author, '1', '1')).data.differences).toEqual([]);
  });

  it('answer 404 to an unknown name, alone and in a comparison', async () => {
    for (const name of ['third', 'x%27%20or%201=1--', '%00', '..%2f..%2fadmin'])
      expect((await read(early.author, name)).status).not.toBe(200);
    expect((await read(early.author, 'third')).error).toBe('agreement_not_found');
    expect((await read(early.author, '1', 'third')).error).toBe('agreement_not_found');
  });

  it('can be signed early only after the version in force, apply from their own date, and activate nobody before', async () => {
    const fresh = await account();
    expect(await sign(fresh.author, 'second')).toEqual([409, 'agreement_in_force_first']);
    expect(await sign(early.author, 'second')).toEqual([200, undefined]);
    expect(await sign(early.author, 'second')).toEqual([409, 'agreement_already_signed']);
    const state = async (as: string): Promise<string> =>
      (await get<{ state: string }>(as, '/author/account')).data.state;
    expect([await state(early.author), await state(fresh.author)]).toEqual(['active', 'pending_agreement']);
    expect(await sign(fresh.author, '1')).toEqual([200, undefined]);

    await app.get(TestClock).advance({ ms: 2 * DAY }, SYSTEM_ACTOR);
    expect((await list(early.author)).map((one) => [one.version, one.state])).toEqual([
      ['second', 'in_force'],
      ['1', 'superseded'],
    ]);
    // With an early signature nothing is due. With only the old one a signature is due, and nothing has stopped.
    expect([await state(early.author), await state(fresh.author)]).toEqual(['active', 'agreement_update']);
    expect(await sign(await account().then((one) => one.author), '1')).toEqual([409, 'agreement_not_current']);
  });

  it('accept one of two concurrent early signatures, and refuse the digest of another text', async () => {
    const { author, orgId } = await account();
    expect(await sign(author, 'second')).toEqual([200, undefined]);
    await publish('third', SECOND.replaceAll('second', 'third'));
    const answers = await Promise.all([sign(author, 'third'), sign(author, 'third'), sign(author, 'third')]);
    expect(answers.map(([status]) => status).sort()).toEqual([200, 409, 409]);
    expect(
      await query(`select 1 from authors.agreement_signatures where org_id = $1 and version = 'third'`, [orgId]),
    ).toHaveLength(1);
    const { digest } = (await read(author, 'second')).data;
    const wrong = await post(author, '/author/agreement/sign', { version: 'third', digest, signed_name: 'Sid Signer' });
    expect([wrong.status, wrong.error]).toEqual([409, 'agreement_not_current']);
  });

  it('can be downloaded as a signed copy by members only, with the signature, the whole text and its digest', async () => {
    const { data } = await get<SignedCopy>(early.author, '/author/agreements/1/signed-copy/json').then((answer) => ({
      ...answer,
      data: JSON.parse(answer.body) as SignedCopy,
    }));
    expect(data.signature).toMatchObject({ signed_name: HOSTILE, digest: data.agreement.digest, ip: '127.0.0.1' });
    expect(data.organization.id).toBe(early.orgId);
    expect(createHash('sha256').update(data.agreement.text).digest('hex')).toBe(data.signature.digest);

    const pdf = () => get(early.author, '/author/agreements/1/signed-copy/pdf');
    const [copy, again] = [await pdf(), await pdf()];
    expect(copy.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="developer-agreement-1-signed.pdf"',
    });
    expect(copy.body.startsWith('%PDF-')).toBe(true);
    expect(copy.body).toBe(again.body);

    const stranger = await account();
    for (const form of ['pdf', 'json']) {
      const answer = await get(stranger.author, `/author/agreements/1/signed-copy/${form}`);
      expect([answer.status, answer.error]).toEqual([404, 'agreement_not_signed']);
      expect((await get(stranger.author, `/author/agreements/none/signed-copy/${form}`)).error).toBe(
        'agreement_not_found',
      );
    }
  });

  it('show staff which of them an organisation signed', async () => {
    const of = (as: string, id: string) =>
      get<OrganizationSignaturesView>(as, `/review/organizations/${id}/agreement-signatures`);
    for (const person of ['reviewer', 'finance-preparer', 'admin']) {
      const { data } = await of(await app.demo(person), early.orgId);
      expect(data.versions.filter((one) => one.signed).map((one) => one.version)).toEqual(['second', '1']);
    }
    expect((await of(admin, NOBODY)).error).toBe('author_not_found');
  });
});
