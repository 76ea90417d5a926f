import { randomUUID } from 'node:crypto';
import { readManifest } from '@portal/contract';
import { utcDay } from '@portal/kernel';
import type { DeliveryContext } from '@portal/platform/events';
import { Transactor } from '@portal/platform/database';
import { insertListing, insertRevision, putLive } from '../../../../test/support/database/inserted-drives.js';
import { ListingsWorld, type Author } from '../../../../test/support/drives/listings.js';
import good from '../../../contract/vectors/manifests-good.json';
import type { DueSunsetPayload } from '../events.js';
import { MailSunset } from './mail-sunset.js';

const DAY = 86_400_000;

describe('the notice of the end of a contract version', () => {
  const world = ListingsWorld.forTests();
  let ada: Author;
  let sunset: Date;

  beforeAll(async () => {
    ada = await world.author('ada');
    await world.db.query(
      `insert into listings.contract_versions (major, flat, structured, schema_version, released_at) values (2, 'v2', '2.0.0', 2, now())`,
    );
    const [row] = await world.db.query<{ sunset_at: Date }>(
      `update listings.contract_versions set deprecated_at = now() + interval '1 day', sunset_at = now() + interval '300 days' where major = 1 returning sunset_at`,
    );
    sunset = row!.sunset_at;
  });

  /** Makes a revision that declares that version of the contract the live one of the Drive. */
  async function publish(driveId: string, contractVersion: string): Promise<void> {
    const manifest = { ...readManifest(good.structured as never).manifest, contractVersion };
    await putLive(world.app, driveId, await insertRevision(world.app, driveId, { manifest }));
  }
  async function reserve(slug: string): Promise<string> {
    const owned = await world.reserve(ada, slug, false);
    await insertListing(world.app, ada.orgId, owned);
    return owned.driveId;
  }
  async function live(slug: string, contractVersion: string): Promise<string> {
    const driveId = await reserve(slug);
    await publish(driveId, contractVersion);
    return driveId;
  }
  /** The due notices on the given number of days before the end. */
  async function at(daysBefore: number, end = sunset): Promise<void> {
    const offset = end.getTime() - daysBefore * DAY - Date.now() + 60_000;
    await world.db.query('update platform.test_clock set offset_ms = $1', [Math.round(offset)]);
    // Sent once, however often it is checked.
    for (let i = 0; i < 2; i++) await world.app.get(MailSunset).announce();
    await world.work();
  }
  const noticesOf = async (slug: string): Promise<string[]> =>
    (
      await world.db.query<{ recipient: string; subject: string }>(
        `select recipient, subject from platform.mail_messages where subject like $1 || ': contract version%' order by id`,
        [slug],
      )
    ).map(({ recipient, subject }) => `${recipient} ${subject.replace(`${slug}: contract version `, '')}`);

  it('goes to authors whose live Drives declare it 180, 30 and 7 days before and at the end, once each', async () => {
    const old = await live('old', 'v1.2');
    await live('moved', '2.0.0');
    await reserve('waiting');
    const day = utcDay(sunset);
    const ends = `ada@authors.example 1.0.0 ends on ${day}`;
    await at(181);
    expect(await noticesOf('old')).toEqual([]);
    await at(180);
    expect(await noticesOf('old')).toEqual([ends]);
    await at(30);
    expect(await noticesOf('old')).toEqual([ends, ends]);
    // Listed in the last month: only the most urgent notice is sent, and none that was due before.
    await live('late', '1.0.0');
    await at(7);
    expect(await noticesOf('old')).toEqual([ends, ends, ends]);
    expect(await noticesOf('late')).toEqual([ends]);
    await at(0);
    expect(await noticesOf('old')).toEqual([ends, ends, ends, 'ada@authors.example 1.0.0 has ended']);
    for (const slug of ['moved', 'waiting']) expect([slug, await noticesOf(slug)]).toEqual([slug, []]);
    const [{ body }] = (await world.db.query<{ body: string }>(
      `select body from platform.mail_messages where subject like 'old: contract version%' order by id limit 1`,
    )) as [{ body: string }];
    expect(body).toContain(`which old declares, is supported until ${day} (UTC)`);
    expect(body).toContain('Publish a version of the Drive that declares 2.0.0 (v2).');
    expect(body).toContain(`/author/drives/${old}`);
  });

  it('is not sent for a late event, after a more urgent one or after the Drive moved to another version', async () => {
    const driveId = await live('slow', '1.0.0');
    const transactor = world.app.get(Transactor);
    const handle = (payload: Partial<DueSunsetPayload>) => {
      const context: DeliveryContext = { eventId: randomUUID(), attempt: 2, once: (work) => transactor.run(work) };
      const whole: DueSunsetPayload = { drive_id: driveId, major: 1, sunset_at: sunset.toISOString(), due: 'ended' };
      return world.app.get(MailSunset).execute({ ...whole, ...payload }, context);
    };
    await at(-1);
    expect(await noticesOf('slow')).toHaveLength(1);
    await handle({ due: '30_days' });
    await handle({ sunset_at: new Date(sunset.getTime() - DAY).toISOString() });
    expect(await noticesOf('slow')).toHaveLength(1);
    await publish(driveId, '2.0.0');
    await handle({});
    expect(await noticesOf('slow')).toHaveLength(1);
  });

  it('is sent again when the end is moved', async () => {
    const end = new Date(sunset.getTime() + 400 * DAY);
    await world.db.query('update listings.contract_versions set sunset_at = $1 where major = 1', [end]);
    const before = await noticesOf('old');
    await at(181, end);
    expect(await noticesOf('old')).toEqual(before);
    await at(180, end);
    expect(await noticesOf('old')).toEqual([...before, `ada@authors.example 1.0.0 ends on ${utcDay(end)}`]);
  });
});
