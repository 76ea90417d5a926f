import { randomUUID } from 'node:crypto';
import { AuthorsWorkerModule } from '@portal/authors';
import { readManifest } from '@portal/contract';
import { Identity } from '@portal/identity';
import { Secret } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { SealedBox } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import type { DeliveryContext, EventProcessor } from '@portal/platform/events';
import { Client } from 'pg';
import good from '../../../contract/vectors/manifests-good.json';
import { AnnounceDeprecation } from '../../../listings/src/retirement/announce-deprecation.js';
import { AdvanceDeprecations } from '../../../listings/src/retirement/advance-deprecations.js';
import { AuthorOffboardingAnnouncedProcessor } from '../../../listings/src/retirement/author-offboarding-announced.processor.js';
import { AuthorOffboardingWithdrawnProcessor } from '../../../listings/src/retirement/author-offboarding-withdrawn.processor.js';
import { EndAccounts } from '../../../authors/src/offboarding/end-accounts.js';
import { eventually } from '../../../../test/support/changing-drives.js';
import { ListingsWorld, type Author } from '../../../../test/support/listings.js';
import { CloseKeysOfLeft } from '../uninstall/close-keys-of-left.js';
import type { PluginView } from './http/installs.view.js';
import { DeprecationNoticeProcessor, DeprecationWithdrawnProcessor } from './drive-notices.processors.js';
import { InstallsModule, InstallsWorkerModule } from '../installs.module.js';
import { tokenSeal } from './handshake/token-seal.js';
import { InstallsRepository } from './installs.repository.js';

interface Ending {
  state: string;
  deprecation: { closes_at: string; retires_at: string; reason: string } | null;
  removal: { may_confirm: boolean; proposed_by: string } | null;
  installs: number;
}

const REASON = 'Nobody maintains this any more.';
const DAY = 86_400_000;

