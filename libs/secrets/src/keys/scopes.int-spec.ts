import { prepareKey, verify } from '@portal/contract';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { NOBODY_SCOPE, withScope } from '@portal/platform/database';
import { Client } from 'pg';
import { KeysWorld } from '../../../../test/support/people/keys-world.js';
import { TEST_TIMEOUT_MS } from '../../../../test/support/test-timeout.js';
import type { SmallDrive } from '../../../../test/support/drives/small-drive.js';
import { SigningReservations } from '../calls/signing-reservations.js';
import { SigningKeysRepository } from './signing-keys.repository.js';
import { DriveCaller, OVERLAP_MS } from '../index.js';

describe('keys of a Drive, of a tenant at a Drive, and of the fleet', () => {
  const world = KeysWorld.forTests();
  let drive: SmallDrive;
  let origin: string;
  let driveId: string;
  let tenantId: string;

  beforeAll(async () => {
    ({ drive, origin } = world);
  });
  beforeEach(() => {
    [driveId, tenantId] = [world.ids.next(), world.ids.next()];
    drive.accepted = [];
    drive.requests.length = 0;
  });

  const prepare = () =>
    world.transactor.run((tx) => world.tenants.prepare(tx, { driveId, tenantId, actor: SYSTEM_ACTOR }));
  const handOver = () => world.transactor.run((tx) => world.tenants.handedOver(tx, { driveId, tenantId }));
  const endTenant = (stillNeeded = false) =>
    world.transactor.run((tx) =>
      world.tenants.end(tx, {
        driveId,
        tenantId,
        actor: SYSTEM_ACTOR,
        stillNeeded: () => Promise.resolve(stillNeeded),
      }),
    );
  const call = (over: { tenantId?: string } = { tenantId }) => world.call({ driveId, origin, ...over });
  const signedBy = (secret: string): boolean => {
    const { timestamp, signature, path } = drive.requests.at(-1)!;
    const headers = { 'x-platform-timestamp': timestamp, 'x-platform-signature': signature };
    return verify({ headers, path, keys: [prepareKey(secret)], nowMs: Number(timestamp) }).ok;
  };

  it.each<['drive' | 'tenant' | 'fleet']>([['drive'], ['tenant'], ['fleet']])(
    'of the scope %s are issued once, rotated, refused a second rotation unless forced, ended and leaked by the same rules',
    async (scope) => {
      const owner =
        scope === 'fleet' ? { fleet: true as const } : { driveId, ...(scope === 'tenant' ? { tenantId } : {}) };
      const states = async () => (await world.keys.list(owner)).map((key) => key.state);
      await expect(world.rotate(owner)).rejects.toMatchObject({ code: 'signing_key_missing', status: 409 });
      await world.issue(owner);
      await expect(world.issue(owner)).rejects.toMatchObject({ code: 'signing_key_exists', status: 409 });
      await expect(world.end(owner, 1)).rejects.toMatchObject({ code: 'signing_key_not_ending', status: 409 });
      await world.rotate(owner);
      await expect(world.rotate(owner)).rejects.toMatchObject({ code: 'rotation_in_progress', status: 409 });
      await world.rotate(owner, { force: true });
      expect(await states()).toEqual(['active', 'retiring', 'retired']);
      await expect(world.end(owner, 3)).rejects.toMatchObject({ code: 'signing_key_not_ending' });
      await world.end(owner, 2);
      expect(await states()).toEqual(['active', 'retired', 'retired']);
      await world.rotate(owner);
      await world.rotate(owner, { mode: 'leaked' });
      expect(await states()).toEqual(['active', 'revoked', 'revoked', 'retired', 'retired']);
      const audit = await world.db.query<{ action: string; reason: string | null }>(
        `select action, reason from platform.audit_log where subject_id = $1 order by at, id`,
        [scope === 'fleet' ? '00000000-0000-4000-8000-000000000000' : driveId],
      );
      expect(audit.map((row) => row.action)).toEqual([
        'signing_key.issued',
        'signing_key.rotated',
        'signing_key.rotated',
        'signing_key.ended',
        'signing_key.rotated',
        'signing_key.revoked_as_leaked',
      ]);
      expect(audit.slice(1).every((row) => (row.reason ?? '').length > 0)).toBe(true);
      const events = await world.db.query<{ payload: object }>(
        `select payload from platform.outbox_events where type like 'signing_key.%' and payload->>'scope' = $1 and coalesce(payload->>'drive_id', $2) = $2`,
        [scope, driveId],
      );
      expect(events).toHaveLength(5);
      expect(events[0]!.payload).toMatchObject({
        drive_id: scope === 'fleet' ? null : driveId,
        tenant_id: scope === 'tenant' ? tenantId : null,
      });
    },
  );

  it('of a tenant are not made for a Drive that did not opt in, whose calls use its own', async () => {
    const own = (await world.issue({ driveId })).secret.reveal();
    drive.accepted = [own];
    expect(await prepare()).toBeUndefined();
    await handOver();
    expect(await call()).toMatchObject({ status: 200, keyVersion: 1 });
    expect(signedBy(own)).toBe(true);
  });

  it('of a tenant are sent unchanged until the install is settled, and sign only afterwards', async () => {
    const own = (await world.issue({ driveId })).secret.reveal();
    await world.scope(driveId, 'tenant');
    const handed = (await prepare())!.reveal();
    expect((await prepare())!.reveal()).toBe(handed);
    drive.accepted = [own, handed];
    await call();
    expect(signedBy(own)).toBe(true);
    await handOver();
    await call();
    expect(signedBy(handed)).toBe(true);
    // Another tenant, and a call without a tenant, still use the Drive's key.
    await call({ tenantId: world.ids.next() });
    expect(signedBy(own)).toBe(true);
    await call({});
    expect(signedBy(own)).toBe(true);
    // Back to one key for all, immediately.
    await world.scope(driveId, 'drive');
    await call();
    expect(signedBy(own)).toBe(true);
  });

  it('of a tenant are one for two concurrent install requests', async () => {
    await world.issue({ driveId });
    await world.scope(driveId, 'tenant');
    const secrets = await Promise.all([prepare(), prepare(), prepare()]);
    expect(new Set(secrets.map((secret) => secret!.reveal())).size).toBe(1);
  });

  it('of the Drive sign when the Drive ignored the sent one, and never again once it was accepted', async () => {
    const own = (await world.issue({ driveId })).secret.reveal();
    await world.scope(driveId, 'tenant');
    const handed = (await prepare())!.reveal();
    await handOver();
    drive.accepted = [own];
    expect((await call()).status).toBe(200);
    expect(drive.requests).toHaveLength(2);
    drive.accepted = [handed];
    expect((await call()).status).toBe(200);
    drive.accepted = [own];
    drive.requests.length = 0;
    expect((await call()).status).toBe(401);
    expect(drive.requests).toHaveLength(1);
  });

  it('of a tenant overlap like any other when rotated', async () => {
    await world.issue({ driveId });
    await world.scope(driveId, 'tenant');
    const first = (await prepare())!.reveal();
    await handOver();
    drive.accepted = [first];
    await call();
    const second = (await world.rotate({ driveId, tenantId })).secret.reveal();
    expect(await call()).toMatchObject({ status: 200, keyVersion: 1 });
    expect((await prepare())!.reveal()).toBe(second);
    drive.accepted = [second];
    expect(await call()).toMatchObject({ status: 200, keyVersion: 2 });
    await world.advance(OVERLAP_MS);
    drive.accepted = [first];
    expect((await call()).status).toBe(401);
  });

  it('of a tenant end with its last install, not before, and a new install gets a new one', async () => {
    const own = (await world.issue({ driveId })).secret.reveal();
    await endTenant();
    await world.scope(driveId, 'tenant');
    const handed = (await prepare())!.reveal();
    await handOver();
    await endTenant(true);
    expect((await world.keys.list({ driveId, tenantId })).map((key) => key.state)).toEqual(['active']);
    await endTenant();
    expect((await world.keys.list({ driveId, tenantId })).map((key) => key.state)).toEqual(['revoked']);
    drive.accepted = [own];
    expect(await call()).toMatchObject({ status: 200, keyVersion: 1 });
    expect(drive.requests).toHaveLength(1);
    expect((await prepare())!.reveal()).not.toBe(handed);
  });

  it('of the fleet sign for a first-party Drive, which makes no calls without one', async () => {
    const [other] = [world.ids.next()];
    const own = (await world.issue({ driveId })).secret.reveal();
    await world.issue({ driveId: other });
    // The previous test has left the fleet with one active key; a leak gives a new, known one.
    const fleet = (await world.rotate({ fleet: true }, { mode: 'leaked' })).secret.reveal();
    await world.fleet(driveId);
    drive.accepted = [fleet];
    expect((await call()).status).toBe(200);
    expect(signedBy(fleet)).toBe(true);
    // It never signs for another Drive.
    drive.accepted = [];
    await world.call({ driveId: other, origin });
    expect(signedBy(fleet)).toBe(false);
    expect(signedBy(own)).toBe(false);
  });

  it('of the fleet take over, and give back, with the overlap of a rotation', async () => {
    const own = (await world.issue({ driveId })).secret.reveal();
    const fleet = (await world.rotate({ fleet: true }, { mode: 'leaked' })).secret.reveal();
    for (const [signs, before, now] of [
      ['fleet', own, fleet],
      ['drive', fleet, own],
    ] as const) {
      await world.fleet(driveId, signs);
      drive.accepted = [before];
      expect((await call()).status).toBe(200);
      expect(signedBy(before)).toBe(true);
      expect(await world.get(DriveCaller).signer(driveId, { below: 1 })).toBeDefined();
      drive.accepted = [now];
      drive.requests.length = 0;
      expect((await call()).status).toBe(200);
      expect(drive.requests).toHaveLength(1);
      await world.advance(OVERLAP_MS - 1_000_000);
      drive.accepted = [before];
      expect((await call()).status).toBe(200);
      await world.advance(1_000_000);
      expect((await call()).status).toBe(401);
      expect(await world.get(DriveCaller).signer(driveId, { below: 1 })).toBeUndefined();
    }
  });

  it('of the fleet, taken over while it is rotated, are three that are tried', async () => {
    const own = (await world.issue({ driveId })).secret.reveal();
    await world.rotate({ fleet: true }, { force: true });
    await world.fleet(driveId);
    drive.accepted = [own];
    expect((await call()).status).toBe(200);
    expect(drive.requests).toHaveLength(3);
  });

  it('of the fleet are given to first-party Drives only and by two, with the service bypassed', async () => {
    const refusedBy = (constraint: string) => ({ driverError: { constraint } });
    const insert = `insert into secrets.drive_signing (drive_id, scope) values ($1, $2)`;
    await expect(world.db.query(insert, [driveId, 'fleet'])).rejects.toMatchObject(
      refusedBy('drive_signing_by_approval'),
    );
    await world.db.query(insert, [driveId, 'drive']);
    const to = (scope: string) =>
      world.db.query('update secrets.drive_signing set scope = $2 where drive_id = $1', [driveId, scope]);
    await expect(to('fleet')).rejects.toMatchObject(refusedBy('drive_signing_by_approval'));
    await to('tenant');
    const owner = new Client({ connectionString: world.database.url });
    await owner.connect();
    const third = owner.query(`update secrets.drive_signing set scope = 'fleet' where drive_id = $1`, [driveId]);
    await expect(third).rejects.toMatchObject({ constraint: 'drive_signing_first_party' });
    await world.fleet(driveId);
    const model = owner.query(
      `insert into listings.commercial_changes (kind, drive_id, model, valid_from) values ('billing_model', $1, 'platform', now())`,
      [driveId],
    );
    await expect(model).rejects.toMatchObject({ constraint: 'commercial_changes_fleet_key' });
    await owner.end();
    await expect(to('drive')).rejects.toMatchObject(refusedBy('drive_signing_by_approval'));
  });
});

