import { randomUUID } from 'node:crypto';
import { Database } from '@portal/platform/database';
import { SearchSources } from '@portal/platform/http';
import { ListingsWorld, type Author } from '../../../../test/support/drives/listings.js';

interface Hit {
  kind: string;
  id: string;
  name: string;
  note: string;
}

describe('the search by name', () => {
  const world = ListingsWorld.forTests();
  let [parasol, other]: Author[] = [];
  let [driveId, applicationId, submissionId] = ['', '', ''];

  beforeAll(async () => {
    [parasol, other] = [await world.author('Parasol'), await world.author('Bystander')];
    const owned = await world.reserve(parasol, 'sunshade');
    driveId = owned.driveId;
    await world.app.byOwner(`update authors.applications set company_name = 'Parasol Works' where org_id = $1`, [
      parasol.orgId,
    ]);
    const [application] = await world.db.query<{ id: string }>(
      `select id from authors.applications where org_id = $1`,
      [parasol.orgId],
    );
    applicationId = application!.id;
    const { manifestUrl } = await world.drive(owned, { drive: { name: 'Sunshade planner', version: '1.0.0' } });
    const submitted = await world.app.call<{ id: string }>({
      method: 'POST',
      url: `/api/v1/author/drives/${driveId}/submissions`,
      as: parasol.cookie,
      body: { manifest_url: manifestUrl },
    });
    submissionId = submitted.data.id;
    await world.work();
  });

  const find = async (as: string, q: string): Promise<Hit[]> =>
    (await world.app.call<{ items: Hit[] }>({ method: 'GET', url: `/api/v1/search?q=${q}`, as })).data.items;
  const both = async (as: string): Promise<string[]> =>
    [...(await find(as, 'parasol')), ...(await find(as, 'sunshade'))].map(({ kind, id }) => `${kind} ${id}`).sort();

  it('finds applications and cases of every author for a reviewer, and no authors’ pages of finance and admins', async () => {
    const reviewer = await world.app.demo('reviewer');
    expect(await find(reviewer, 'parasol%20wor')).toEqual([
      { kind: 'application', id: applicationId, name: 'Parasol Works', note: 'sunshade' },
    ]);
    expect(await find(reviewer, 'shade%20plan')).toEqual([
      { kind: 'submission', id: submissionId, name: 'Sunshade planner 1.0.0', note: 'Parasol Inc' },
    ]);
    expect(new Set((await both(reviewer)).map((one) => one.split(' ')[0]))).toEqual(
      new Set(['application', 'submission']),
    );
  });

  it.each(['admin', 'finance-preparer'])(
    'finds authors without a listing for %s, and nothing of the review',
    async (person) => {
      const staff = await world.app.demo(person);
      // Admins also find people with the name of their organisation.
      const persons = person === 'admin' ? [expect.stringMatching(/^person /) as string] : [];
      const authors = (await find(staff, 'parasol')).filter(({ kind }) => kind !== 'person');
      expect(authors).toEqual([{ kind: 'author', id: parasol!.orgId, name: 'Parasol Inc', note: 'sunshade' }]);
      expect(await both(staff)).toEqual([`author ${parasol!.orgId}`, ...persons]);
    },
  );

  it('finds an author’s own items for the author, and nothing of others', async () => {
    expect(await both(parasol!.cookie)).toEqual([`drive ${driveId}`]);
    expect(await both(other!.cookie)).toEqual([]);
  });

  it.each([
    ['reviewer', 'sunshdae', 'submission'],
    ['reviewer', 'paarsol', 'application'],
    ['finance-preparer', 'parsol', 'author'],
    ['admin', 'Parsaol Inc', 'author'],
    ['admin', 'Paraslo', 'person'],
  ])('%s finds through a slip of the finger: %s', async (person, typed, kind) => {
    const found = await find(await world.app.demo(person), encodeURIComponent(typed));
    expect(found.map((one) => one.kind)).toContain(kind);
  });

  it('an author finds an own Drive through a slip, and another author does not', async () => {
    expect((await find(parasol!.cookie, 'sunshdae')).map(({ id }) => id)).toEqual([driveId]);
    expect(await find(other!.cookie, 'sunshdae')).toEqual([]);
    expect(await find(other!.cookie, 'parsaol')).toEqual([]);
  });

  it('names that are only alike are left out where one contains the text, and a text of three letters is no slip', async () => {
    await world.db.query(
      `insert into authors.organizations (id, name, country, website) values (gen_random_uuid(), 'Parasole Ltd', 'DE', ''),
         (gen_random_uuid(), '100% Ltd', 'DE', '')`,
    );
    const staff = await world.app.demo('finance-preparer');
    expect((await find(staff, 'parasole')).map(({ name }) => name)).toEqual(['Parasole Ltd']);
    expect((await find(staff, 'parasol')).map(({ name }) => name).sort()).toEqual(['Parasol Inc', 'Parasole Ltd']);
    expect(await find(staff, 'pax')).toEqual([]);
    // A percent sign or an underscore is meant literally.
    expect((await find(staff, '0%25')).map(({ name }) => name)).toEqual(['100% Ltd']);
    expect(await find(staff, '__')).toEqual([]);
  });

  it('somebody with every role costs a statement per kind, and gets at most eight of each', async () => {
    await world.db.query(
      `insert into authors.organizations (id, name, country, website) select gen_random_uuid(), 'Many ' || i, 'DE', '' from generate_series(1, 20) i`,
    );
    const sources = world.app.get(SearchSources);
    const actor = {
      userId: randomUUID(),
      roles: ['admin', 'finance', 'reviewer'].map((role) => ({ role, scopeId: null })),
    } as never;
    const query = jest.spyOn(world.app.get(Database), 'query');
    const found = await sources.find(actor, 'many', 8);
    expect(found.filter(({ kind }) => kind === 'author')).toHaveLength(8);
    expect(query.mock.calls.length).toBeLessThanOrEqual(15);
    query.mockRestore();
  });
});