describe('the end of a Drive', () => {
  let world: ListingsWorld;
  let ada: Author;
  let reviewer: string;
  let second: string;
  let drives = 0;

  beforeAll(async () => {
    world = await ListingsWorld.start({}, [AuthorsWorkerModule, InstallsModule, InstallsWorkerModule]);
    ada = await world.author('ada');
    reviewer = await world.app.demo('reviewer');
    second = await world.app.signUp('second@staff.example', 'Second Reviewer');
    const { data } = await call<{ user: { id: string } }>('GET', '/me', second);
    await world.app
      .get(Transactor)
      .run((tx) => world.app.get(Identity).grantRole(tx, { userId: data.user.id, role: 'reviewer', scopeId: null }));
  });
  afterAll(() => world.close());

  const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => world.db.query<T>(text, params);
  const call = <T = Ending>(method: 'GET' | 'POST', path: string, as: string, body?: object) =>
    world.app.call<T>({ method, url: `/api/v1${path}`, as, ...(body && { body }) });
  const now = async () => (await sql<{ now: Date }>('select platform.portal_now() as now'))[0]!.now.getTime();
  const advance = (days: number) => sql('update platform.test_clock set offset_ms = offset_ms + $1', [days * DAY]);
  const inDays = async (closes: number, retires: number) => {
    const at = await now();
    return {
      closes_at: new Date(at + closes * DAY).toISOString(),
      retires_at: new Date(at + retires * DAY).toISOString(),
      reason: REASON,
    };
  };
  const follow = async () => {
    await world.app.get(AdvanceDeprecations).execute();
    await world.work();
  };
  const stateOf = async (driveId: string) =>
    (await sql<{ state: string }>('select state from listings.listings where drive_id = $1', [driveId]))[0]!.state;
  const mails = async (text: string) =>
    (
      await sql<{ recipient: string; subject: string }>(
        'select recipient, subject from platform.mail_messages where strpos(body, $1) > 0 order by id',
        [text],
      )
    ).map((mail) => `${mail.recipient}: ${mail.subject}`);

  /** A listed Drive with one running install and an operator of its tenant. */
  async function listed(author = ada) {
    const owned = await world.reserve(author, `ending-${++drives}`);
    const { driveId, slug } = owned;
    const { origin } = new URL((await world.drive(owned)).manifestUrl);
    const revisionId = randomUUID();
    await sql('insert into listings.listings (drive_id, org_id, slug, name) values ($1, $2, $3, $4)', [
      driveId,
      author.orgId,
      slug,
      `Ending ${drives}`,
    ]);
    await sql(
      `insert into listings.revisions (id, drive_id, digest, shape, manifest_url, origin, canonical, manifest)
       values ($1, $2, encode(sha256(convert_to($3, 'UTF8')), 'hex'), 'structured', $5 || '/m', $5, convert_to($3, 'UTF8'), $4)`,
      [revisionId, driveId, revisionId, JSON.stringify(readManifest(good.structured as never).manifest), origin],
    );
    await sql(
      `update listings.listings set state = 'listed', live_revision_id = $2, listed_at = now() where drive_id = $1`,
      [driveId, revisionId],
    );
    await sql(
      'insert into listings.publications (id, drive_id, revision_id, prompts) values (gen_random_uuid(), $1, $2, false)',
      [driveId, revisionId],
    );
    const [tenantId, ventureId, installId] = [randomUUID(), randomUUID(), randomUUID()];
    await sql(`insert into installs.tenants (id, name, external_id) values ($1, 'T', $2)`, [tenantId, tenantId]);
    await sql(`insert into installs.ventures (id, tenant_id, name, external_id) values ($1, $2, 'V', 'v')`, [
      ventureId,
      tenantId,
    ]);
    const token = world.app.get(SealedBox).seal(new Secret('dst_of_a_test'), tokenSeal(installId));
    await sql(
      `insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, origin, permissions, config,
         amount, operator_email, scoped_token, drive_install_id, activated_at)
       select $1, $2, $3, $4, $5, 'active', r.id, r.digest, r.origin, '{}', '{}', 0, 'o@x.example', $7, 'i', now()
       from listings.revisions r where r.id = $6`,
      [installId, tenantId, ventureId, driveId, author.orgId, revisionId, token],
    );
    const operator = await world.app.signUp(`operator-${drives}@tenants.example`, 'Operator');
    const me = await call<{ user: { id: string } }>('GET', '/me', operator);
    await world.app
      .get(Transactor)
      .run((tx) =>
        world.app.get(Identity).grantRole(tx, { userId: me.data.user.id, role: 'operator', scopeId: tenantId }),
      );
    return { driveId, slug, installId, operatorMail: `operator-${drives}@tenants.example`, operator };
  }

  /** The public page, or why there is none; with its page goes the record of its checks. */
  async function publicPage(slug: string): Promise<unknown> {
    const url = `/api/public/catalogue/${slug}`;
    const [page, checks] = [
      await world.app.call({ method: 'GET', url }),
      await world.app.call({ method: 'GET', url: `${url}/conformance` }),
    ];
    expect([checks.status, checks.error]).toEqual([page.status, page.error]);
    return page.error ?? page.data;
  }

  it('is announced with its days: told to operators at once, closed, then retired with its installs', async () => {
    const { driveId, slug, installId, operatorMail, operator } = await listed();
    const announced = await call('POST', `/author/drives/${driveId}/deprecation`, ada.cookie, await inDays(30, 120));
    expect(announced.data).toMatchObject({ state: 'sunset_announced', deprecation: { reason: REASON } });
    await world.work();
    expect(await mails(REASON)).toEqual([
      `${operatorMail}: Ending ${drives} ends on ${announced.data.deprecation!.retires_at.slice(0, 10)}`,
    ]);
    const ends = { ends_at: announced.data.deprecation!.retires_at, ends_reason: REASON };
    expect((await call('GET', `/operator/installs/${installId}`, operator)).data).toMatchObject(ends);
    expect((await call('GET', `/operator/plugins/${slug}`, operator)).data).toMatchObject({
      ...ends,
      closes_at: expect.any(String) as string,
    });
    const found = await world.app.call<{ items: unknown[] }>({ method: 'GET', url: `/api/public/catalogue?q=${slug}` });
    expect(found.data.items).toEqual([]);
    expect(await world.app.get(Listings).installable(driveId)).toBeDefined();
    // Whoever follows a link reads until when, up to the end.
    const { closes_at, retires_at } = announced.data.deprecation!;
    const end = { closes_at, retires_at };
    expect(await publicPage(slug)).toMatchObject({ installs: 1, retirement: { ...end, takes_installs: true } });

    await advance(29);
    await follow();
    expect(await stateOf(driveId)).toBe('sunset_announced');
    await advance(1);
    expect(await world.app.get(Listings).installable(driveId)).toBeUndefined();
    const pageOf = async () => (await call<PluginView>('GET', `/operator/plugins/${slug}`, operator)).data;
    const isClosed = `It has been closed to new installs since ${closes_at.slice(0, 10)}. What is installed runs until it ends.`;
    const stands = { slug, closes_at, ...ends, blockers: [isClosed], blocked_tenants: [{ reasons: [isClosed] }] };
    expect(await pageOf()).toMatchObject(stands);
    const closed = { ...end, takes_installs: false };
    expect(await publicPage(slug)).toMatchObject({ retirement: closed });
    await follow();
    expect(await stateOf(driveId)).toBe('closed_to_installs');
    expect(await pageOf()).toMatchObject(stands);
    expect(await publicPage(slug)).toMatchObject({ retirement: closed });
    expect(
      await call('POST', `/author/drives/${driveId}/deprecation/withdraw`, ada.cookie, { reason: REASON }),
    ).toMatchObject({
      status: 409,
      error: 'invalid_transition',
    });
    await advance(90);
    await follow();
    expect(await stateOf(driveId)).toBe('retired');
    expect(await publicPage(slug)).toBe('listing_not_found');
    expect(await call('GET', `/operator/plugins/${slug}`, operator)).toMatchObject({
      status: 404,
      error: 'plugin_not_found',
    });
    expect(
      await sql(`select state, ended_at is not null as ended from installs.installs where id = $1`, [installId]),
    ).toEqual([{ state: 'revoked', ended: true }]);
    expect(await mails('has ended as announced')).toEqual([`${operatorMail}: Ending ${drives} has ended`]);
    await follow();
    expect(await mails('has ended as announced')).toHaveLength(1);
    const anew = { manifest_url: 'http://127.0.0.1:4010/api/platform/drive/manifest' };
    expect(await call('POST', `/author/drives/${driveId}/submissions`, ada.cookie, anew)).toMatchObject({
      status: 409,
      error: 'listing_not_live',
    });
  });

  it('catches up in one go when nothing ran between the two days', async () => {
    const { driveId } = await listed();
    await call('POST', `/review/drives/${driveId}/deprecation`, reviewer, await inDays(1, 91));
    await advance(200);
    await follow();
    expect(await stateOf(driveId)).toBe('retired');
  });

  it('is called off before it closes, and the Drive is in the catalogue again', async () => {
    const { driveId, operatorMail } = await listed();
    await call('POST', `/review/drives/${driveId}/deprecation`, reviewer, await inDays(10, 100));
    const kept = await call('POST', `/review/drives/${driveId}/deprecation/withdraw`, reviewer, { reason: REASON });
    expect(kept.data).toMatchObject({ state: 'listed', deprecation: null });
    await world.work();
    expect(await mails('that was announced is off')).toEqual([`${operatorMail}: Ending ${drives} goes on`]);
    await advance(120);
    await follow();
    expect(await stateOf(driveId)).toBe('listed');
    expect(
      await call('POST', `/review/drives/${driveId}/deprecation/withdraw`, reviewer, { reason: REASON }),
    ).toMatchObject({
      status: 404,
      error: 'deprecation_not_announced',
    });
  });

  it('is told to operators as it stands when it is told, whatever of it is told first', async () => {
    const { driveId, operatorMail } = await listed();
    const path = `/review/drives/${driveId}/deprecation`;
    const context: DeliveryContext = {
      eventId: randomUUID(),
      attempt: 1,
      once: (work) => world.app.get(Transactor).run(work),
    };
    /** Everything that happened to it so far, the newest first. */
    const tell = async (): Promise<string[]> => {
      const told = await sql<{ type: string; payload: never }>(
        `select type, payload from platform.outbox_events where payload->>'drive_id' = $1 and type like 'listing.sunset%' order by seq desc`,
        [driveId],
      );
      for (const { type, payload } of told)
        await world.app
          .get<EventProcessor>(type.endsWith('announced') ? DeprecationNoticeProcessor : DeprecationWithdrawnProcessor)
          .handle(payload, context);
      const sent = await sql<{ subject: string }>(
        'delete from platform.mail_messages where recipient = $1 returning subject',
        [operatorMail],
      );
      return sent.map(({ subject }) => subject.slice(`Ending ${drives} `.length));
    };
    await call('POST', path, reviewer, await inDays(10, 100));
    await call('POST', `${path}/withdraw`, reviewer, { reason: REASON });
    expect(await tell()).toEqual(['goes on']);
    const last = await call('POST', path, reviewer, await inDays(20, 150));
    expect(await tell()).toEqual([`ends on ${last.data.deprecation!.retires_at.slice(0, 10)}`]);
    await call('POST', `${path}/withdraw`, reviewer, { reason: REASON });
    expect(await tell()).toEqual(['goes on', 'goes on']);
    await call('POST', path, reviewer, await inDays(1, 91));
    await advance(100);
    await follow();
    await sql('delete from platform.mail_messages where recipient = $1', [operatorMail]);
    expect(await tell()).toEqual([]);
  });

  it.each<[string, number, number]>([
    ['nearer than 90 days', 1, 89],
    ['closing in the past', -1, 120],
    ['ending before it closes', 120, 110],
  ])('cannot be announced %s', async (_name, closes, retires) => {
    const { driveId } = await listed();
    expect(
      await call('POST', `/review/drives/${driveId}/deprecation`, reviewer, await inDays(closes, retires)),
    ).toMatchObject({
      status: 400,
      error: 'deprecation_too_soon',
    });
    expect(await stateOf(driveId)).toBe('listed');
  });

  it('is not for somebody else’s Drive, and not announced twice', async () => {
    const { driveId } = await listed();
    const eve = await world.author(`eve-${drives}`);
    const days = await inDays(10, 100);
    expect(await call('POST', `/author/drives/${driveId}/deprecation`, eve.cookie, days)).toMatchObject({
      status: 404,
    });
    await call('POST', `/author/drives/${driveId}/deprecation`, ada.cookie, days);
    expect(await call('POST', `/author/drives/${driveId}/deprecation`, ada.cookie, days)).toMatchObject({
      status: 409,
      error: 'invalid_transition',
    });
  });

  describe('of all of an author, who leaves', () => {
    interface Offboarding {
      state: string;
      closes_at: string;
      ends_at: string;
      asked_by: string;
      can_be_taken_back: boolean;
    }
    const leave = (author: Author, body: object = {}) =>
      call<Offboarding>('POST', '/author/offboarding', author.cookie, { reason: REASON, ...body });
    const accountOf = async (author: Author) =>
      (
        await sql<{ state: string }>('select state from authors.developer_accounts where org_id = $1', [author.orgId])
      )[0]!.state;
    const validKeys = (driveId: string) =>
      sql(
        `select 1 from secrets.signing_keys where owner_id = $1 and secrets.validity(not_before, not_after, revoked_at) @> platform.portal_now()`,
        [driveId],
      );
    let leaver: Author;
    beforeAll(async () => {
      leaver = await world.author('leaver');
    });

    it('is asked for by typing the name, once, and by nobody who may not', async () => {
      expect((await call('GET', '/author/offboarding', leaver.cookie)).data).toEqual({
        org_name: 'leaver Inc',
        offboarding: null,
      });
      expect(await leave(leaver, { confirm_name: 'leaver' })).toMatchObject({
        status: 422,
        error: 'offboarding_not_confirmed',
      });
      expect(await leave(leaver, { confirm_name: 'leaver Inc', reason: 'no' })).toMatchObject({ status: 400 });
      expect(await call('POST', '/author/offboarding/withdraw', leaver.cookie)).toMatchObject({ status: 404 });
      const path = `/admin/authors/${leaver.orgId}/offboarding`;
      for (const by of [leaver.cookie, reviewer])
        expect(await call('POST', path, by, { reason: REASON, confirm_name: 'leaver Inc' })).toMatchObject({
          status: 403,
        });
      expect(await sql('select 1 from authors.offboardings')).toEqual([]);
    });

    it('stops what is new at once, tells operators the day, and can be taken back within a week', async () => {
      const { driveId, operatorMail } = await listed(leaver);
      const own = await listed(leaver);
      await call('POST', `/author/drives/${own.driveId}/deprecation`, leaver.cookie, await inDays(5, 200));
      const announced = await leave(leaver, { confirm_name: ' leaver Inc ' });
      expect(announced).toMatchObject({ status: 201, data: { state: 'announced', can_be_taken_back: true } });
      expect(await leave(leaver, { confirm_name: 'leaver Inc' })).toMatchObject({
        status: 409,
        error: 'offboarding_announced',
      });
      expect((await call('POST', `/author/drives/${driveId}/keys/issue`, leaver.cookie)).error).toBe(
        'account_offboarding',
      );
      const leaked = { mode: 'leaked', reason: 'It was in a public repository' };
      expect((await call('POST', `/author/drives/${driveId}/keys/rotate`, leaver.cookie, leaked)).status).toBe(201);
      await world.work();
      expect(await stateOf(driveId)).toBe('sunset_announced');
      const day = announced.data.ends_at.slice(0, 10);
      expect(
        (await mails('leaves the portal')).some((mail) => mail.startsWith(operatorMail) && mail.endsWith(day)),
      ).toBe(true);
      expect((await mails('closing can be withdrawn'))[0]).toContain('leaver@authors.example');
      expect(
        await call('POST', `/author/drives/${driveId}/deprecation/withdraw`, leaver.cookie, { reason: REASON }),
      ).toMatchObject({ status: 403, error: 'account_offboarding' });

      await advance(6);
      expect(await call('POST', '/author/offboarding/withdraw', leaver.cookie)).toMatchObject({
        status: 200,
        data: { state: 'withdrawn' },
      });
      await world.work();
      expect(await stateOf(driveId)).toBe('listed');
      // What was announced for its own reason goes on as announced.
      expect(await stateOf(own.driveId)).not.toBe('listed');
      expect(await accountOf(leaver)).toBe('active');
      await call('POST', `/author/drives/${driveId}/deprecation`, leaver.cookie, await inDays(2, 100));
    });

    it('leaves its Drives as the author decided last, in whatever order and however often that is told', async () => {
      const waverer = await world.author('waverer');
      const { driveId } = await listed(waverer);
      const told = { org_id: waverer.orgId };
      const leaves = () => world.app.get(AuthorOffboardingAnnouncedProcessor).handle(told);
      const stays = () => world.app.get(AuthorOffboardingWithdrawnProcessor).handle(told);
      for (const last of ['announced', 'withdrawn', 'announced', 'withdrawn']) {
        if (last === 'announced') await leave(waverer, { confirm_name: 'waverer Inc' });
        else await call('POST', '/author/offboarding/withdraw', waverer.cookie);
        const state = last === 'announced' ? 'sunset_announced' : 'listed';
        await stays();
        expect(await stateOf(driveId)).toBe(state);
        await leaves();
        expect(await stateOf(driveId)).toBe(state);
      }
      // The author changes their mind while the first message is being carried out.
      const sunset = world.app.get(AnnounceDeprecation);
      const execute = sunset.execute.bind(sunset);
      const slow = jest.spyOn(sunset, 'execute').mockImplementation(async (input) => {
        await call('POST', '/author/offboarding/withdraw', waverer.cookie);
        await stays();
        await execute(input);
      });
      await leave(waverer, { confirm_name: 'waverer Inc' });
      await leaves();
      slow.mockRestore();
      expect(await stateOf(driveId)).toBe('listed');
    });

    it('ends on its day: Drives first, then the account, the keys when nothing is called any more, and stays so', async () => {
      const { driveId, installId } = await listed(leaver);
      expect(await validKeys(driveId)).toHaveLength(1);
      const { data } = await leave(leaver, { confirm_name: 'leaver Inc' });
      await world.work();
      await advance(7);
      expect(await call('POST', '/author/offboarding/withdraw', leaver.cookie)).toMatchObject({
        status: 409,
        error: 'offboarding_final',
      });
      await follow();
      expect(await stateOf(driveId)).toBe('closed_to_installs');
      await world.app.get(EndAccounts).execute();
      expect(await accountOf(leaver)).toBe('active');
      await expect(
        sql(
          'update authors.offboardings set ended_at = platform.portal_now() where org_id = $1 and withdrawn_at is null',
          [leaver.orgId],
        ),
      ).rejects.toThrow('offboardings_not_before_its_day');
      expect(await world.app.get(CloseKeysOfLeft).execute()).toEqual([]);

      await advance(Math.ceil((Date.parse(data.ends_at) - (await now())) / DAY) + 1);
      expect(await world.app.get(EndAccounts).execute()).toEqual([leaver.orgId]);
      expect(await world.app.get(EndAccounts).execute()).toEqual([]);
      expect(await accountOf(leaver)).toBe('terminated');
      // Its last install is still to be ended by a signed call.
      expect(await world.app.get(CloseKeysOfLeft).execute()).not.toContain(driveId);
      await follow();
      expect(await sql('select state from installs.installs where id = $1', [installId])).toEqual([
        { state: 'revoked' },
      ]);
      expect(await world.app.get(CloseKeysOfLeft).execute()).toContain(driveId);
      expect(await validKeys(driveId)).toEqual([]);
      expect(await world.app.get(CloseKeysOfLeft).execute()).not.toContain(driveId);
      expect(await mails('was closed as announced. Payments that tenants still make')).toHaveLength(1);
      expect(
        (
          await sql<{ action: string }>(
            `select action from platform.audit_log where action like 'author.%' and subject_id = $1 order by id`,
            [leaver.orgId],
          )
        ).map(({ action }) => action),
      ).toEqual([
        'author.offboarding_announced',
        'author.departure_withdrawn',
        'author.offboarding_announced',
        'author.left',
      ]);
      await expect(
        sql(`update authors.developer_accounts set state = 'active' where org_id = $1`, [leaver.orgId]),
      ).rejects.toThrow('an account that ended stays so');
      await expect(sql('delete from authors.offboardings')).rejects.toThrow();
    });

    it('lets its people apply again after 90 days, with another organisation', async () => {
      const apply = () =>
        call<{ org_id: string }>('POST', '/applications', leaver.cookie, { company_name: 'Again Ltd' });
      expect(await apply()).toMatchObject({ status: 409, error: 'reapplication_too_soon' });
      await advance(91);
      const again = await apply();
      expect(again.status).toBe(201);
      expect(again.data.org_id).not.toBe(leaver.orgId);
      // The open application is found again, not another organisation made.
      expect(await apply()).toMatchObject({ status: 409, error: 'application_open' });
      expect(await accountOf(leaver)).toBe('terminated');
    });

    it('is announced by an admin with a reason, taken back by an admin only, and leaves no way to apply again', async () => {
      const told = await world.author('told');
      const admin = await world.app.demo('admin');
      const path = `/admin/authors/${told.orgId}/offboarding`;
      const body = { reason: REASON, confirm_name: 'told Inc' };
      expect(await call('POST', `/admin/authors/${randomUUID()}/offboarding`, admin, body)).toMatchObject({
        status: 404,
      });
      expect(await call<Offboarding>('POST', path, admin, body)).toMatchObject({
        status: 201,
        data: { state: 'announced', asked_by: 'The operator' },
      });
      expect(await call('POST', '/author/offboarding/withdraw', told.cookie)).toMatchObject({
        status: 403,
        error: 'offboarding_by_staff',
      });
      expect((await mails(REASON)).some((mail) => mail.startsWith('told@authors.example'))).toBe(true);
      expect(await call('POST', `${path}/withdraw`, admin)).toMatchObject({ status: 200 });
      expect(await call('POST', path, admin, body)).toMatchObject({ status: 201 });
      const list = await call<{ items: { org_id: string; state: string }[] }>('GET', '/admin/offboardings', admin);
      expect(list.data.items.filter(({ org_id }) => org_id === told.orgId).map(({ state }) => state)).toEqual([
        'announced',
        'withdrawn',
      ]);
      await advance(98);
      await world.app.get(EndAccounts).execute();
      await advance(400);
      expect(await call('POST', '/applications', told.cookie, { company_name: 'Told' })).toMatchObject({
        status: 403,
        error: 'account_terminated',
      });
    });
  });

  describe('removal at once', () => {
    const proposal = { reason_code: 'malicious', reason: 'It sends what it reads to a third party.' };

    it('takes two people: the first stops installs, the second ends what is installed', async () => {
      const { driveId, installId, operatorMail } = await listed();
      const proposed = await call('POST', `/review/drives/${driveId}/removal`, reviewer, proposal);
      expect(proposed.data).toMatchObject({ state: 'paused', removal: { may_confirm: false } });
      expect(await world.app.get(Listings).installable(driveId)).toBeUndefined();
      expect(
        await call('POST', `/review/drives/${driveId}/state`, second, { to: 'listed', reason: REASON }),
      ).toMatchObject({
        status: 409,
        error: 'removal_proposed',
      });
      expect(await call('POST', `/review/drives/${driveId}/removal/confirm`, reviewer)).toMatchObject({
        status: 403,
        error: 'removal_needs_second_person',
      });
      const confirmed = await call('POST', `/review/drives/${driveId}/removal/confirm`, second);
      expect(confirmed.data).toMatchObject({ state: 'removed', removal: null });
      await world.work();
      expect(await sql('select state from installs.installs where id = $1', [installId])).toEqual([
        { state: 'revoked' },
      ]);
      expect(await mails('was removed by the platform')).toContain(`${operatorMail}: Ending ${drives} has ended`);
      expect(await mails(`/author/drives/${driveId}`)).toEqual(
        expect.arrayContaining([
          `ada@authors.example: Ending ${drives}: your Drive may be removed`,
          `ada@authors.example: Ending ${drives}: your Drive is removed`,
        ]),
      );
      expect(await mails(proposal.reason)).toHaveLength(3);
      expect(
        await call('POST', `/review/drives/${driveId}/state`, second, { to: 'listed', reason: REASON }),
      ).toMatchObject({
        status: 409,
        error: 'invalid_transition',
      });
    });

    it('tells the author of a pause and of its end, with the reason, and not what the author does', async () => {
      const { driveId } = await listed();
      for (const to of ['paused', 'listed'])
        await call('POST', `/review/drives/${driveId}/state`, second, { to, reason: `${REASON} ${driveId}` });
      expect(await mails(`${REASON} ${driveId}`)).toEqual([
        `ada@authors.example: Ending ${drives}: your Drive is paused`,
        `ada@authors.example: Ending ${drives}: your Drive is live again`,
      ]);
      await call('POST', `/review/drives/${driveId}/removal`, reviewer, proposal);
      await call('POST', `/review/drives/${driveId}/removal/withdraw`, second, { reason: REASON });
      expect(await mails(`/author/drives/${driveId}`)).toContain(
        `ada@authors.example: Ending ${drives}: your Drive is not removed`,
      );
    });

    it('ends nothing any more when an appeal restored the Drive before its installs were ended', async () => {
      const { driveId, installId } = await listed();
      await call('POST', `/review/drives/${driveId}/removal`, reviewer, proposal);
      expect((await call('POST', `/review/drives/${driveId}/removal/confirm`, second)).status).toBe(200);
      const appealed = await call<{ appeal: { id: string } }>('POST', `/author/drives/${driveId}/appeal`, ada.cookie, {
        text: 'It sends nothing to anybody: the trace shows our own host.',
      });
      const third = await world.reviewer('Third');
      const granted = await call('POST', `/review/appeals/${appealed.data.appeal.id}/decide`, third, {
        decision: 'grant',
        text: 'The trace shows the host of the author itself.',
      });
      expect([granted.status, await stateOf(driveId)]).toEqual([200, 'listed']);
      await world.work();
      expect(await sql('select state from installs.installs where id = $1', [installId])).toEqual([
        { state: 'active' },
      ]);
      expect(await world.app.get(Listings).installable(driveId)).toBeDefined();
    });

    it('is withdrawn by one, proposed once, and confirmed by one of two at the same time', async () => {
      const { driveId } = await listed();
      await call('POST', `/review/drives/${driveId}/removal`, reviewer, proposal);
      expect(await call('POST', `/review/drives/${driveId}/removal`, second, proposal)).toMatchObject({
        status: 409,
        error: 'removal_proposed',
      });
      await call('POST', `/review/drives/${driveId}/removal/withdraw`, second, { reason: REASON });
      expect(await call('POST', `/review/drives/${driveId}/removal/confirm`, second)).toMatchObject({
        status: 404,
        error: 'removal_not_proposed',
      });
      await call('POST', `/review/drives/${driveId}/removal`, reviewer, proposal);
      const both = await Promise.all([
        call('POST', `/review/drives/${driveId}/removal/confirm`, second),
        call('POST', `/review/drives/${driveId}/removal/confirm`, second),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    });

    it('cannot be faked in the tables: state, second person and words are guarded there', async () => {
      const { driveId } = await listed();
      await expect(
        sql(`update listings.listings set state = 'removed' where drive_id = $1`, [driveId]),
      ).rejects.toThrow('a removal needs two people');
      await expect(
        sql(`update listings.listings set state = 'retired' where drive_id = $1`, [driveId]),
      ).rejects.toThrow('cannot go from listed to retired');
      await expect(
        sql(`update listings.listings set state = 'sunset_announced' where drive_id = $1`, [driveId]),
      ).rejects.toThrow('needs its announcement');
      await call('POST', `/review/drives/${driveId}/removal`, reviewer, proposal);
      await expect(
        sql(`update listings.removals set confirmed_by = proposed_by, confirmed_at = now() where drive_id = $1`, [
          driveId,
        ]),
      ).rejects.toThrow('removals_second_person');
      await expect(
        sql(`update listings.removals set reason = 'Something else.' where drive_id = $1`, [driveId]),
      ).rejects.toThrow('stays');
      await expect(sql('delete from listings.removals where drive_id = $1', [driveId])).rejects.toThrow();
    });
  });

  describe('that meets a wish to install it', () => {
    const clients: Client[] = [];
    const connect = async () => {
      const client = new Client({ connectionString: world.app.database.url });
      await client.connect();
      clients.push(client);
      return client;
    };
    afterEach(async () => {
      for (const client of clients.splice(0)) await client.end();
    });
    /** Resolves when somebody waits for a lock, or when `through` has ended without that. */
    const waitsOrIsThrough = async (through: Promise<unknown>): Promise<'waits' | 'through'> => {
      const watcher = await connect();
      let done = false;
      const over = () => (done = true);
      through.then(over, over);
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      const look = async () => ((await watcher.query(waits)).rows.length > 0 ? 'waits' : done ? 'through' : 'neither');
      const seen = await eventually('a wait, or the end', look, (answer) => answer !== 'neither');
      return seen === 'neither' ? 'through' : seen;
    };
    const wish = async ({ slug, driveId, operator }: Awaited<ReturnType<typeof listed>>) => {
      const plugin = (await call<PluginView>('GET', `/operator/plugins/${slug}`, operator)).data;
      const [{ tenant_id }] = (await sql('select tenant_id from installs.installs where drive_id = $1', [driveId])) as [
        { tenant_id: string },
      ];
      const ventureId = randomUUID();
      await sql(`insert into installs.ventures (id, tenant_id, name, external_id) values ($1, $2, 'W', 'w')`, [
        ventureId,
        tenant_id,
      ]);
      return {
        venture_id: ventureId,
        drive_id: driveId,
        digest: plugin.digest,
        permissions: plugin.permissions.map(({ name }) => name),
        config: { voice: 'Plain and warm', tone: 'plain' },
      };
    };
    const asked = (driveId: string) =>
      sql(`select state from installs.installs where drive_id = $1 and state = 'requested'`, [driveId]);

    it.each([
      ['is paused', false, `update listings.listings set state = 'paused' where drive_id = $1`],
      [
        'has its removal proposed while its end is announced',
        true,
        `insert into listings.removals (id, drive_id, reason_code, reason, proposed_by, proposed_by_name)
         values (gen_random_uuid(), $1, 'malicious', 'It sends what it reads.', gen_random_uuid(), 'R')`,
      ],
      [
        'has another version published',
        false,
        `with other as (insert into listings.revisions (id, drive_id, digest, shape, manifest_url, origin, canonical, manifest)
           select gen_random_uuid(), drive_id, encode(sha256('other'), 'hex'), shape, manifest_url, origin, 'other', manifest
           from listings.revisions where drive_id = $1 returning id)
         update listings.listings set live_revision_id = other.id from other where drive_id = $1`,
      ],
    ])('does not take it when it %s between the look and the install', async (how, ends, change) => {
      const drive = await listed();
      if (ends) await call('POST', `/author/drives/${drive.driveId}/deprecation`, ada.cookie, await inDays(30, 120));
      const body = await wish(drive);
      const shown = (await call<PluginView>('GET', `/operator/plugins/${drive.slug}`, drive.operator)).data;
      const staff = await connect();
      await staff.query('begin');
      await staff.query('select 1 from listings.listings where drive_id = $1 for update', [drive.driveId]);
      await staff.query(change, [drive.driveId]);
      const answer = call('POST', '/operator/installs', drive.operator, body);
      await waitsOrIsThrough(answer);
      await staff.query('commit');
      expect(await answer).toMatchObject(
        how.includes('version') ? { status: 409, error: 'plugin_changed' } : { status: 404, error: 'plugin_not_found' },
      );
      expect(await asked(drive.driveId)).toEqual([]);
      // Its page says that nobody can; which of the two it is is not the operator's to read.
      const { data } = await call<PluginView>('GET', `/operator/plugins/${drive.slug}`, drive.operator);
      expect(data.blockers).toEqual(
        how.includes('version')
          ? []
          : ['The host has stopped new installs of it for now. What is installed keeps running.'],
      );
      // What its author wrote stays to be read.
      const { description, category, support_email, docs_url } = shown;
      expect(description).not.toBe('');
      expect(data).toMatchObject({ description, category, support_email, docs_url });
    });

    it('is paused only after the install that is being written, which is there then', async () => {
      const drive = await listed();
      const body = await wish(drive);
      const repository = world.app.get(InstallsRepository);
      const insert = repository.insertInstall.bind(repository);
      let [reached, go] = [() => {}, () => {}];
      const [isWriting, mayGoOn] = [
        new Promise<void>((resolve) => (reached = resolve)),
        new Promise<void>((resolve) => (go = resolve)),
      ];
      const slow = jest.spyOn(repository, 'insertInstall').mockImplementationOnce(async (...given) => {
        reached();
        await mayGoOn;
        await insert(...given);
      });
      try {
        const answer = call('POST', '/operator/installs', drive.operator, body);
        await Promise.race([isWriting, answer]);
        const pause = call('POST', `/review/drives/${drive.driveId}/state`, reviewer, { to: 'paused', reason: REASON });
        expect(await waitsOrIsThrough(pause)).toBe('waits');
        expect(await stateOf(drive.driveId)).toBe('listed');
        go();
        expect(await answer).toMatchObject({ status: 202 });
        expect(await pause).toMatchObject({ status: 200 });
        expect(await asked(drive.driveId)).toHaveLength(1);
      } finally {
        go();
        slow.mockRestore();
      }
    });
  });

  it('shows staff every Drive that went live, by name, by state and in pages', async () => {
    const { slug } = await listed();
    type List = { items: { slug: string; state: string; installs: number }[]; next_cursor: string | null };
    const list = (query: string) => call<List>('GET', `/review/drives${query}`, reviewer);
    expect((await list(`?q=${slug.toUpperCase()}`)).data.items).toMatchObject([{ slug, state: 'listed', installs: 1 }]);
    expect((await list('?state=removed')).data.items.every((item) => item.state === 'removed')).toBe(true);
    const all = (await list('?limit=100')).data.items.map((item) => item.slug);
    const first = await list('?limit=3');
    const next = await list(`?limit=100&cursor=${encodeURIComponent(first.data.next_cursor!)}`);
    expect([...first.data.items, ...next.data.items].map((item) => item.slug)).toEqual(all);
    expect((await list('?state=gone')).status).toBe(400);
    expect((await call('GET', '/review/drives', ada.cookie)).status).toBe(403);
  });
});
