import { createHash } from 'node:crypto';
import type { Server } from 'node:http';
import { readManifest } from '@portal/contract';
import { utcDay } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import type { DeliveryContext } from '@portal/platform/events';
import good from '../../../contract/vectors/manifests-good.json';
import { ListingsWorld, type Author, type OwnedDrive } from '../../../../test/support/drives/listings.js';
import { decideCase } from '../../../../test/support/people/review.js';
import { claimsOf } from './domain/compliance-claims.js';
import { EVIDENCE_BYTES, EVIDENCE_FILES } from './domain/evidence-file.js';
import { MailDueEvidence } from './mail-due-evidence.js';
import type { ClaimEvidenceView, DueEvidenceView } from './evidence.view.js';
import type { SubmissionView } from '../submissions/submissions.view.js';
import type { ReviewWorkspaceView } from '../review/http/review.view.js';

const DAY = 86_400_000;
const PERMISSIONS = ['venture.read', 'events.emit', 'events.receive', 'billing.read', 'config.read', 'data.phi'];
const COMPLIANCE = {
  frameworks: ['SOC 2'],
  data_classes: ['phi'],
  data_residency: ['eu'],
  baa_required: true,
  subprocessors_url: 'https://drive.example/subprocessors',
};
const pdf = (words: string): Buffer => Buffer.from(`%PDF-1.7\n% ${words}\n1 0 obj\n<</Type/Page>>\nendobj\n%%EOF\n`);
const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

