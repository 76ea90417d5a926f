import { randomUUID } from 'node:crypto';
import { utcDay } from '@portal/kernel';
import { DAY, EndingDrives, REASON } from '../../../../test/support/drives/ending-drives.js';
import type { Author } from '../../../../test/support/drives/listings.js';
import { EndAccounts } from '../../../authors/src/offboarding/end-accounts.js';
import type { OffboardingView } from '../../../authors/src/offboarding/offboardings.view.js';
import { AnnounceDeprecation } from '../../../listings/src/retirement/announce-deprecation.js';
import { EndDrivesOfAuthor } from '../../../listings/src/retirement/end-drives-of-author.js';
import { CloseKeysOfLeft } from '../uninstall/close-keys-of-left.js';

describe('offboarding of an author', () => {
  const leave = (author: Author, body: object = {}) =>
    world.call<OffboardingView>('POST', '/author/offboarding', author.cookie, { reason: REASON, ...body });
  const accountOf = (author: Author) =>
    world.listings.value('select state from authors.developer_accounts where org_id = $1', [author.orgId]);
  const validKeys = (driveId: string) =>
    world.sql(
      `select 1 from secrets.signing_keys where owner_id = $1 and secrets.validity(not_before, not_after, revoked_at) @> platform.portal_now()`,
      [driveId],
    );
  const world = EndingDrives.forTests();
  let leaver: Author;
  beforeAll(async () => {
    leaver = await world.listings.author('leaver');
  });

  it('is requested by typing the name', async () => {
    expect((await world.call('GET', '/author/offboarding', leaver.cookie)).data).toEqual({
      org_name: 'leaver Inc',
      offboarding: null,
    });
    expect(await leave(leaver, { confirm_name: 'leaver' })).toMatchObject({
      status: 422,
      error: 'offboarding_not_confirmed',
    });
    expect(await world.call('POST', '/author/offboarding/withdraw', leaver.cookie)).toMatchObject({ status: 404 });
    expect(await world.sql('select 1 from authors.offboardings')).toEqual([]);
  });

  it('stops what is new at once, notifies operators of the date, and can be cancelled within a week', async () => {
    const { driveId, operatorMail } = await world.listed(leaver);
    const own = await world.listed(leaver);
    await world.call('POST', `/author/drives/${own.driveId}/deprecation`, leaver.cookie, await world.inDays(5, 200));
    const announced = await leave(leaver, { confirm_name: ' leaver Inc ' });
    expect(announced).toMatchObject({ status: 201, data: { state: 'announced', can_be_taken_back: true } });
    expect(await leave(leaver, { confirm_name: 'leaver Inc' })).toMatchObject({
      status: 409,
      error: 'offboarding_announced',
    });
    expect((await world.call('POST', `/author/drives/${driveId}/keys/issue`, leaver.cookie)).error).toBe(
      'account_offboarding',
    );
    const leaked = { mode: 'leaked', reason: 'It was in a public repository' };
    expect((await world.call('POST', `/author/drives/${driveId}/keys/rotate`, leaver.cookie, leaked)).status).toBe(201);
    await world.work();
    expect(await world.stateOf(driveId)).toBe('sunset_announced');
    const day = utcDay(announced.data.ends_at);
    expect(
      (await world.mails('leaves the portal')).some((mail) => mail.startsWith(operatorMail) && mail.endsWith(day)),
    ).toBe(true);
    expect((await world.mails('closing can be withdrawn'))[0]).toContain('leaver@authors.example');
    expect(
      await world.refusal('POST', `/author/drives/${driveId}/deprecation/withdraw`, leaver.cookie, { reason: REASON }),
    ).toBe('403 account_offboarding');

    await world.advance(6);
    expect(await world.call('POST', '/author/offboarding/withdraw', leaver.cookie)).toMatchObject({
      status: 200,
      data: { state: 'withdrawn' },
    });
    await world.work();
    expect(await world.stateOf(driveId)).toBe('listed');
    // An end announced for its own reason continues as announced.
    expect(await world.stateOf(own.driveId)).not.toBe('listed');
    expect(await accountOf(leaver)).toBe('active');
    await world.call('POST', `/author/drives/${driveId}/deprecation`, leaver.cookie, await world.inDays(2, 100));
  });

  it('leaves its Drives as the author decided last, in whatever order and however often the events arrive', async () => {
    const waverer = await world.listings.author('waverer');
    const { driveId } = await world.listed(waverer);
    const follow = () => world.app.get(EndDrivesOfAuthor).follow(waverer.orgId);
    for (const last of ['announced', 'withdrawn', 'announced', 'withdrawn']) {
      if (last === 'announced') await leave(waverer, { confirm_name: 'waverer Inc' });
      else await world.call('POST', '/author/offboarding/withdraw', waverer.cookie);
      const state = last === 'announced' ? 'sunset_announced' : 'listed';
      await follow();
      expect(await world.stateOf(driveId)).toBe(state);
      await follow();
      expect(await world.stateOf(driveId)).toBe(state);
    }
    // The author changes their mind while the first message is being carried out.
    const sunset = world.app.get(AnnounceDeprecation);
    const execute = sunset.execute.bind(sunset);
    const slow = jest.spyOn(sunset, 'execute').mockImplementation(async (input) => {
      await world.call('POST', '/author/offboarding/withdraw', waverer.cookie);
      await follow();
      await execute(input);
    });
    await leave(waverer, { confirm_name: 'waverer Inc' });
    await follow();
    slow.mockRestore();
    expect(await world.stateOf(driveId)).toBe('listed');
  });

  it('ends on its date: first Drives, then the account, then the keys once nothing is called, and stays ended', async () => {
    const { driveId, installId } = await world.listed(leaver);
    expect(await validKeys(driveId)).toHaveLength(1);
    const { data } = await leave(leaver, { confirm_name: 'leaver Inc' });
    await world.work();
    await world.advance(7);
    expect(await world.refusal('POST', '/author/offboarding/withdraw', leaver.cookie)).toBe('409 offboarding_final');
    await world.follow();
    expect(await world.stateOf(driveId)).toBe('closed_to_installs');
    await world.app.get(EndAccounts).execute();
    expect(await accountOf(leaver)).toBe('active');
    await expect(
      world.sql(
        'update authors.offboardings set ended_at = platform.portal_now() where org_id = $1 and withdrawn_at is null',
        [leaver.orgId],
      ),
    ).rejects.toThrow('offboardings_not_before_its_day');
    expect(await world.app.get(CloseKeysOfLeft).execute()).toEqual([]);

    await world.advance(Math.ceil((Date.parse(data.ends_at) - (await world.now())) / DAY) + 1);
    expect(await world.app.get(EndAccounts).execute()).toEqual([leaver.orgId]);
    expect(await world.app.get(EndAccounts).execute()).toEqual([]);
    expect(await accountOf(leaver)).toBe('terminated');
    // Its last install is still to be ended by a signed call, and an author who stays keeps the keys of a Drive without any.
    const stays = await world.listings.reserve(await world.listings.author('stayer'), 'staying');
    await world.listings.drive(stays);
    expect(await world.app.get(CloseKeysOfLeft).execute()).toEqual([]);
    expect(await validKeys(stays.driveId)).toHaveLength(1);
    await world.follow();
    expect(await world.stateOfInstall(installId)).toBe('revoked');
    expect(await world.app.get(CloseKeysOfLeft).execute()).toContain(driveId);
    expect(await validKeys(driveId)).toEqual([]);
    expect(await world.app.get(CloseKeysOfLeft).execute()).not.toContain(driveId);
    expect(await world.mails('was closed as announced. Payments that tenants still make')).toHaveLength(1);
    expect(await world.app.audited(leaver.orgId, 'author.%')).toEqual([
      'author.offboarding_announced',
      'author.departure_withdrawn',
      'author.offboarding_announced',
      'author.left',
    ]);
    await expect(
      world.sql(`update authors.developer_accounts set state = 'active' where org_id = $1`, [leaver.orgId]),
    ).rejects.toThrow('cannot go from terminated to active');
    await expect(world.sql('delete from authors.offboardings')).rejects.toThrow();
  });

  it('lets its people apply again after 90 days, with another organisation', async () => {
    const apply = () =>
      world.call<{ org_id: string }>('POST', '/applications', leaver.cookie, { company_name: 'Again Ltd' });
    expect(await apply()).toMatchObject({ status: 409, error: 'reapplication_too_soon' });
    await world.advance(91);
    const again = await apply();
    expect(again.status).toBe(201);
    expect(again.data.org_id).not.toBe(leaver.orgId);
    // The open application is found again, not another organisation made.
    expect(await apply()).toMatchObject({ status: 409, error: 'application_open' });
    expect(await accountOf(leaver)).toBe('terminated');
  });

  it('is announced by an admin with a reason, cancelled by an admin only, and forbids another application', async () => {
    const author = await world.listings.author('told');
    const admin = await world.app.demo('admin');
    const path = `/admin/authors/${author.orgId}/offboarding`;
    const body = { reason: REASON, confirm_name: 'told Inc' };
    expect(await world.call('POST', `/admin/authors/${randomUUID()}/offboarding`, admin, body)).toMatchObject({
      status: 404,
    });
    expect(await world.call<OffboardingView>('POST', path, admin, body)).toMatchObject({
      status: 201,
      data: { state: 'announced', asked_by: 'The operator' },
    });
    expect(await world.refusal('POST', '/author/offboarding/withdraw', author.cookie)).toBe('403 offboarding_by_staff');
    expect((await world.mails(REASON)).some((mail) => mail.startsWith('told@authors.example'))).toBe(true);
    expect(await world.call('POST', `${path}/withdraw`, admin)).toMatchObject({ status: 200 });
    expect(await world.call('POST', path, admin, body)).toMatchObject({ status: 201 });
    const list = await world.call<{ items: { org_id: string; state: string }[] }>('GET', '/admin/offboardings', admin);
    expect(list.data.items.filter(({ org_id }) => org_id === author.orgId).map(({ state }) => state)).toEqual([
      'announced',
      'withdrawn',
    ]);
    await world.advance(98);
    await world.app.get(EndAccounts).execute();
    await world.advance(400);
    expect(await world.refusal('POST', '/applications', author.cookie, { company_name: 'Told' })).toBe(
      '403 account_terminated',
    );
  });
});
