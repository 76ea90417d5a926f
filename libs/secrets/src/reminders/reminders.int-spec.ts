import { KeysWorld } from '../../../../test/support/people/keys-world.js';
import { OVERLAP_MS } from '../index.js';
import { RemindOverlaps } from './remind-overlaps.js';

const HOUR = 3_600_000;

describe('reminders of an old key that is about to end', () => {
  const world = KeysWorld.forTests();
  let driveId: string;

  beforeEach(() => (driveId = world.ids.next()));

  const run = () => world.get(RemindOverlaps).execute();
  const reminders = async () =>
    (
      await world.db.query<{ payload: { hours: number; newest_accepted: boolean } }>(
        `select payload from platform.outbox_events where type = 'signing_key.ending' and payload->>'drive_id' = $1 order by seq`,
        [driveId],
      )
    ).map(({ payload }) => payload);
  const hours = async () => (await reminders()).map((payload) => payload.hours);
  const call = (installId?: string) =>
    world.call({ driveId, origin: world.origin, ...(installId === undefined ? {} : { installId }) });

  it('are sent at 12 hours and at 1 hour, once each, by any number of workers, with what the reader needs', async () => {
    await world.issue({ driveId });
    await world.rotate({ driveId });
    await run();
    expect(await hours()).toEqual([]);
    await world.advance(OVERLAP_MS - 12 * HOUR);
    await Promise.all([run(), run(), run()]);
    await run();
    expect(await reminders()).toEqual([
      {
        scope: 'drive',
        drive_id: driveId,
        tenant_id: null,
        key_id: expect.any(String) as string,
        version: 1,
        hours: 12,
        ends_at: (await world.keys.list(driveId))[1]!.notAfter!.toISOString(),
        newest_version: 2,
        newest_accepted: false,
      },
    ]);
    await world.advance(11 * HOUR);
    await run();
    await run();
    expect(await hours()).toEqual([12, 1]);
    await world.advance(HOUR);
    await run();
    expect(await hours()).toEqual([12, 1]);
  });

  it('are not sent once the Drive has adopted the new key, and again while a part of it needs the old one', async () => {
    const old = (await world.issue({ driveId })).secret.reveal();
    const fresh = (await world.rotate({ driveId })).secret.reveal();
    world.drive.accepted = [fresh];
    await call();
    await world.advance(OVERLAP_MS - 12 * HOUR);
    await run();
    expect(await hours()).toEqual([]);
    world.drive.accepted = [old];
    expect(await call()).toMatchObject({ status: 200, keyVersion: 1 });
    await run();
    expect(await reminders()).toMatchObject([{ hours: 12, newest_accepted: true }]);
    world.drive.accepted = [fresh];
    await world.advance(11 * HOUR);
    await run();
    expect(await hours()).toEqual([12]);
  });

  it('are not sent after a leak or an early end, and are sent for the keys of a tenant as well', async () => {
    await world.issue({ driveId });
    await world.rotate({ driveId });
    await world.rotate({ driveId }, { mode: 'leaked' });
    await world.rotate({ driveId });
    await world.end({ driveId }, 3);
    const tenantId = world.ids.next();
    await world.issue({ driveId, tenantId });
    await world.rotate({ driveId, tenantId });
    await world.advance(OVERLAP_MS - HOUR);
    await run();
    expect(await reminders()).toMatchObject([{ scope: 'tenant', tenant_id: tenantId, version: 1, hours: 1 }]);
  });

  it('adoption is recorded per install, and the latest key counts', async () => {
    const [one, two] = [world.ids.next(), world.ids.next()];
    const old = (await world.issue({ driveId })).secret.reveal();
    world.drive.accepted = [old];
    await call(one);
    await call(two);
    const fresh = (await world.rotate({ driveId })).secret.reveal();
    world.drive.accepted = [fresh];
    await world.advance(60_000);
    await call(two);
    await call(two);
    const rows = await world.db.query<{ install_id: string; version: number }>(
      `select u.install_id, k.version from secrets.install_uses u join secrets.signing_keys k on k.id = u.key_id where u.drive_id = $1 order by k.version, u.install_id`,
      [driveId],
    );
    const before = [one, two].sort().map((installId) => ({ install_id: installId, version: 1 }));
    expect(rows).toEqual([...before, { install_id: two, version: 2 }]);
  });
});
