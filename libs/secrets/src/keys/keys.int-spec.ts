import { prepareKey, verify } from '@portal/contract';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor, type Database } from '@portal/platform/database';
import { KeysWorld } from '../../../../test/support/people/keys-world.js';
import type { SmallDrive } from '../../../../test/support/drives/small-drive.js';
import { DriveCaller, OVERLAP_MS, SigningKeys, type IssuedKey, type RotateInput } from '../index.js';

describe('signing keys', () => {
  const world = KeysWorld.forTests();
  let db: Database;
  let transactor: Transactor;
  let keys: SigningKeys;
  let caller: DriveCaller;
  let drive: SmallDrive;
  let origin: string;
  let driveId: string;

  beforeAll(async () => {
    ({ db, transactor, keys, drive, origin } = world);
    caller = world.get(DriveCaller);
  });
  beforeEach(() => {
    driveId = world.ids.next();
    drive.accepted = [];
    drive.refusal = 'bad_signature';
    drive.status = 200;
    drive.requests.length = 0;
  });

  const issue = (): Promise<IssuedKey> => transactor.run((tx) => keys.issue(tx, { driveId, actor: SYSTEM_ACTOR }));
  const rotate = (input: Partial<RotateInput> = {}): Promise<IssuedKey> =>
    transactor.run((tx) =>
      keys.rotate(tx, { driveId, actor: SYSTEM_ACTOR, mode: 'overlap', reason: 'a test of rotation', ...input }),
    );
  const advance = (ms: number) => world.advance(ms);
  const call = (over: object = {}) =>
    caller.call({ driveId, origin, path: '/api/platform/metrics', method: 'GET', ...over });

  describe('issuing and rotating', () => {
    it('issues one key and shows it as fingerprint afterwards', async () => {
      const issued = await issue();
      expect(issued.secret.reveal()).toMatch(/^dpk_[0-9A-Za-z]{49}$/);
      expect(await keys.list(driveId)).toMatchObject([
        { version: 1, state: 'active', fingerprint: issued.fingerprint, adoptedAt: null, lastUsedAt: null },
      ]);
    });

    it('lets one of two concurrent rotations succeed, and shows its overlap to the other', async () => {
      await issue();
      const other = (await world.process()).get(Transactor);
      const input = { driveId, actor: SYSTEM_ACTOR, mode: 'overlap' as const, reason: 'a race of rotations' };
      const results = await Promise.allSettled([
        transactor.run((tx) => keys.rotate(tx, input)),
        other.run((tx) => keys.rotate(tx, input)),
      ]);
      expect(results.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(results.find((r) => r.status === 'rejected')).toMatchObject({ reason: { code: 'rotation_in_progress' } });
      expect(await keys.list(driveId)).toHaveLength(2);
    });

    it('refuses a rotation that began before another one but got the lock after it', async () => {
      await issue();
      const input = { driveId, actor: SYSTEM_ACTOR, mode: 'overlap' as const, reason: 'a race of rotations' };
      const other = (await world.process()).get(Transactor);
      let begun: (at: Date) => void;
      const lateBegan = new Promise<Date>((resolve) => (begun = resolve));
      let overtaken: () => void;
      const firstDone = new Promise<void>((resolve) => (overtaken = resolve));
      const late = transactor.run(async (tx) => {
        begun(tx.now);
        await firstDone;
        return keys.rotate(tx, input);
      });
      const startOfLate = await lateBegan;
      await other.run(async (tx) => {
        const now = async () => (await tx.query<{ now: Date }>('select platform.portal_now() as now'))[0]!.now;
        while ((await now()) <= startOfLate);
        await keys.rotate(tx, input);
      });
      overtaken!();
      await expect(late).rejects.toMatchObject({ code: 'rotation_in_progress' });
    });

    it('lets one of two concurrent first issues succeed', async () => {
      const results = await Promise.allSettled([issue(), issue()]);
      expect(results.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    it('leaves neither the secret nor a part of it in audit rows, outbox or the key table', async () => {
      const made = [await issue(), await rotate(), await rotate({ mode: 'leaked' })];
      const [dump] = await db.query<{ text: string }>(
        `select concat((select jsonb_agg(to_jsonb(a)) from platform.audit_log a), (select jsonb_agg(to_jsonb(o)) from platform.outbox_events o),
           (select jsonb_agg(to_jsonb(k)) from secrets.signing_keys k)) as text`,
      );
      expect(dump!.text).toContain(made[0]!.fingerprint);
      for (const { secret } of made) {
        const plain = secret.reveal();
        for (const form of [
          plain,
          plain.slice(4),
          Buffer.from(plain).toString('base64'),
          Buffer.from(plain).toString('hex'),
        ])
          expect(dump!.text).not.toContain(form);
        expect(JSON.stringify(made)).not.toContain(plain);
      }
    });
  });

  describe('the database, with the service bypassed,', () => {
    const insert = (version: number, from: string, until: string | null = null) =>
      db.query(
        `insert into secrets.signing_keys (id, scope, owner_id, version, sealed, fingerprint, not_before, not_after)
         values ($1, 'drive', $2, $3, 'v1.x', '00000000', $4, $5)`,
        [world.ids.next(), driveId, version, from, until],
      );
    beforeEach(() => db.query(`insert into secrets.key_rings (scope, owner_id) values ('drive', $1)`, [driveId]));

    it('refuses a third valid key, and accepts one that starts when another ends', async () => {
      await insert(1, '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z');
      await insert(2, '2026-11-01T00:00:00Z');
      await expect(insert(3, '2026-11-01T23:59:59.999Z')).rejects.toMatchObject({
        driverError: { constraint: 'signing_keys_at_most_two' },
      });
      await insert(3, '2026-11-02T00:00:00Z');
    });

    it('lets no key live longer or become valid again', async () => {
      await insert(1, '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z');
      for (const change of [`not_after = '2026-11-03'`, `not_after = null`])
        await expect(
          db.query(`update secrets.signing_keys set ${change} where owner_id = $1`, [driveId]),
        ).rejects.toMatchObject({ driverError: { constraint: 'signing_keys_kept' } });
    });

    it('opens an encrypted key in no other row', async () => {
      await issue();
      const stranger = driveId;
      driveId = world.ids.next();
      await issue();
      await db.query(
        `update secrets.signing_keys set sealed = (select sealed from secrets.signing_keys where owner_id = $1) where owner_id = $2`,
        [stranger, driveId],
      );
      await expect(call()).rejects.toThrow('could not be opened');
    });
  });

  describe('calling a Drive', () => {
    it('refuses without a key', () => expect(call()).rejects.toMatchObject({ code: 'signing_key_missing' }));

    it('signs path and query, sends JSON and the scoped token, and records the adoption once', async () => {
      const issued = await issue();
      drive.accepted = [issued.secret.reveal()];
      const answer = await call({ path: '/x?since=1', method: 'POST', body: { a: 1 }, bearer: 'tok' });
      expect(answer).toMatchObject({ status: 200, keyVersion: 1 });
      expect(drive.requests).toMatchObject([
        { method: 'POST', path: '/x?since=1', body: '{"a":1}', authorization: 'Bearer tok' },
      ]);
      const [before] = await keys.list(driveId);
      expect(before!.adoptedAt).toBeInstanceOf(Date);
      await call();
      expect((await keys.list(driveId))[0]!.adoptedAt).toEqual(before!.adoptedAt);
      expect(
        await db.query(
          `select count(*)::int as n from platform.outbox_events where type = 'signing_key.adopted' and payload->>'drive_id' = $1`,
          [driveId],
        ),
      ).toEqual([{ n: 1 }]);
    });

    it('uses the previous key while the Drive still has it, and only the new one once adopted', async () => {
      const old = await issue();
      drive.accepted = [old.secret.reveal()];
      const fresh = await rotate();
      expect(await call()).toMatchObject({ status: 200, keyVersion: 1 });
      expect(drive.requests).toHaveLength(2);
      expect((await keys.list(driveId))[0]).toMatchObject({ version: 2, adoptedAt: null });
      drive.accepted = [fresh.secret.reveal()];
      expect(await call()).toMatchObject({ status: 200, keyVersion: 2 });
      expect(drive.requests).toHaveLength(3);
      expect((await keys.list(driveId))[0]!.adoptedAt).not.toBeNull();
    });

    it.each([
      ['sig-mismatch', 3],
      ['sig-length', 3],
      ['stale_timestamp', 1],
      ['missing-headers', 1],
      ['invalid_token', 1],
      ['whatever', 1],
    ])('sends, on 401 %s, %d request(s)', async (refusal, requests) => {
      await issue();
      await rotate();
      drive.refusal = refusal;
      expect((await call()).status).toBe(401);
      expect(drive.requests).toHaveLength(requests);
    });

    it('does not repeat a request with any other answer of the Drive', async () => {
      drive.accepted = [(await issue()).secret.reveal(), (await rotate()).secret.reveal()];
      drive.status = 500;
      expect(await call({ method: 'DELETE' })).toMatchObject({ status: 500, keyVersion: 2 });
      expect(drive.requests).toHaveLength(1);
      expect((await keys.list(driveId))[0]!.adoptedAt).toBeNull();
    });

    it('stops using the old key at the end of the overlap, to the call, although it is still decrypted in memory', async () => {
      drive.accepted = [(await issue()).secret.reveal()];
      await rotate();
      expect((await call()).status).toBe(200);
      await advance(OVERLAP_MS);
      expect(await call()).toMatchObject({ status: 401, keyVersion: 2 });
      expect(drive.requests).toHaveLength(3);
    });

    it('stops using a leaked key at once', async () => {
      drive.accepted = [(await issue()).secret.reveal()];
      expect((await call()).status).toBe(200);
      await rotate({ mode: 'leaked' });
      expect(await call()).toMatchObject({ status: 401, keyVersion: 2 });
    });

    it('refuses a path that would not be sent as it is signed', async () => {
      await issue();
      await expect(call({ path: '/a/../b' })).rejects.toMatchObject({ code: 'drive_path_invalid' });
      expect(drive.requests).toHaveLength(0);
    });

    it('never gives two calls of one key the same timestamp, from two processes concurrently, and later calls later ones', async () => {
      drive.accepted = [(await issue()).secret.reveal()];
      const other = (await world.process()).get(DriveCaller);
      const send = (from: DriveCaller) => from.call({ driveId, origin, path: '/same', method: 'GET' });
      await Promise.all(Array.from({ length: 60 }, (_, i) => send(i % 2 ? caller : other)));
      const together = drive.requests.map((r) => Number(r.timestamp));
      expect(new Set(together).size).toBe(60);
      drive.requests.length = 0;
      for (let i = 0; i < 10; i++) await send(i % 2 ? caller : other);
      const later = drive.requests.map((r) => Number(r.timestamp));
      expect(later).toEqual([...later].sort((a, b) => a - b));
      expect(later[0]).toBeGreaterThan(Math.max(...together));
    });

    it('gives a run of checks its own timestamps, and signs a stale time as asked', async () => {
      const issued = await issue();
      const sign = (await caller.signer(driveId))!;
      const now = Date.now();
      const stamps = [sign('/a', now), sign('/a', now), sign('/a')].map((h) => Number(h['X-Platform-Timestamp']));
      expect(new Set(stamps).size).toBe(3);
      const stale = sign('/a', now - 360_000);
      expect(stale['X-Platform-Timestamp']).toBe(String(now - 360_000));
      expect(
        verify({ headers: stale, path: '/a', keys: [prepareKey(issued.secret.reveal())], nowMs: now - 360_000 }).ok,
      ).toBe(true);
      drive.accepted = [issued.secret.reveal()];
      await call();
      expect(Number(drive.requests[0]!.timestamp)).toBeGreaterThan(Math.max(...stamps) + 200);
      expect(await caller.signer(world.ids.next())).toBeUndefined();
    });
  });
});
