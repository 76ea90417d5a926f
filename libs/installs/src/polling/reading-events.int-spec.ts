import type { ServerResponse } from 'node:http';
import {
  envelope,
  event,
  fail,
  own,
  ReadingWorld,
  type Asked,
  type Installed,
} from '../../../../test/support/drives/reading-world.js';
import good from '../../../contract/vectors/manifests-good.json';
import { ReadLastEvents } from './read-last-events.js';

const MINUTE = 60_000;

describe('events of an install', () => {
  const world = ReadingWorld.forTests({ EVENTS_PER_DAY: '100000' });

  describe('their times', () => {
    it.each([
      ['in the future', () => Date.now() + 3_600_000, 'in_future'],
      ['in microseconds', () => Date.now() * 1_000, 'time_unit'],
      ['in nanoseconds', () => Date.now() * 1_000_000, 'time_unit'],
      ['in seconds', () => Math.floor(Date.now() / 1_000), 'time_unit'],
      ['two days before the install', () => Date.now() - 48 * 3_600_000, 'before_install'],
      ['of 2001', () => 1_000_000_000_001, 'before_install'],
    ])('quarantine an event %s without moving the cursor past later ones', async (_name, ts, reason) => {
      const [drive, one] = await world.installed();
      const at = ts();
      const sane = Date.now();
      const rows = [own(one, sane - MINUTE, { id: 'a' }), own(one, at, { id: 'odd' })];
      drive.rows = () => rows;
      expect(await world.refresh(one)).toMatchObject({ reachable: true, eventsNew: 1, problem: null });
      expect(await world.cursor(one)).toBe(sane - MINUTE);
      // Later events are read: also after the same row was answered again, which is one row.
      rows.push(own(one, sane, { id: 'b' }));
      expect(await world.refresh(one)).toMatchObject({ eventsNew: 1 });
      expect((await world.stored(one)).map((row) => row.ts.getTime())).toEqual([sane - MINUTE, sane]);
      expect(await world.rejected(one)).toMatchObject([
        { reason, content: expect.stringContaining('"odd"') as string },
      ]);
      expect(await world.counts(one)).toEqual({ [reason]: 1 });
    });

    it('are accepted from a clock that is a little fast, without moving the cursor past the database’s', async () => {
      const [drive, one] = await world.installed();
      const rows = [own(one, Date.now() + 4 * MINUTE)];
      drive.rows = () => rows;
      expect(await world.refresh(one)).toMatchObject({ eventsNew: 1 });
      expect(await world.cursor(one)).toBeLessThanOrEqual(Date.now());
    });

    it('let an early event count once its time has come', async () => {
      const [drive, one] = await world.installed();
      const row = own(one, Date.now() - MINUTE);
      drive.rows = () => [row];
      const text = JSON.stringify(row);
      await world.db.query(
        `insert into installs.rejected_events (install_id, reason, digest, detail, content) values ($1, 'in_future', encode(sha256(convert_to($2, 'UTF8')), 'hex'), 'x', $2)`,
        [one.id, text],
      );
      expect(await world.refresh(one)).toMatchObject({ eventsNew: 1 });
      expect(await world.rejected(one)).toEqual([]);
    });

    it('keep the newest hundred of each quarantine reason, and count all', async () => {
      const [drive, one] = await world.installed();
      drive.rows = () => Array.from({ length: 250 }, (_, i) => own(one, Date.now() * 1_000, { id: `m${i}` }));
      await world.refresh(one);
      expect(await world.rejected(one)).toHaveLength(100);
      expect(await world.counts(one)).toEqual({ time_unit: 250 });
    });
  });

  describe('their attribution', () => {
    it('omits a row that names another tenant, install or venture, and shows its content to nobody', async () => {
      const [drive, one, other] = await world.installedTwice();
      const secret = { secret: 'of the other' };
      const at = Date.now();
      drive.rows = ({ bearer }) =>
        bearer !== one.token
          ? []
          : [
              event(at, { tenant_id: other.tenantId, payload: secret }),
              event(at, { install_id: `ws_${other.id}`, payload: secret }),
              event(at, { install_id: 'unheard of', payload: secret }),
              event(at, { venture_id: other.ventureId, payload: secret }),
              event(at, { payload: { ...secret, merkava_tenant_id: other.tenantId } }),
              event(at, { payload: { ...secret, install_id: `ws_${other.id}` } }),
              own(one, at, { payload: { mine: 1 } }),
              event(at, { payload: { mine: 2, tenant_id: one.tenantId, venture_id: one.ventureId } }),
            ];
      expect(await world.refresh(one)).toMatchObject({ eventsNew: 2 });
      expect((await world.stored(one)).map(({ payload }) => payload['mine'])).toEqual([1, 2]);
      const apart = await world.rejected(one);
      expect(apart.map(({ reason, content, kind }) => [reason, content, kind])).toEqual(
        Array.from({ length: 6 }, () => ['other_tenant', null, null]),
      );
      expect(JSON.stringify(apart)).not.toContain('secret');
    });

    it('detects a feed that answers every token alike, whose rows that name nobody belong to no tenant', async () => {
      const [drive, one, other] = await world.installedTwice();
      const at = Date.now();
      drive.rows = () => [event(at, { payload: { secret: 1 } }), own(one, at), own(other, at)];
      for (const each of [one, other]) expect(await world.refresh(each)).toMatchObject({ eventsNew: 1, problem: null });
      expect(
        await world.db.query(
          'select compared_with, shared_since is not null as shared from installs.event_feeds where drive_id = $1',
          [drive.driveId],
        ),
      ).toEqual([{ compared_with: 'install', shared: true }]);
      for (const each of [one, other]) expect((await world.stored(each)).map(({ payload }) => payload)).toEqual([{}]);
      // Kept once per Drive, for its author and staff; rows of the other install are not listed here.
      const [first] = [one, other].sort((a, b) => (a.id < b.id ? -1 : 1));
      for (const each of [one, other])
        expect((await world.rejected(each)).map(({ reason }) => reason)).toEqual(
          each === first ? ['unattributed'] : [],
        );
    });

    it('compares a single install of such a Drive with a stranger, and later with another install', async () => {
      const [drive, one] = await world.installed();
      const at = Date.now();
      const tokens = new Set([one.token]);
      // It knows its tokens, and answers all of them alike.
      drive.odd['events'] = (response, asked) =>
        tokens.has(asked.bearer ?? '')
          ? void response
              .writeHead(200)
              .end(
                envelope({ events: [event(at, { id: 'x', payload: { secret: 1 } }), event(at * 1_000, { id: 'y' })] }),
              )
          : fail(401)(response);
      expect(await world.refresh(one)).toMatchObject({ eventsNew: 1 });
      const other = await world.install(drive);
      tokens.add(other.token);
      expect(await world.refresh(other)).toMatchObject({ eventsNew: 0, problem: null });
      // Rows shown to the first one are now hidden from it, also those that did not count.
      expect(await world.rejected(one)).toMatchObject([{ reason: 'time_unit', kind: null, content: null }]);
      expect((await world.stored(one)).map(({ quarantine }) => quarantine)).toEqual(['unattributed']);
      expect(await world.stored(other)).toEqual([]);
    });

    it('compares rows that do not count before any of them is kept', async () => {
      const [drive, one] = await world.installed();
      const at = Date.now();
      drive.rows = () => [
        event(at * 1_000, { payload: { secret: 1 } }),
        event(Math.floor(at / 1_000), { payload: { secret: 2 } }),
      ];
      await world.refresh(one);
      expect((await world.rejected(one)).map(({ reason, kind, content }) => [reason, kind, content])).toEqual([
        ['time_unit', null, null],
        ['time_unit', null, null],
      ]);
    });

    it('lets rows wait after a failed comparison until one succeeds', async () => {
      const [drive, one, other] = await world.installedTwice();
      const at = Date.now();
      const rows = [event(at, { payload: { of: one.id } })];
      const usual = (response: ServerResponse, { bearer }: Asked): void =>
        void response.writeHead(200).end(envelope({ events: bearer === one.token ? rows : [] }));
      drive.odd['events'] = (response, asked) =>
        asked.bearer === other.token ? fail(503)(response) : usual(response, asked);
      expect(await world.refresh(one)).toMatchObject({
        eventsNew: 0,
        problem: expect.stringContaining('HTTP 503') as string,
      });
      expect([await world.stored(one), await world.cursor(one)]).toEqual([[], 0]);
      drive.odd['events'] = usual;
      expect(await world.refresh(one)).toMatchObject({ eventsNew: 1, problem: null });
    });

    it('trusts a Drive that answers by token', async () => {
      const [drive, one, other] = await world.installedTwice();
      const at = Date.now();
      drive.rows = ({ bearer }) =>
        [one, other].filter(({ token }) => token === bearer).map(({ id }) => event(at, { payload: { of: id } }));
      for (const each of [one, other]) {
        expect(await world.refresh(each)).toMatchObject({ eventsNew: 1 });
        expect((await world.stored(each)).map(({ payload, quarantine }) => [payload, quarantine])).toEqual([
          [{ of: each.id }, null],
        ]);
      }
      const asked = drive.asked.length;
      await world.refresh(one);
      expect(drive.asked.length - asked).toBe(4);
    });
  });

  describe('in long answers', () => {
    const PAD = 'x'.repeat(2_000);

    it('are read whole from several MiB', async () => {
      const [drive, one] = await world.installed();
      const from = Date.now() - 10_000;
      drive.rows = () => Array.from({ length: 3_000 }, (_, i) => own(one, from + i, { payload: { PAD } }));
      expect(await world.refresh(one)).toMatchObject({ eventsNew: 3_000, problem: null });
      expect(await world.cursor(one)).toBe(from + 2_999);
    });

    it('are read up to the limit of an answer, and from there the next time', async () => {
      const [drive, one] = await world.installed();
      const from = Date.now() - 60_000;
      const rows = 12_000;
      drive.rows = ({ since }) =>
        Array.from({ length: rows }, (_, i) => from + i)
          .filter((ts) => ts > since)
          .map((ts) => own(one, ts, { payload: { PAD } }));
      expect(await world.refresh(one)).toMatchObject({ problem: null });
      const reached = await world.cursor(one);
      expect(reached).toBeGreaterThan(from);
      expect(reached).toBeLessThan(from + rows - 1);
      expect(await world.refresh(one)).toMatchObject({ problem: null });
      expect(await world.cursor(one)).toBe(from + rows - 1);
      expect(await world.stored(one)).toHaveLength(rows);
    });

    it('are kept up to the last whole row when a connection breaks', async () => {
      const [drive, one] = await world.installed();
      const at = Date.now() - 10_000;
      drive.odd['events'] = (response, { since }) => {
        const rows = Array.from({ length: 10 }, (_, i) => own(one, at + i)).filter(({ ts }) => (ts as number) > since);
        response.writeHead(200, { 'content-length': 100_000 });
        response.write(
          `{"ok":true,"data":{"events":[${rows
            .slice(0, 4)
            .map((row) => JSON.stringify(row))
            .join(',')},{"type":"cont`,
        );
        setImmediate(() => response.destroy());
      };
      await world.refresh(one);
      expect(await world.cursor(one)).toBe(at + 3);
      await world.refresh(one);
      await world.refresh(one);
      expect((await world.stored(one)).length).toBeGreaterThanOrEqual(8);
    });

    it('count equal rows without an id separately, also across batches and in any order', async () => {
      const [drive, one] = await world.installed();
      const at = Date.now() - 1_000;
      const rows = Array.from({ length: 2_500 }, (_, i) => own(one, at - (i % 5), { payload: { n: i % 5 } }));
      drive.rows = () => rows;
      for (const fresh of [2_500, 0]) expect(await world.refresh(one)).toMatchObject({ eventsNew: fresh });
    });

    it('omit a row that is too long and one that is no row, without stopping the others', async () => {
      const [drive, one] = await world.installed();
      const at = Date.now();
      const rows = [
        own(one, at, { payload: { long: 'x'.repeat(300_000) } }),
        { type: 'Bad Kind', ts: 'x', payload: 1 },
        own(one, at, { payload: { good: 1 } }),
      ];
      const odd = ['7', '"text"', 'null', '[1,{"a":"]"}]', '{"a":1,"a":2}'];
      drive.odd['events'] = (response) =>
        void response
          .writeHead(200)
          .end(
            envelope({ events: ['ROWS'] }).replace(
              '"ROWS"',
              [...odd, ...rows.map((row) => JSON.stringify(row))].join(' , '),
            ),
          );
      expect(await world.refresh(one)).toMatchObject({ eventsNew: 1, problem: null });
      expect(await world.counts(one)).toEqual({ malformed: 5, unreadable: 1, too_large: 1 });
    });
  });

  describe('what they hold', () => {
    /** Answers the rows as these bytes, which the Drive wrote. */
    const answering =
      (...rows: (string | Buffer)[]) =>
      (response: ServerResponse): void => {
        const [before, after] = envelope({ events: ['ROWS'] }).split('"ROWS"');
        const list = rows.flatMap((row, i) => [Buffer.from(i === 0 ? '' : ','), Buffer.from(row)]);
        response.writeHead(200).end(Buffer.concat([Buffer.from(before!), ...list, Buffer.from(after!)]));
      };

    it('keeps every digit of every number', async () => {
      const [drive, one] = await world.installed();
      const head = `"type":"content.published","install_id":"ws_${one.id}","ts":${Date.now()}`;
      drive.odd['events'] = answering(
        `{"id":"e1",${head},"payload":{"message_id":1234567890123456789,"small":1.5}}`,
        `{"id":"e2",${head},"payload":{"list":[0.12345678901234567890,1e400,-18446744073709551616]}}`,
      );
      for (const fresh of [2, 0]) expect(await world.refresh(one)).toMatchObject({ eventsNew: fresh, problem: null });
      expect((await world.stored(one)).map(({ payload, quarantine }) => [payload, quarantine])).toEqual([
        [{ message_id: '1234567890123456789', small: 1.5 }, null],
        [{ list: ['0.12345678901234567890', '1e400', '-18446744073709551616'] }, null],
      ]);
      expect(await world.rejected(one)).toEqual([]);
    });

    it('is quarantined with the true reason, its place, id, kind and bytes where it cannot be kept', async () => {
      const [drive, one] = await world.installed();
      const head = `"id":"e1","type":"content.published","ts":${Date.now()}`;
      const odd: [row: string | Buffer, detail: string | RegExp, known: boolean][] = [
        [`{${head},"payload":{"x":NaN}}`, /A value was expected here\. \(line 1, column \d+ of the row\)/, true],
        [`{"payload":{"constructor":1},${head}}`, 'The key "constructor" is not allowed. (line 1, column 13', true],
        [`{${head},"payload":{"a":1,"a":2}}`, 'The key "a" appears twice in one object.', true],
        [`{${head},"payload":{"a":"\\u0000"}}`, 'A string contains the NUL character.', true],
        [`{${head},"payload":${'['.repeat(40)}${']'.repeat(40)}}`, 'nested deeper than 32 levels', true],
        [`{${head},"payload":{"a":"\\ud800"}}`, 'half of a surrogate pair', true],
        [Buffer.from([...Buffer.from(`{${head},"payload":{"a":"`), 0xff, ...Buffer.from('"}}')]), 'not UTF-8', true],
        ['{"payload":{"a":tru},"id":"e1"}', 'A value was expected here.', false],
      ];
      drive.odd['events'] = answering(...odd.map(([row]) => row));
      expect(await world.refresh(one)).toMatchObject({ eventsNew: 0, problem: null });
      expect(await world.counts(one)).toEqual({ unreadable: odd.length });
      const rejected = await world.rejected(one);
      for (const [i, [row, detail, known]] of odd.entries()) {
        const { content, ...shown } = rejected[i]!;
        expect(shown).toEqual({
          reason: 'unreadable',
          kind: known ? 'content.published' : null,
          event_id: known ? 'e1' : null,
          detail:
            typeof detail === 'string' ? (expect.stringContaining(detail) as string) : expect.stringMatching(detail),
        });
        expect(content).toBe(typeof row === 'string' ? row : `base64:${row.toString('base64')}`);
      }
      const author = await world.app.ask<{ items: { event_id: string; kind: string; content: string }[] }>(
        world.ada.cookie,
        'GET',
        `/author/drives/${drive.driveId}/installs/rejected-events`,
      );
      expect(author.data.items.at(-1)).toMatchObject({
        event_id: 'e1',
        kind: 'content.published',
        content: odd[0]![0],
      });
    });

    it.each<[string, string, string]>([
      ['a page', '<!doctype html><p>Sign in</p>', 'no JSON'],
      ['a long page', `<!doctype html>${'<p>Sign in</p>'.repeat(6_000)}`, '64 KiB that are no rows'],
      ['nothing', '', 'no JSON'],
      ['bare data', '{"events":[]}', 'bare data without the envelope'],
      ['a failure', '{"ok":false,"error":"come back later"}', 'come back later'],
    ])('is told as what it is where the answer is %s', async (_name, body, problem) => {
      const [drive, one] = await world.installed();
      for (const path of ['events', 'metrics', 'billing'])
        drive.odd[path] = (response) => void response.writeHead(200).end(body);
      expect(await world.refresh(one)).toMatchObject({
        reachable: false,
        problem: expect.stringContaining(problem) as string,
      });
    });

    it.each([{ events: {} }, { events: null }, { events: 'none' }, { items: [] }])(
      'are none when they come in no array, which is reported: %j',
      async (data) => {
        const [drive, one] = await world.installed();
        drive.odd['events'] = (response) => void response.writeHead(200).end(envelope(data));
        expect((await world.refresh(one)).problem).toContain('without an array in "data.events"');
        const { events } = await world.readings(one);
        expect(events).toMatchObject({ problem: 'malformed_answer', status: 200 });
      },
    );
  });

  describe('their kinds', () => {
    it('have several spellings, and the flat shape emits those that the contract names for it', async () => {
      const [drive, one] = await world.installed(good.flat);
      const at = Date.now();
      const types = [
        'install_created',
        'user_signup',
        'user.signup',
        'subscription_started',
        'subscription.canceled',
        'article_generated',
      ];
      drive.rows = () => types.map((type, i) => own(one, at + i, { type }));
      await world.refresh(one);
      expect((await world.stored(one)).map(({ kind, quarantine }) => [kind, quarantine])).toEqual([
        ['install.created', null],
        ['user_signup', null],
        ['user_signup', null],
        ['subscription_started', null],
        ['subscription_canceled', null],
        ['article_generated', 'kind_not_listed'],
      ]);
    });
  });

  describe('after the end of the install', () => {
    const revoke = (one: Installed) =>
      world.app.byOwner(
        `update installs.installs set state = 'revoked', ended_at = now(), revoked_at = now(), scoped_token = null where id = $1`,
        [one.id],
      );
    const last = (one: Installed) => world.app.get(ReadLastEvents).execute(one.id);

    it('are read again without the dead token, and only those that name the install are kept', async () => {
      const [drive, one, other] = await world.installedTwice();
      await revoke(one);
      const at = Date.now();
      drive.rows = () => [
        own(one, at, { type: 'install.revoked' }),
        own(other, at, { payload: { secret: 1 } }),
        event(at, { payload: { secret: 2 } }),
      ];
      for (let i = 0; i < 2; i++) await last(one);
      expect((await world.stored(one)).map(({ kind }) => kind)).toEqual(['install.revoked']);
      expect(await world.rejected(one)).toEqual([]);
      expect(drive.asked.map(({ bearer, signed }) => [bearer, signed])).toEqual([[null, true]]);
    });

    it('are not read from a Drive that returns nothing without a token, or after a day without an answer', async () => {
      const [drive, one] = await world.installed();
      await last(one);
      expect(drive.asked).toEqual([]);
      await revoke(one);
      drive.odd['events'] = fail(503);
      await expect(last(one)).rejects.toThrow('HTTP 503');
      drive.odd['events'] = fail(401);
      for (let i = 0; i < 2; i++) await last(one);
      expect(drive.asked).toHaveLength(2);
      const late = await world.install(drive);
      await revoke(late);
      await world.app.byOwner(`update installs.installs set revoked_at = now() - interval '25 hours' where id = $1`, [
        late.id,
      ]);
      await last(late);
      expect(drive.asked).toHaveLength(2);
    });
  });
});