describe('timestamps of calls', () => {
  const world = KeysWorld.forTests();

  it('are unique within one statement, and a burst stays close to the clock', async () => {
    const driveId = world.ids.next();
    world.drive.accepted = [(await world.issue({ driveId })).secret.reveal()];
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => world.call({ driveId, origin: world.origin, timeoutMs: TEST_TIMEOUT_MS })),
    );
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    const stamps = world.drive.requests.map((request) => Number(request.timestamp));
    expect(new Set(stamps).size).toBe(300);
    expect(Math.max(...stamps) - Date.now()).toBeLessThan(1_000);
  });

  it('are refused before they run ahead of the clock further than a Drive would accept', async () => {
    const driveId = world.ids.next();
    world.drive.accepted = [(await world.issue({ driveId })).secret.reveal()];
    world.drive.requests.length = 0;
    const ahead = (ms: number) =>
      world.db.query(
        `update secrets.signing_clocks set last_ms = floor(extract(epoch from clock_timestamp()) * 1000)::bigint + $2
         where key_id = (select id from secrets.signing_keys where owner_id = $1)`,
        [driveId, ms],
      );
    const before = Date.now();
    await ahead(30_000);
    expect((await world.call({ driveId, origin: world.origin })).status).toBe(200);
    expect(Number(world.drive.requests[0]!.timestamp) - before).toBeGreaterThan(30_000);
    // Far above the limit of a minute, because the clock advances until the call; a Drive accepts five minutes.
    await ahead(240_000);
    await expect(world.call({ driveId, origin: world.origin })).rejects.toMatchObject({
      code: 'signing_clock_ahead',
      status: 503,
    });
    await expect(world.get(DriveCaller).signer(driveId)).rejects.toMatchObject({ code: 'signing_clock_ahead' });
    expect(world.drive.requests).toHaveLength(1);
    // A new key has its own clock.
    world.drive.accepted = [(await world.rotate({ driveId })).secret.reveal()];
    expect((await world.call({ driveId, origin: world.origin })).status).toBe(200);
  });

  it('of a fleet key are unique and rising at each Drive, whose clock delays no other, whatever the process', async () => {
    const [busy, other] = [world.ids.next(), world.ids.next()];
    world.drive.accepted = [(await world.issue({ fleet: true })).secret.reveal()];
    for (const driveId of [busy, other]) await world.fleet(driveId);
    const [one, two] = [world.get(SigningReservations), (await world.process()).get(SigningReservations)];
    // Timestamps of the previous clock are not used for any Drive again.
    const [{ last }] = (await world.db.query<{ last: string }>(
      `update secrets.signing_clocks set last_ms = floor(extract(epoch from clock_timestamp()) * 1000)::bigint + 30000
       where key_id = (select id from secrets.signing_keys where scope = 'fleet' and revoked_at is null) returning last_ms as last`,
    )) as [{ last: string }];
    const stamps = await Promise.all(
      Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? one : two).next({ driveId: i % 4 < 2 ? busy : other })),
    );
    for (const driveId of [busy, other]) {
      const of = stamps.filter((row) => row!.driveId === driveId).map((row) => row!.timestampMs);
      expect(new Set(of).size).toBe(200);
      expect(Math.min(...of)).toBeGreaterThan(Number(last));
    }
    await world.db.query(`update secrets.signing_clocks set last_ms = last_ms + 240000 where drive_id = $1`, [busy]);
    await expect(one.next({ driveId: busy })).rejects.toMatchObject({ code: 'signing_clock_ahead' });
    expect((await two.next({ driveId: other }))!.timestampMs).toBeGreaterThan(Number(last));
  });

  it('to many Drives come from one statement, in which one that cannot be signed delays no other', async () => {
    const drives = Array.from({ length: 5 }, () => world.ids.next());
    const [ahead, keyless, ...others] = drives as [string, string, ...string[]];
    for (const driveId of drives) if (driveId !== keyless) await world.issue({ driveId });
    await world.db.query(
      `update secrets.signing_clocks set last_ms = last_ms + floor(extract(epoch from clock_timestamp()) * 1000)::bigint + 240000
       where key_id = (select id from secrets.signing_keys where owner_id = $1)`,
      [ahead],
    );
    const statements = jest.spyOn(world.get(SigningKeysRepository), 'reserveEach');
    const reservations = world.get(SigningReservations);
    const asked = Array.from({ length: 60 }, (_, i) => drives[i % drives.length]!);
    const given = await Promise.allSettled(
      asked.map((driveId, i) => reservations.next({ driveId, ...(i % 2 === 0 && { tenantId: world.ids.next() }) })),
    );
    expect(statements).toHaveBeenCalledTimes(1);
    statements.mockRestore();
    const of = (driveId: string) => given.filter((_, i) => asked[i] === driveId);
    for (const one of of(ahead)) expect(one).toMatchObject({ reason: { code: 'signing_clock_ahead' } });
    for (const one of of(keyless)) expect(one).toEqual({ status: 'fulfilled', value: undefined });
    for (const driveId of others) {
      const rows = of(driveId).map((one) => (one.status === 'fulfilled' ? one.value! : undefined));
      expect(rows.map((row) => [row?.driveId, row?.ownerId])).toEqual(rows.map(() => [driveId, driveId]));
      expect(new Set(rows.map((row) => row!.timestampMs)).size).toBe(12);
    }
  });

  it('are read in the scope of the caller: callers share no statement with the Drives of others', async () => {
    const [mine, other] = [world.ids.next(), world.ids.next()];
    for (const driveId of [mine, other]) await world.issue({ driveId });
    const statements = jest.spyOn(world.get(SigningKeysRepository), 'reserveEach');
    const reservations = world.get(SigningReservations);
    await withScope(NOBODY_SCOPE, () =>
      Promise.allSettled([reservations.next({ driveId: mine }), reservations.next({ driveId: other })]),
    );
    expect(statements.mock.calls.map(([asked]) => asked.map(({ of }) => of.driveId))).toEqual([[mine], [other]]);
    statements.mockRestore();
  });

  it('are recorded as used for every key that signed, of each once a minute', async () => {
    const drives = [1, 2, 3].map(() => world.ids.next());
    const keyIds: string[] = [];
    for (const one of drives) keyIds.push((await world.issue({ driveId: one })).keyId);
    const used = async () =>
      Promise.all(drives.map(async (one) => (await world.keys.list(one))[0]!.lastUsedAt?.getTime() ?? 0));
    const note = async (of: string[]) => {
      await world.get(SigningKeysRepository).noteUses(of);
      return used();
    };
    const first = await note(keyIds.slice(0, 2));
    expect(first).toEqual([expect.any(Number), first[0], 0]);
    expect(first[0]).toBeGreaterThan(0);
    await world.advance(30_000);
    const second = await note(keyIds);
    expect(second).toEqual([first[0], first[1], expect.any(Number)]);
    expect(second[2]).toBeGreaterThan(first[0]!);
    await world.advance(45_000);
    const third = await note(keyIds);
    expect(third).toEqual([expect.any(Number), third[0], second[2]]);
    expect(third[0]).toBeGreaterThan(second[2]!);
  });

  it('to a public endpoint do not count as adoption of a key', async () => {
    const driveId = world.ids.next();
    world.drive.accepted = [(await world.issue({ driveId })).secret.reveal()];
    const answer = await world.get(DriveCaller).callPublic({ origin: world.origin, path: '/api/platform/health' });
    expect(answer.status).toBe(401);
    expect((await world.keys.list(driveId))[0]).toMatchObject({ adoptedAt: null, lastUsedAt: null });
    await world.call({ driveId, origin: world.origin });
    expect((await world.keys.list(driveId))[0]!.adoptedAt).not.toBeNull();
  });
});
