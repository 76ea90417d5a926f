import sharp from 'sharp';
import { deflateSync, crc32 } from 'node:zlib';
import { ListingsWorld, type Author, type OwnedDrive } from '../../../../test/support/drives/listings.js';
import type { CatalogueEntryView } from '../catalogue/catalogue.view.js';
import type { DriveContentView, PictureView, WaitingContentView } from './content.view.js';
import type { ContentBody } from './domain/content.js';

const NOTHING: ContentBody = { description: '', screenshots: [], links: [], notes: [] };
const REASON = 'It says what the Drive does, and nothing else.';

/** Sharp as the product sets it up reads no SVG; tests make all pictures from raw pixels. */
const pixels = (width: number, height: number) =>
  sharp(Buffer.alloc(width * height * 3, 180), { raw: { width, height, channels: 3 } });
function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
/** A PNG that promises so many pixels and is small. */
function promise(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const sign = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([sign, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

describe('the content of a listing', () => {
  const world = ListingsWorld.forTests();
  let ada: Author;
  let ruth = '';
  let slugs = 0;
  let drive: OwnedDrive;

  beforeAll(async () => {
    ada = await world.author('ada');
    ruth = await world.reviewer('Ruth');
  });
  beforeEach(async () => {
    drive = await world.reserve(ada, `content-${++slugs}`, false);
  });

  const at = (path = '') => `/api/v1/author/drives/${drive.driveId}/content${path}`;
  const call = <T = DriveContentView>(method: 'GET' | 'POST', url: string, body?: object, as = ada.cookie) =>
    world.app.call<T>({ method, url, as, ...(body && { body }) });
  const save = (body: Partial<ContentBody>, revision = 0) =>
    call('POST', at(), { revision, body: { ...NOTHING, ...body } });
  const move = (state: string) => call('POST', at('/state'), { state });
  const decide = async (state: string, as = ruth, more: object = {}) => {
    const { data } = await call('GET', at(), undefined, ruth);
    const { id, revision } = data.versions[0]!;
    return call('POST', `/api/v1/review/contents/${id}/decide`, { state, revision, reason: REASON, ...more }, as);
  };
  const upload = (bytes: Buffer, type = 'image/png') =>
    world.app.call<PictureView>({
      method: 'POST',
      url: at('/pictures'),
      as: ada.cookie,
      body: bytes,
      headers: { 'content-type': type },
    });

  it('is a draft until it is submitted, and live once a reviewer approved it', async () => {
    expect((await call('GET', at())).data).toMatchObject({ drive_name: drive.slug, versions: [], changes: [] });
    const saved = await save({
      description: 'It **counts**.',
      links: [{ kind: 'support', url: 'https://a.example/help' }],
    });
    expect(saved.data.versions).toMatchObject([
      { state: 'draft', revision: 1, written_by: 'ada', body: { description: 'It **counts**.' } },
    ]);
    expect(
      (await call<{ items: WaitingContentView[] }>('GET', '/api/v1/review/contents', undefined, ruth)).data.items,
    ).toEqual([]);
    await save({ description: 'It counts well.' }, 1);
    expect((await save({ description: 'An older page.' }, 1)).error).toBe('changed_meanwhile');
    await move('in_review');
    expect((await save({ description: 'Changed.' }, 2)).error).toBe('content_in_review');
    const { items } = (await call<{ items: WaitingContentView[] }>('GET', '/api/v1/review/contents', undefined, ruth))
      .data;
    expect(items).toMatchObject([{ drive_name: drive.slug, author: 'ada Inc' }]);
    const decided = await decide('approved');
    expect(decided.data.versions).toMatchObject([
      { state: 'approved', reason: REASON, body: { description: 'It counts well.' } },
    ]);
    expect(
      (
        await call(
          'POST',
          `/api/v1/review/contents/${items[0]!.id}/decide`,
          { state: 'approved', revision: 2, reason: REASON },
          ruth,
        )
      ).error,
    ).toBe('content_not_waiting');
    const [mail] = await world.db.query<{ subject: string }>(
      `select subject from platform.mail_messages where recipient like 'ada@%' and subject like $1`,
      [`${drive.slug}: what you wrote%`],
    );
    expect(mail!.subject).toContain('is approved and live');
  });

  it('that needs changes stays as it was decided about, and the next version is another one', async () => {
    await save({ description: 'Best in the world!' });
    await move('in_review');
    await decide('changes_requested');
    const next = await save({ description: 'It counts.' });
    expect(next.data.versions.map(({ state, body }) => [state, body.description])).toEqual([
      ['draft', 'It counts.'],
      ['changes_requested', 'Best in the world!'],
    ]);
  });

  it('is taken back and discarded by its author, and nothing empty is submitted', async () => {
    expect((await move('in_review')).error).toBe('content_not_found');
    await save({});
    expect((await move('in_review')).error).toBe('content_empty');
    await save({ description: 'A page.' }, 1);
    await move('in_review');
    expect((await move('withdrawn')).error).toBe('invalid_transition');
    expect((await move('draft')).data.versions[0]!.state).toBe('draft');
    expect((await move('withdrawn')).data.versions).toEqual([]);
  });

  it('is decided about as it was shown, and by nobody of the own organisation', async () => {
    await save({ description: 'A page.' });
    await move('in_review');
    expect((await decide('approved', ruth, { revision: 7 })).error).toBe('content_not_waiting');
    expect((await decide('changes_requested', ruth, { reason: 'short' })).status).toBe(400);
    const person = await world.value(`select id from identity.users where name = 'Ruth'`);
    await world.db.query('insert into authors.organization_members (org_id, user_id) values ($1, $2)', [
      ada.orgId,
      person,
    ]);
    expect((await decide('approved')).error).toBe('own_organization');
    expect((await call<{ items: unknown[] }>('GET', '/api/v1/review/contents', undefined, ruth)).data.items).toEqual(
      [],
    );
    await world.app.byOwner('delete from authors.organization_members where user_id = $1', [person]);
  });

  it.each<[string, object]>([
    ['http', { links: [{ kind: 'support', url: 'http://a.example' }] }],
    ['a script', { links: [{ kind: 'support', url: 'javascript:alert(1)' }] }],
    ['a password', { links: [{ kind: 'support', url: 'https://me:secret@a.example' }] }],
    ['two of a kind', { links: ['a', 'b'].map((host) => ({ kind: 'support', url: `https://${host}.example` })) }],
    ['an invisible character', { description: 'turned \u202e round' }],
    ['more than ten thousand characters', { description: 'x'.repeat(10_001) }],
    ['a picture without words', { screenshots: [{ digest: 'a'.repeat(64), alt: ' ' }] }],
    ['a version with a space', { notes: [{ version: '1 0', notes: 'New.' }] }],
  ])('with %s is refused', async (_name, body) => expect((await save(body)).status).toBe(400));

  it('shows a picture of the Drive only, and of another Drive none', async () => {
    const { digest } = (await upload(await pixels(400, 300).png().toBuffer())).data;
    const screenshots = [{ digest, alt: 'The list of stories' }];
    expect((await save({ screenshots })).data.versions[0]!.body.screenshots).toEqual(screenshots);
    drive = await world.reserve(ada, `content-${++slugs}`, false);
    expect((await save({ screenshots })).error).toBe('picture_not_found');
  });

  describe('a picture', () => {
    it('is scaled down, upright, without where it was taken, and has its digest', async () => {
      const given = await pixels(3_000, 2_000)
        .withExif({
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
          IFD0: { Copyright: 'Ada' },
        })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer();
      expect(given.toString('latin1')).toContain('Exif');
      const { data } = await upload(given, 'image/jpeg');
      expect([data.width, data.height]).toEqual([800, 1_200]);
      const { content } = (
        await world.db.query<{ content: Buffer }>('select content from listings.pictures where digest = $1', [
          data.digest,
        ])
      )[0]!;
      expect(content.toString('latin1', 0, 12)).toMatch(/^RIFF[^]{4}WEBP$/);
      const { exif, icc, xmp, orientation } = await sharp(content).metadata();
      expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    });

    it('is private until content that shows it is approved', async () => {
      const { digest } = (await upload(await pixels(400, 300).webp().toBuffer(), 'image/webp')).data;
      const own = (as: string | undefined) =>
        world.app.call({ method: 'GET', url: at(`/pictures/${digest}`), ...(as && { as }) });
      const open = async () => (await world.app.call({ method: 'GET', url: `/api/public/pictures/${digest}` })).status;
      expect([(await own(ada.cookie)).status, (await own(ruth)).status, (await own(undefined)).status]).toEqual([
        200, 200, 401,
      ]);
      const eve = await world.author(`eve${slugs}`);
      expect((await own(eve.cookie)).status).toBe(404);
      await save({ screenshots: [{ digest, alt: 'The list of stories' }] });
      await move('in_review');
      expect(await open()).toBe(404);
      await decide('approved');
      // Approved, but the Drive is not listed yet.
      expect(await open()).toBe(404);
    });

    const small = () => pixels(400, 300);
    it.each<[string, () => Buffer | Promise<Buffer>]>([
      ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"/>')],
      ['a GIF', () => small().gif().toBuffer()],
      [
        'a moving WebP',
        async () =>
          sharp([await small().png().toBuffer(), await pixels(400, 300).negate().png().toBuffer()], {
            join: { animated: true },
          })
            .webp({ loop: 0, delay: [100, 100] })
            .toBuffer(),
      ],
      ['a TIFF', () => small().tiff().toBuffer()],
      ['twelve bytes of a PNG', async () => (await small().png().toBuffer()).subarray(0, 12)],
      ['a PNG that is cut off', async () => (await small().png({ compressionLevel: 0 }).toBuffer()).subarray(0, 9_000)],
      ['a JPEG that is cut off', async () => (await pixels(1_000, 800).jpeg().toBuffer()).subarray(0, 2_000)],
      ['a promise of 60,000 pixels a side', () => promise(60_000, 60_000, deflateSync(Buffer.alloc(10)))],
      ['a bomb of a million rows', () => promise(16, 1_000_000, deflateSync(Buffer.alloc(49_000_000)))],
      ['a small picture', () => pixels(100, 100).png().toBuffer()],
      ['nothing', () => Buffer.alloc(0)],
      ['a page', () => Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1')],
    ])('that is %s is refused', async (_name, bytes) => {
      const { status, error } = await upload(await bytes());
      expect([status, error]).toEqual([400, 'picture_refused']);
    });

    it('of more than two megabytes, or declared as something else, is not read', async () => {
      expect((await upload(Buffer.alloc(2 * 1024 * 1024 + 1))).status).toBe(413);
      expect((await upload(Buffer.alloc(10), 'image/svg+xml')).status).toBe(415);
    });

    it('that no content shows goes after a day, and a shown one stays', async () => {
      const shown = (await upload(await pixels(401, 300).png().toBuffer())).data.digest;
      const unused = (await upload(await pixels(402, 300).png().toBuffer())).data.digest;
      await save({ screenshots: [{ digest: shown, alt: 'Shown' }] });
      await world.app.byOwner(
        `update listings.pictures set uploaded_at = uploaded_at - interval '25 hours' where drive_id = $1`,
        [drive.driveId],
      );
      await upload(await pixels(403, 300).png().toBuffer());
      const left = await world.column('select digest from listings.pictures where drive_id = $1', [drive.driveId]);
      expect([left.includes(shown), left.includes(unused)]).toEqual([true, false]);
    });
  });

  describe('the database, with the service bypassed,', () => {
    const constraint = (name: string) => ({ driverError: { constraint: name } });
    const set = (sql: string, params: unknown[] = []) =>
      world.db.query(`update listings.contents set ${sql} where drive_id = $1`, [drive.driveId, ...params]);
    beforeEach(async () => {
      await save({ description: 'A page.' });
    });

    it('makes nothing live that was not in review, or without who decided', async () => {
      await expect(
        set(
          `state = 'approved', waiting_since = now(), decided_by = gen_random_uuid(), decided_by_name = 'R', decided_at = now(), reason = ''`,
        ),
      ).rejects.toMatchObject(constraint('contents_forward'));
      await move('in_review');
      await expect(set(`state = 'approved'`)).rejects.toMatchObject(constraint('contents_decided'));
      await expect(
        set(`state = 'approved', decided_by = $2, decided_by_name = 'ada', decided_at = now(), reason = ''`, [
          ada.userId,
        ]),
      ).rejects.toMatchObject(constraint('own_organization'));
    });

    it('keeps what waits for a reviewer, and what was approved', async () => {
      await move('in_review');
      await expect(set(`body = '{"description": "Another."}'`)).rejects.toMatchObject(constraint('contents_frozen'));
      await decide('approved');
      await expect(set(`body = '{"description": "Another."}'`)).rejects.toMatchObject(constraint('contents_frozen'));
      await expect(set(`state = 'draft'`)).rejects.toMatchObject(constraint('contents_frozen'));
      await expect(
        world.app.byOwner('delete from listings.contents where drive_id = $1', [drive.driveId]),
      ).rejects.toThrow();
    });

    it('has one open version of a Drive', async () => {
      await expect(
        world.db.query(
          `insert into listings.contents (id, drive_id, org_id, body, written_by_name) select gen_random_uuid(), drive_id, org_id, body, 'ada' from listings.contents where drive_id = $1`,
          [drive.driveId],
        ),
      ).rejects.toMatchObject(constraint('contents_one_open'));
    });
  });

  it('is public with the Drive, and notes stay as they were approved first', async () => {
    drive = await world.reserve(ada, `content-${++slugs}`);
    await world.publish(ada.cookie, drive.driveId, (await world.drive(drive)).manifestUrl);
    const entry = async () =>
      (await world.app.call<CatalogueEntryView>({ method: 'GET', url: `/api/public/catalogue/${drive.slug}` })).data;
    const { version } = (await entry()).changes[0]!;
    expect((await entry()).content).toEqual({ description: null, screenshots: [], links: [] });
    const { digest, width, height } = (await upload(await pixels(500, 400).png().toBuffer())).data;
    await save({
      description: 'It counts.',
      screenshots: [{ digest, alt: 'A list' }],
      notes: [{ version, notes: 'The *first* one.' }],
    });
    await move('in_review');
    expect((await entry()).content.description).toBeNull();
    await decide('approved');
    const url = `/api/public/pictures/${digest}`;
    expect(await entry()).toMatchObject({
      content: { description: 'It counts.', screenshots: [{ url, width, height, alt: 'A list' }], links: [] },
      changes: [{ version, notes: 'The *first* one.' }],
    });
    const picture = await world.app.call({ method: 'GET', url });
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await save({ notes: [{ version, notes: 'Another.' }] })).error).toBe('change_notes_fixed');
    await save({ description: 'It counts better.' });
    expect((await entry()).content.description).toBe('It counts.');
  });
});
