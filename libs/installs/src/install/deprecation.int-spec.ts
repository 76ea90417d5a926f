import { utcDay } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { Transactor } from '@portal/platform/database';
import type { Once } from '@portal/platform/events';
import { EndingDrives, REASON } from '../../../../test/support/drives/ending-drives.js';
import { DriveNotices } from './drive-notices.js';
import type { PluginView } from './read/installs.view.js';

describe('deprecation and retirement of a Drive', () => {
  const world = EndingDrives.forTests();

  /** The public page, or its refusal; the record of the checks has the same visibility. */
  async function publicPage(slug: string): Promise<unknown> {
    const url = `/api/public/catalogue/${slug}`;
    const [page, checks] = [
      await world.app.call({ method: 'GET', url }),
      await world.app.call({ method: 'GET', url: `${url}/conformance` }),
    ];
    expect([checks.status, checks.error]).toEqual([page.status, page.error]);
    return page.error ?? page.data;
  }

  it('is announced with its dates: notifies operators at once, closes new installs, then retires the Drive with its installs', async () => {
    const { driveId, slug, installId, operatorMail, operator } = await world.listed();
    const announced = await world.call(
      'POST',
      `/author/drives/${driveId}/deprecation`,
      world.ada.cookie,
      await world.inDays(30, 120),
    );
    expect(announced.data).toMatchObject({ state: 'sunset_announced', deprecation: { reason: REASON } });
    await world.work();
    expect(await world.mails(REASON)).toEqual([
      `${operatorMail}: Ending ${world.drives} ends on ${utcDay(announced.data.deprecation!.retires_at)}`,
    ]);
    const ends = { ends_at: announced.data.deprecation!.retires_at, ends_reason: REASON };
    expect((await world.call('GET', `/operator/installs/${installId}`, operator)).data).toMatchObject(ends);
    expect((await world.call('GET', `/operator/plugins/${slug}`, operator)).data).toMatchObject({
      ...ends,
      closes_at: expect.any(String) as string,
    });
    const found = await world.app.call<{ items: unknown[] }>({ method: 'GET', url: `/api/public/catalogue?q=${slug}` });
    expect(found.data.items).toEqual([]);
    expect(await world.app.get(Listings).installable(driveId)).toBeDefined();
    // A person who follows a link reads the date, up to the end.
    const { closes_at, retires_at } = announced.data.deprecation!;
    const end = { closes_at, retires_at };
    expect(await publicPage(slug)).toMatchObject({ installs: 1, retirement: { ...end, takes_installs: true } });

    await world.advance(29);
    await world.follow();
    expect(await world.stateOf(driveId)).toBe('sunset_announced');
    await world.advance(1);
    expect(await world.app.get(Listings).installable(driveId)).toBeUndefined();
    const pageOf = async () => (await world.call<PluginView>('GET', `/operator/plugins/${slug}`, operator)).data;
    const isClosed = `It has been closed to new installs since ${utcDay(closes_at)}. What is installed runs until it ends.`;
    const expected = { slug, closes_at, ...ends, blockers: [isClosed], blocked_tenants: [{ reasons: [isClosed] }] };
    expect(await pageOf()).toMatchObject(expected);
    const closed = { ...end, takes_installs: false };
    expect(await publicPage(slug)).toMatchObject({ retirement: closed });
    await world.follow();
    expect(await world.stateOf(driveId)).toBe('closed_to_installs');
    expect(await pageOf()).toMatchObject(expected);
    expect(await publicPage(slug)).toMatchObject({ retirement: closed });
    expect(
      await world.refusal('POST', `/author/drives/${driveId}/deprecation/withdraw`, world.ada.cookie, {
        reason: REASON,
      }),
    ).toBe('409 invalid_transition');
    await world.advance(90);
    await world.follow();
    expect(await world.stateOf(driveId)).toBe('retired');
    expect(await publicPage(slug)).toBe('listing_not_found');
    expect(await world.refusal('GET', `/operator/plugins/${slug}`, operator)).toBe('404 plugin_not_found');
    expect(
      await world.sql(`select state, ended_at is not null as ended from installs.installs where id = $1`, [installId]),
    ).toEqual([{ state: 'revoked', ended: true }]);
    expect(await world.mails('has ended as announced')).toEqual([`${operatorMail}: Ending ${world.drives} has ended`]);
    await world.follow();
    expect(await world.mails('has ended as announced')).toHaveLength(1);
    const change = { manifest_url: 'http://127.0.0.1:4010/api/platform/drive/manifest' };
    expect(await world.refusal('POST', `/author/drives/${driveId}/submissions`, world.ada.cookie, change)).toBe(
      '409 listing_not_live',
    );
  });

  it('takes both steps in one run when nothing ran between the two dates', async () => {
    const { driveId } = await world.listed();
    await world.call('POST', `/review/drives/${driveId}/deprecation`, world.reviewer, await world.inDays(1, 91));
    await world.advance(200);
    await world.follow();
    expect(await world.stateOf(driveId)).toBe('retired');
  });

  it('can be cancelled before new installs close, and the Drive is in the catalogue again', async () => {
    const { driveId, operatorMail } = await world.listed();
    await world.call('POST', `/review/drives/${driveId}/deprecation`, world.reviewer, await world.inDays(10, 100));
    const kept = await world.call('POST', `/review/drives/${driveId}/deprecation/withdraw`, world.reviewer, {
      reason: REASON,
    });
    expect(kept.data).toMatchObject({ state: 'listed', deprecation: null });
    await world.work();
    expect(await world.mails('that was announced is off')).toEqual([`${operatorMail}: Ending ${world.drives} goes on`]);
    await world.advance(120);
    await world.follow();
    expect(await world.stateOf(driveId)).toBe('listed');
    expect(
      await world.refusal('POST', `/review/drives/${driveId}/deprecation/withdraw`, world.reviewer, { reason: REASON }),
    ).toBe('404 deprecation_not_announced');
  });

  it('notifies operators of the plan as it is when the mail is sent, whichever event is processed first', async () => {
    const { driveId, operatorMail } = await world.listed();
    const path = `/review/drives/${driveId}/deprecation`;
    const notices = world.app.get(DriveNotices);
    const once: Once = (work) => world.app.get(Transactor).run(work);
    /** Everything that happened to it so far, the newest first. */
    const deliver = async (): Promise<string[]> => {
      const events = await world.sql<{ type: string; payload: never }>(
        `select type, payload from platform.outbox_events where payload->>'drive_id' = $1 and type like 'listing.sunset%' order by seq desc`,
        [driveId],
      );
      for (const { type, payload } of events)
        await (type.endsWith('announced')
          ? notices.deprecationAnnounced(payload, once)
          : notices.deprecationWithdrawn(payload, once));
      const sent = await world.sql<{ subject: string }>(
        'delete from platform.mail_messages where recipient = $1 returning subject',
        [operatorMail],
      );
      return sent.map(({ subject }) => subject.slice(`Ending ${world.drives} `.length));
    };
    await world.call('POST', path, world.reviewer, await world.inDays(10, 100));
    await world.call('POST', `${path}/withdraw`, world.reviewer, { reason: REASON });
    expect(await deliver()).toEqual(['goes on']);
    const last = await world.call('POST', path, world.reviewer, await world.inDays(20, 150));
    expect(await deliver()).toEqual([`ends on ${utcDay(last.data.deprecation!.retires_at)}`]);
    await world.call('POST', `${path}/withdraw`, world.reviewer, { reason: REASON });
    expect(await deliver()).toEqual(['goes on', 'goes on']);
    await world.call('POST', path, world.reviewer, await world.inDays(1, 91));
    await world.advance(100);
    await world.follow();
    await world.sql('delete from platform.mail_messages where recipient = $1', [operatorMail]);
    expect(await deliver()).toEqual([]);
  });

  it.each<[string, number, number]>([
    ['nearer than 90 days', 1, 89],
    ['closing in the past', -1, 120],
    ['ending before it closes', 120, 110],
  ])('cannot be announced %s', async (_name, closes, retires) => {
    const { driveId } = await world.listed();
    expect(
      await world.refusal(
        'POST',
        `/review/drives/${driveId}/deprecation`,
        world.reviewer,
        await world.inDays(closes, retires),
      ),
    ).toBe('400 deprecation_too_soon');
    expect(await world.stateOf(driveId)).toBe('listed');
  });

  it('cannot be announced twice', async () => {
    const { driveId } = await world.listed();
    const days = await world.inDays(10, 100);
    await world.call('POST', `/author/drives/${driveId}/deprecation`, world.ada.cookie, days);
    expect(await world.refusal('POST', `/author/drives/${driveId}/deprecation`, world.ada.cookie, days)).toBe(
      '409 invalid_transition',
    );
  });
});
