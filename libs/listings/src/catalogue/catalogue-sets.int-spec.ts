import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database/database.js';

const LISTED = 1_500;
const SYLLABLES = 'ba co di fo ga hi jo ku le mi'.split(' ');

let state = 20_261_122;
const random = (): number => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x7fffffff;
const below = (most: number): number => Math.floor(random() * most);
const word = (): string => Array.from({ length: 2 + below(3) }, () => SYLLABLES[below(SYLLABLES.length)]).join('');

describe('the sets of the catalogue', () => {
  let database: TestDatabase;
  let client: Client;
  let size: number;
  const rows = async <R>(sql: string, values: unknown[] = []): Promise<R[]> =>
    (await client.query(sql, values)).rows as R[];

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      `insert into authors.organizations (id, name, country, website) values (gen_random_uuid(), 'Ada', 'US', 'https://a.example')`,
    );
    await list(0, LISTED);
    await install();
    await merge();
    [{ size }] = (await rows<{ size: number }>('select capacity as size from listings.catalogue_generation')) as [
      { size: number },
    ];
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const merge = () => client.query('select listings.merge_catalogue()');
  /** Few numbers, so that names and slugs decide often. */
  const install = () =>
    client.query('update listings.catalogue_entries set installs = (place * 7919 + $1) % 40', [below(1_000)]);

  async function list(from: number, count: number): Promise<void> {
    const values = Array.from({ length: count }, (_, i) => ({ n: from + i, name: `${word()} ${word()}` }));
    await client.query('begin');
    await client.query(
      `create temp table batch on commit drop as select gen_random_uuid() as drive, gen_random_uuid() as revision, x.*
       from jsonb_to_recordset($1) as x(n int, name text)`,
      [JSON.stringify(values)],
    );
    await client.query(`insert into listings.listings (drive_id, org_id, slug, name)
      select drive, (select id from authors.organizations), 'drive-' || n, name from batch`);
    await client.query(`insert into listings.revisions (id, drive_id, digest, version, shape, manifest_url, origin, canonical, manifest)
      select revision, drive, encode(sha256(convert_to(n::text, 'UTF8')), 'hex'), '1.0.0', 'structured', 'https://d.example/m', 'https://d.example',
        convert_to(n::text, 'UTF8'), '{"permissionsRequested": []}' from batch`);
    await client.query(`update listings.listings l set state = 'listed', live_revision_id = b.revision, listed_at = now(), tagline = ''
      from batch b where l.drive_id = b.drive`);
    await client.query('commit');
  }

  it.each([2_048, 34_816, 45_056])('places become a set of %i bits and back', async (bits) => {
    for (const count of [0, 1, 2, 63, 64, 65, 100, 500, 1_500]) {
      const places = [
        ...new Set([...(count > 2 ? [0, bits - 1] : []), ...Array.from({ length: count }, () => below(bits))]),
      ];
      const [row] = await rows<{ long: number; places: number[] }>(
        'select length(b) as long, listings.places_of(b) as places from listings.bits_of($1::int[], $2) b',
        [places, bits],
      );
      expect([row!.long, row!.places]).toEqual([bits, places.sort((one, other) => one - other)]);
    }
  });

  /** The first of a set by its function, and by looking at every entry. */
  async function firstAgree(): Promise<void> {
    const ORDER = 'order by e.installs_down, e.sort_name, e.slug limit $3';
    for (let i = 0; i < 60; i += 1) {
      const share = random() ** 2;
      const places = Array.from({ length: LISTED }, (_, place) => place).filter(() => random() < share);
      const [after] =
        i % 3 === 0
          ? await rows<{ at: unknown[] }>(
              'select array[installs_down::text, sort_name, slug] as at from listings.catalogue_entries offset $1 limit 1',
              [below(LISTED)],
            )
          : [];
      const values = [places, size, 1 + below(30), ...(after ? after.at : [null, null, null])];
      const beyond = '($4::int is null or (e.installs_down, e.sort_name, e.slug) > ($4, $5, $6))';
      const expected = await rows(
        `select e.place from listings.catalogue_entries e where e.place = any($1::int[]) and e.place < $2 and ${beyond} ${ORDER}`,
        values,
      );
      const found = await rows(
        `select e.place from listings.catalogue_entries e where e.place = any(listings.first_of(listings.bits_of($1::int[], $2), $4, $5, $6, $3))
           and e.place = any($1) and ${beyond} ${ORDER}`,
        values,
      );
      expect([share, values.slice(2), found]).toEqual([share, values.slice(2), expected]);
    }
  }

  it(
    'the first of a set are those that a scan of every entry finds: thin and full sets, after a place in the order',
    firstAgree,
  );

  it('stay the same while changed numbers of installs are not yet applied, and after', async () => {
    await install();
    const moved = () => rows('select from listings.catalogue_moved');
    expect((await moved()).length).toBeGreaterThan(0);
    await firstAgree();
    await merge();
    expect(await moved()).toEqual([]);
    await firstAgree();
  });

  it('stay the same while an entry waits whose place is beyond all sets', async () => {
    await client.query(`select setval(pg_get_serial_sequence('listings.catalogue_entries', 'place'), 10000)`);
    await list(LISTED, 3);
    await client.query('update listings.catalogue_entries set installs = 1000 where place >= 10000');
    await firstAgree();
  });

  it('similar names equal those found by comparing every name, in the same order', async () => {
    const typed = (): string => {
      const right = word();
      const at = below(right.length);
      return right.slice(0, at) + (random() < 0.5 ? '' : 'x') + right.slice(at + 1);
    };
    const agree = async (): Promise<void> => {
      for (let i = 0; i < 60; i += 1) {
        const text = i % 4 === 0 ? `${typed()} ${typed()}` : i % 4 === 1 ? typed().slice(0, 3) : typed();
        const values = [text, 1 + below(50)];
        const found = await rows<{ place: number; distance: number }>(
          'select place, distance from listings.similar_names($1, 0.4, $2) where distance <= 0.6',
          values,
        );
        const expected = await rows(
          `select place, distance from (select e.place, e.name <->> $1 as distance from listings.catalogue_entries e
             order by 2, e.installs_down, e.slug limit $2) e where distance <= 0.6`,
          values,
        );
        if (text.length > 3) {
          expect([values, found]).toEqual([values, expected]);
          continue;
        }
        // Hundreds of names are equally dissimilar to three letters: of those the most installed are compared.
        expect([text, found.length]).toEqual([text, expected.length]);
        const distances = await rows(
          `select e.place, e.name <->> $1 as distance from listings.catalogue_entries e where e.place = any($2)
             order by 2, e.installs_down, e.slug`,
          [text, found.map(({ place }) => place)],
        );
        expect([text, found]).toEqual([text, distances]);
      }
    };
    await agree();
    await merge();
    await agree();
    expect(await rows(`select * from listings.similar_names('', 0.4, 50)`)).toEqual([]);
    expect(await rows(`select * from listings.similar_names('qqqq', 0.4, 50) where distance <= 0.6`)).toEqual([]);
  });

  it('a listing that leaves the catalogue leaves every set', async () => {
    const gone = await rows<{ place: number }>(
      `with gone as (update listings.listings set state = 'paused' where slug like 'drive-%7' returning drive_id)
       select e.place from listings.catalogue_entries e join gone using (drive_id)`,
    );
    await merge();
    const places = gone.map(({ place }) => place);
    expect(places.length).toBeGreaterThan(100);
    for (const [table, column] of [
      ['terms', 'anywhere'],
      ['trigrams', 'names'],
      ['popular', 'places'],
    ])
      expect(
        await rows(
          `select from listings.catalogue_${table} where bit_count(${column} & listings.bits_of($1::int[], length(${column}))) > 0`,
          [places],
        ),
      ).toEqual([]);
  });
});