describe('evidence of compliance claims', () => {
  const world = ListingsWorld.forTests();
  let ada: Author;
  let ruth = '';
  let sam = '';
  let drive: OwnedDrive & { submissionId: string };
  let slugs = 0;

  beforeAll(async () => {
    ada = await world.author('ada');
    ruth = await world.reviewer('Ruth');
    sam = await world.reviewer('Sam');
  });
  beforeEach(async () => {
    drive = await submitted();
  });

  async function submitted(): Promise<OwnedDrive & { submissionId: string }> {
    const owned = await world.reserve(ada, `evidence-${++slugs}`);
    const { manifestUrl } = await world.drive(owned, { compliance: COMPLIANCE, permissions_requested: PERMISSIONS });
    const url = `/api/v1/author/drives/${owned.driveId}/submissions`;
    const { data } = await world.app.call<SubmissionView>({
      method: 'POST',
      url,
      as: ada.cookie,
      body: { manifest_url: manifestUrl },
    });
    await world.work();
    return { ...owned, submissionId: data.id };
  }
  const approve = async () => {
    await decideCase(
      (method, url, body) => world.app.call({ method, url: `/api/v1${url}`, as: ruth, ...(body && { body }) }),
      drive.submissionId,
      'approve',
      'All is plausible and has its evidence.',
    );
    await world.work();
  };
  const base = () => `/api/v1/author/drives/${drive.driveId}/evidence`;
  const get = <T>(url: string, as = ada.cookie) => world.app.call<T>({ method: 'GET', url, as });
  const list = async () => (await get<{ items: ClaimEvidenceView[] }>(base())).data.items;
  const of = async (claim: string) => (await list()).find((one) => one.claim === claim)!;
  interface Upload {
    claim?: string;
    name?: string;
    until?: string;
    type?: string;
    headers?: Record<string, string>;
  }
  const upload = (bytes: Buffer, { claim = 'baa', name = 'baa.pdf', ...more }: Upload = {}) => {
    const query = new URLSearchParams({ claim, file_name: name, valid_until: more.until ?? inDays(300) });
    return world.app.call<{ items: ClaimEvidenceView[] }>({
      method: 'POST',
      url: `${base()}?${query}`,
      as: ada.cookie,
      body: bytes,
      headers: { 'content-type': more.type ?? 'application/pdf', ...more.headers },
    });
  };
  const accept = (id: string, as = ruth, until = inDays(200)) =>
    world.app.call({
      method: 'POST',
      url: `/api/v1/review/evidence/${id}/accept`,
      as,
      body: { accepted_until: until },
    });
  const reject = (id: string, as = ruth, reason = 'It is the agreement of another company.') =>
    world.app.call({ method: 'POST', url: `/api/v1/review/evidence/${id}/reject`, as, body: { reason } });
  /** As `upload`; returns the id of the file in force. */
  const given = async (claim = 'baa', more: Upload = {}) => {
    expect((await upload(pdf(claim), { claim, ...more })).status).toBe(200);
    return (await of(claim)).evidence!.id;
  };
  const waiting = async (as = ruth) =>
    (await get<{ items: DueEvidenceView[] }>('/api/v1/review/evidence', as)).data.items.filter(
      (one) => one.drive_id === drive.driveId && one.yours,
    );
  const workspace = async () =>
    (await get<ReviewWorkspaceView>(`/api/v1/review/submissions/${drive.submissionId}/workspace`, ruth)).data;
  const lacking = async () => (await workspace()).criteria.find((one) => one.id === 'compliance_claims')!.lacking;
  /** As if it had been given long ago: its end comes nearer, nothing else changes. */
  const endsAt = async (id: string, days: number) => {
    await world.app.byOwner(
      `update listings.evidence set uploaded_at = platform.portal_now() + ($2 - 400) * interval '1 day', valid_until = platform.portal_now() + $2 * interval '1 day' where id = $1`,
      [id, days],
    );
    await world.app.byOwner(`alter table listings.evidence_notices disable trigger append_only`);
    await world.app.byOwner(
      `update listings.evidence_notices n set valid_until = e.valid_until from listings.evidence e where e.id = n.evidence_id and e.id = $1`,
      [id],
    );
  };
  /** But for the demo's reviewers. */
  const mails = async (like: string) =>
    (
      await world.db.query<{ recipient: string; subject: string }>(
        `select recipient, subject from platform.mail_messages where subject like $1 and recipient not like '%@demo.local' order by id`,
        [like],
      )
    ).map((mail) => `${mail.recipient}: ${mail.subject.replace(/^[^:]*: /, '')}`);

  it('is required for every claim, and the criterion names what is missing', async () => {
    expect((await list()).map(({ claim, state }) => [claim, state])).toEqual([
      ['framework:SOC 2', 'missing'],
      ['residency:eu', 'missing'],
      ['baa', 'missing'],
      ['permission:data.phi', 'missing'],
    ]);
    expect(await lacking()).toEqual([
      'Conforms to SOC 2: no evidence.',
      'Keeps data in eu: no evidence.',
      'Offers a business-associate agreement: no evidence.',
      'Protects the data that data.phi opens: no evidence.',
    ]);
    const id = await given();
    expect(await lacking()).toContain('Offers a business-associate agreement: no reviewer accepted its evidence.');
    expect((await accept(id)).status).toBe(200);
    expect(await lacking()).toHaveLength(3);
    const [shown] = (await workspace()).compliance_evidence.filter((one) => one.claim === 'baa');
    expect(shown).toMatchObject({ state: 'accepted', evidence: { file_name: 'baa.pdf', uploaded_by: 'ada' } });
    await endsAt(shown!.evidence!.id, -1);
    expect((await of('baa')).state).toBe('expired');
    expect(await lacking()).toContainEqual(
      expect.stringMatching(/agreement: the evidence expired on \d{1,2} [A-Z][a-z]+ \d{4}\./),
    );
  });

  it('has the same claims in the database as in the code', async () => {
    const raw: Record<string, unknown> = structuredClone(good.structured);
    const variants = [
      COMPLIANCE,
      { ...COMPLIANCE, baa_required: false, frameworks: ['A', 'A', 'ä'.repeat(250)], data_residency: [] },
      { ...COMPLIANCE, encryption_at_rest: 'AES-256', encryption_in_transit: 'TLS 1.3' },
      undefined,
    ];
    for (const compliance of variants) {
      const permissions_requested = ['venture.read', 'data.phi', `data.${'x'.repeat(250)}`];
      const { manifest } = readManifest({ ...raw, compliance, ...(!compliance && { permissions_requested }) } as never);
      expect(manifest).toBeDefined();
      const rows = await world.db.query<{ id: string }>('select listings.compliance_claims($1::jsonb) as id', [
        JSON.stringify(manifest),
      ]);
      expect(rows.map((row) => row.id).sort()).toEqual(
        claimsOf(manifest!)
          .map((claim) => claim.id)
          .sort(),
      );
    }
  });

  it('is stored with who provided which bytes when; the same file changes nothing, and a replaced one is kept', async () => {
    const first = pdf('one');
    expect((await upload(first)).status).toBe(200);
    const { evidence } = await of('baa');
    expect(evidence).toMatchObject({
      sha256: createHash('sha256').update(first).digest('hex'),
      size_bytes: first.length,
      media_type: 'application/pdf',
    });
    await upload(first, { until: evidence!.valid_until });
    expect((await of('baa')).earlier).toEqual([]);
    await upload(pdf('two'));
    const replaced = await of('baa');
    expect(replaced.earlier).toMatchObject([{ id: evidence!.id, ended_how: 'replaced', ended_by: 'ada' }]);
    const withdraw = () =>
      world.app.call({ method: 'POST', url: `${base()}/${replaced.evidence!.id}/withdraw`, as: ada.cookie, body: {} });
    expect((await withdraw()).status).toBe(200);
    expect(await withdraw()).toMatchObject({ status: 404, error: 'evidence_not_found' });
    const after = await of('baa');
    expect(after).toMatchObject({ state: 'missing', evidence: null });
    expect(after.earlier.map((one) => one.ended_how)).toEqual(['withdrawn', 'replaced']);
    const audited = await world.app.audited(drive.driveId, 'evidence.%');
    expect(audited).toEqual(['evidence.added', 'evidence.replaced', 'evidence.withdrawn']);
  });

  it('can be downloaded byte by byte by its author and by reviewers, and is never displayed', async () => {
    const bytes = Buffer.concat([pdf('x'), Buffer.from('')]);
    await upload(bytes, { name: 'Prüfung "<b>.pdf' });
    const { id } = (await of('baa')).evidence!;
    for (const [url, as] of [
      [`${base()}/${id}/file`, ada.cookie],
      [`/api/v1/review/evidence/${id}/file`, ruth],
    ] as const) {
      const reply = await world.app.app.inject({ method: 'GET', url, headers: { cookie: as } });
      expect(reply.statusCode).toBe(200);
      expect(reply.rawPayload.equals(bytes)).toBe(true);
      expect(reply.headers).toMatchObject({
        'content-type': 'application/pdf',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'content-disposition': `attachment; filename="Pr_fung b.pdf"; filename*=UTF-8''Pr%C3%BCfung%20b.pdf`,
        'cache-control': 'no-store',
      });
    }
  });

  describe('the upload of evidence', () => {
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    it.each([
      ['an empty file', Buffer.alloc(0), {}, 400, 'evidence_file_refused'],
      ['a web page that is called a PDF', Buffer.from('<script>alert(1)</script>'), {}, 400, 'evidence_file_refused'],
      ['a PDF that is called a PNG', pdf('x'), { type: 'image/png' }, 400, 'evidence_file_refused'],
      ['a PNG of nothing but its signature', png, { type: 'image/png' }, 400, 'evidence_file_refused'],
      [
        'a PDF with an archive behind it',
        Buffer.concat([pdf('x'), Buffer.from('PK\x05\x06')]),
        {},
        400,
        'evidence_file_refused',
      ],
      ['a web page', Buffer.from('<html>'), { type: 'text/html' }, 415, 'unsupported_media_type'],
      ['an SVG', Buffer.from('<svg/>'), { type: 'image/svg+xml' }, 415, 'unsupported_media_type'],
      ['a form', Buffer.from('a=b'), { type: 'multipart/form-data; boundary=x' }, 415, 'unsupported_media_type'],
      ['JSON', Buffer.from('{}'), { type: 'application/json' }, 415, 'unsupported_media_type'],
      ['a byte too much', Buffer.concat([pdf('x'), Buffer.alloc(EVIDENCE_BYTES)]), {}, 413, 'payload_too_large'],
      ['a claim that is not made', pdf('x'), { claim: 'framework:ISO 27001' }, 409, 'claim_unknown'],
      ['an end that has passed', pdf('x'), { until: inDays(-1) }, 400, 'evidence_end_invalid'],
      ['an end in ten years', pdf('x'), { until: inDays(3_650) }, 400, 'evidence_end_invalid'],
      ['an end that is no time', pdf('x'), { until: 'soon' }, 400, 'invalid_request'],
      ['a file without a name', pdf('x'), { name: '' }, 400, 'invalid_request'],
    ] as [string, Buffer, Upload, number, string][])('refuses %s', async (_what, bytes, how, status, error) => {
      expect(await upload(bytes, how)).toMatchObject({ status, error });
      expect((await list()).every((one) => one.evidence === null && one.earlier.length === 0)).toBe(true);
    });

    it('refuses a file with more bytes than announced, by counting them', async () => {
      async function* endless(): AsyncGenerator<Buffer> {
        yield pdf('x');
        for (let i = 0; i < 200; i += 1) yield Buffer.alloc(64 * 1024);
      }
      const { port } = (await world.app.app
        .listen(0, '127.0.0.1')
        .then(() => world.app.app.getHttpServer().address())) as {
        port: number;
      };
      const query = new URLSearchParams({ claim: 'baa', file_name: 'a.pdf', valid_until: inDays(10) });
      const reply = await fetch(`http://127.0.0.1:${port}${base()}?${query}`, {
        method: 'POST',
        headers: { cookie: ada.cookie, 'content-type': 'application/pdf' },
        body: endless() as never,
        duplex: 'half',
      } as RequestInit);
      expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([413, 'payload_too_large']);
      // The rest of the client's request is cut off, or the server would wait for it.
      (world.app.app.getHttpServer() as Server).closeAllConnections();
    });

    it('refuses a file on a route that takes JSON, which keeps its small limit', async () => {
      const url = `/api/v1/author/drives/${drive.driveId}/submissions`;
      const as = ada.cookie;
      const send = (body: object, type: string) =>
        world.app.call({ method: 'POST', url, as, body, headers: { 'content-type': type } });
      expect(await send(pdf('x'), 'application/pdf')).toMatchObject({ status: 415, error: 'unsupported_media_type' });
      expect(await send(Buffer.alloc(300 * 1024, 0x20), 'application/json')).toMatchObject({ status: 413 });
    });

    it('refuses more files than are kept', async () => {
      await world.db.query(
        `insert into listings.evidence (id, drive_id, claim, file_name, media_type, size_bytes, sha256, content, valid_until, uploaded_by, uploaded_by_name, ended_how, ended_by, ended_by_name, ended_at)
         select gen_random_uuid(), $1, 'baa', 'a.pdf', 'application/pdf', 1, encode(sha256('x'), 'hex'), 'x', platform.portal_now() + interval '1 day', $2, 'ada', 'replaced', $2, 'ada', platform.portal_now()
         from generate_series(1, $3)`,
        [drive.driveId, ada.userId, EVIDENCE_FILES],
      );
      expect(await upload(pdf('x'))).toMatchObject({ status: 409, error: 'evidence_full' });
    });

    it('keeps one current file and one replaced file of two concurrent ones', async () => {
      const both = await Promise.all([upload(pdf('left')), upload(pdf('right'))]);
      expect(both.map((one) => one.status)).toEqual([200, 200]);
      expect((await of('baa')).earlier).toHaveLength(1);
    });
  });

  describe('a claim', () => {
    it('is stated by a file, and accepted by a reviewer until a day; replaced it is stated again', async () => {
      const id = await given();
      expect(await of('baa')).toMatchObject({ state: 'stated', evidence: { accepted_until: null } });
      expect(await accept(id, ada.cookie)).toMatchObject({ status: 403 });
      const until = inDays(100);
      expect((await accept(id, ruth, until)).status).toBe(200);
      expect(await of('baa')).toMatchObject({
        state: 'accepted',
        evidence: { accepted_until: until, accepted_by_two_until: null },
      });
      expect((await accept(id, sam, inDays(40))).status).toBe(200);
      expect((await of('baa')).evidence).toMatchObject({ accepted_until: until });
      expect((await of('baa')).evidence!.accepted_by_two_until! < until).toBe(true);
      expect(await mails(`${drive.slug}: the evidence%is accepted`)).toHaveLength(2);
      await upload(pdf('another'));
      expect(await of('baa')).toMatchObject({ state: 'stated', evidence: { accepted_until: null } });
      expect(await accept(id)).toMatchObject({ status: 404, error: 'evidence_not_found' });
    });

    it('that two reviewers accepted until its evidence ends waits for no third one, however soon that is', async () => {
      const id = await given('baa', { until: inDays(20) });
      const { valid_until } = (await of('baa')).evidence!;
      const third = await world.app.demo('reviewer');
      expect((await accept(id, ruth, valid_until)).status).toBe(200);
      expect((await waiting(third)).map(({ claim }) => claim)).toEqual(['baa']);
      expect((await accept(id, sam, valid_until)).status).toBe(200);
      expect(await waiting(third)).toEqual([]);
    });

    it('is stated again when the acceptance has ended, and one reviewer twice is no second one', async () => {
      const id = await given();
      for (const days of [10, 60]) expect((await accept(id, ruth, inDays(days))).status).toBe(200);
      expect((await of('baa')).evidence).toMatchObject({ accepted_by_two_until: null });
      await world.app.byOwner(`alter table listings.evidence_acceptances disable trigger append_only`);
      await world.app.byOwner(
        `update listings.evidence_acceptances set accepted_until = platform.portal_now() where evidence_id = $1`,
        [id],
      );
      expect(await of('baa')).toMatchObject({ state: 'stated', evidence: { accepted_until: null } });
      expect((await waiting()).map(({ claim }) => claim)).toEqual(['baa']);
    });

    it('is rejected with a reason that the author reads, also after it was accepted', async () => {
      const id = await given();
      await accept(id);
      expect(await reject(id, ruth, 'too short')).toMatchObject({ status: 400 });
      expect((await reject(id, sam)).status).toBe(200);
      expect(await of('baa')).toMatchObject({
        state: 'rejected',
        evidence: null,
        earlier: [{ id, ended_how: 'rejected', ended_by: null, end_reason: 'It is the agreement of another company.' }],
      });
      expect(await mails(`${drive.slug}: the evidence%was rejected`)).toHaveLength(1);
      expect(await lacking()).toContain('Offers a business-associate agreement: its evidence was rejected.');
      const audited = await world.app.audited(drive.driveId, 'evidence.%');
      expect(audited).toEqual(['evidence.added', 'evidence.accepted', 'evidence.rejected']);
    });

    it('waits in the list of each reviewer who has not accepted it, while its case is in review', async () => {
      const id = await given();
      expect(await waiting()).toMatchObject([
        { claim: 'baa', text: 'Offers a business-associate agreement', state: 'stated', yours: true, evidence: { id } },
      ]);
      await accept(id);
      expect(await waiting()).toEqual([]);
      expect(await waiting(sam)).toMatchObject([{ claim: 'baa', state: 'accepted' }]);
      await accept(id, sam);
      expect(await waiting(sam)).toEqual([]);
    });

    it('is accepted until a day in the future, not after the end of the file', async () => {
      const id = await given('baa', { until: inDays(50) });
      for (const until of [inDays(-1), inDays(51)])
        expect(await accept(id, ruth, until)).toMatchObject({ status: 400, error: 'evidence_acceptance_invalid' });
    });

    it('is never accepted or rejected by anybody of the own organisation, with the service bypassed too', async () => {
      const id = await given();
      const ids = await world.column(`select id from identity.users where lower(email) = 'sam@staff.example'`);
      const samId = ids[0] as string;
      await world.db.query('insert into authors.organization_members (org_id, user_id) values ($1, $2)', [
        ada.orgId,
        samId,
      ]);
      for (const act of [accept, reject])
        expect(await act(id, sam)).toMatchObject({ status: 403, error: 'own_organization' });
      expect(await waiting(sam)).toEqual([]);
      const constraint = (name: string) => ({ driverError: { constraint: name } });
      const put = (by: string, until = inDays(5)) =>
        world.db.query(
          `insert into listings.evidence_acceptances (evidence_id, accepted_by, accepted_by_name, accepted_until) values ($1, $2, 'x', $3)`,
          [id, by, until],
        );
      await expect(put(samId)).rejects.toMatchObject(constraint('own_organization'));
      await expect(put(ada.userId)).rejects.toMatchObject(constraint('own_organization'));
      await expect(
        world.db.query(
          `update listings.evidence set ended_how = 'rejected', ended_by = $2, ended_by_name = 'x', ended_at = platform.portal_now(), end_reason = 'It is of another company.' where id = $1`,
          [id, samId],
        ),
      ).rejects.toMatchObject(constraint('own_organization'));
      await world.app.byOwner('delete from authors.organization_members where user_id = $1', [samId]);
      await world.app.byOwner(
        `alter table authors.organization_members disable trigger all; delete from authors.organization_members where user_id = '${samId}'; alter table authors.organization_members enable trigger all`,
      );
      for (const until of [inDays(-1), inDays(301)])
        await expect(put(samId, until)).rejects.toMatchObject(constraint('evidence_acceptances_in_force'));
      const eve = await world.author(`eve-${slugs}`);
      await expect(put(eve.userId)).rejects.toMatchObject(constraint('evidence_acceptances_reviewer'));
      await put(samId);
      await expect(world.db.query('delete from listings.evidence_acceptances')).rejects.toThrow();
    });
  });

  describe('evidence that ends', () => {
    const ENDS = expect.stringMatching(
      /^ada@authors\.example: the evidence of a compliance claim ends on \d{1,2} [A-Z][a-z]+ \d{4}$/,
    ) as string;
    const follow = async () => {
      await world.app.get(MailDueEvidence).announce();
      await world.work();
    };
    const due = async () =>
      (await get<{ items: DueEvidenceView[] }>('/api/v1/review/evidence', ruth)).data.items.filter(
        (one) => one.drive_id === drive.driveId,
      );

    it('notifies the author 60, 30 and 7 days before and reviewers at the end, once each', async () => {
      await upload(pdf('x'));
      await approve();
      const { id } = (await of('baa')).evidence!;
      const mine = `${drive.slug}: the evidence%`;
      for (const [days, sent] of [
        [61, 0],
        [31, 1],
        [29, 2],
        [8, 2],
        [6, 3],
        [-1, 6],
        [-40, 6],
      ] as const) {
        await endsAt(id, days);
        await follow();
        await follow();
        expect([days, (await mails(mine)).length]).toEqual([days, sent]);
      }
      expect(await mails(mine)).toEqual([
        ENDS,
        ENDS,
        ENDS,
        'ada@authors.example: the evidence of a compliance claim has ended',
        'Ruth@staff.example: the evidence of a compliance claim has ended',
        'Sam@staff.example: the evidence of a compliance claim has ended',
      ]);
      expect((await world.events('evidence.due', drive.driveId)).map((one) => one['due'])).toEqual([
        '60_days',
        '30_days',
        '7_days',
        'expired',
      ]);
    });

    it('reminds of the end of its acceptance, the second one of two, in words and anew when it is accepted for longer', async () => {
      await given('permission:data.phi');
      await approve();
      const { id } = (await of('permission:data.phi')).evidence!;
      const sent = async (ends: [string, number][]) => {
        await follow();
        const due = await world.events('evidence.due', drive.driveId);
        const days = (until: unknown) => Math.round((Date.parse(String(until)) - Date.now()) / DAY);
        expect(due.map((one) => [one['due'], days(one['valid_until'])])).toEqual(ends);
      };
      await accept(id, ruth, inDays(100));
      await sent([]);
      await accept(id, sam, inDays(20));
      await sent([['30_days', 20]]);
      await accept(id, sam, inDays(90));
      await sent([['30_days', 20]]);
      await accept(id, sam, inDays(99));
      await sent([['30_days', 20]]);
      const day = utcDay(inDays(20));
      const bodies = await world.column(`select body from platform.mail_messages where subject = $1`, [
        `${drive.slug}: the evidence of a compliance claim ends on ${day}`,
      ]);
      expect(bodies).toEqual([
        expect.stringContaining(`Evidence of "Protects the data that data.phi opens" counts until ${day} (UTC).`),
      ]);
    });

    it('sends one reminder when little time was left from the beginning', async () => {
      await upload(pdf('x'), { until: inDays(5) });
      await approve();
      await follow();
      expect(await mails(`${drive.slug}: the evidence%`)).toEqual([ENDS]);
    });

    it('sends the notice for the current state: none after a more urgent one, and none of replaced evidence', async () => {
      await upload(pdf('x'));
      await approve();
      const { id } = (await of('baa')).evidence!;
      const mine = `${drive.slug}: the evidence%`;
      for (const days of [29, 6]) {
        await endsAt(id, days);
        await world.app.get(MailDueEvidence).announce();
      }
      const late = async (): Promise<void> => {
        const transactor = world.app.get(Transactor);
        const context: DeliveryContext = { eventId: id, attempt: 2, once: (work) => transactor.run(work) };
        for (const payload of (await world.events('evidence.due', drive.driveId)).reverse())
          await world.app.get(MailDueEvidence).execute(payload as never, context);
      };
      await late();
      expect(await mails(mine)).toEqual([ENDS]);
      await upload(pdf('y'));
      await late();
      expect(await mails(mine)).toHaveLength(1);
    });

    it('sends no notice for a Drive that is not live, or for a claim that was dropped', async () => {
      await upload(pdf('x'), { until: inDays(5) });
      await follow();
      expect(await mails(`${drive.slug}: the evidence%`)).toEqual([]);
      expect((await due()).map(({ yours }) => yours)).toEqual([true]);
    });

    it('is an item for reviewers while the Drive is live, until it is renewed', async () => {
      for (const claim of ['baa', 'residency:eu']) await upload(pdf(claim), { claim });
      await approve();
      const shown = async () => (await due()).map(({ claim, state }) => [claim, state]);
      const MISSING = [
        ['framework:SOC 2', 'missing'],
        ['permission:data.phi', 'missing'],
      ];
      expect(await shown()).toEqual([['baa', 'stated'], ['residency:eu', 'stated'], ...MISSING]);
      for (const claim of ['baa', 'residency:eu']) await accept((await of(claim)).evidence!.id);
      expect(await shown()).toEqual(MISSING);
      await endsAt((await of('baa')).evidence!.id, -2);
      expect(await shown()).toEqual([['baa', 'expired'], ...MISSING]);
      await upload(pdf('newer'));
      expect(await shown()).toEqual([['baa', 'stated'], ...MISSING]);
    });
  });
});
