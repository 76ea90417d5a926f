import { ManifestSyncWorld } from '../../../../test/support/drives/manifest-sync-world.js';
import { freePort } from '../../../../test/support/processes/processes.js';
import type { CardView, CatalogueEntryView } from '../catalogue/catalogue.view.js';
import type { SubmissionView } from '../submissions/submissions.view.js';

/** A new identity of a listed Drive. */
const OTHER = {
  name: 'Stripe Payments Official',
  tagline: 'The official payments plugin',
  category: 'Operations',
  support_email: 'help@elsewhere.example',
  support_url: 'https://elsewhere.example/help',
};
const APPLICATION = {
  founder_name: 'Alice Author',
  company_name: 'Alike Inc',
  country: 'US',
  website: 'https://alike.example',
  description: 'Writes and plans posts for teams.',
  security_contact: 'security@alike.example',
};

describe('a listed Drive that changes its identity', () => {
  const following = ManifestSyncWorld.forTests();

  type Listed = Awaited<ReturnType<ManifestSyncWorld['listed']>>;

  /** Its public data: the page, the card in the catalogue, and the results of a search for the new name. */
  async function shown({ owned }: Listed) {
    const read = <T>(url: string) => following.app.call<T>({ method: 'GET', url: `/api/public/catalogue${url}` });
    const page = (await read<CatalogueEntryView>(`/${owned.slug}`)).data;
    const cards = (await read<{ items: CardView[] }>('?limit=100')).data.items;
    const found = (await read<{ items: CardView[] }>('?q=Stripe')).data.items;
    const card = cards.find(({ slug }) => slug === owned.slug)!;
    const { name, tagline, category } = page;
    return {
      page: { name, tagline, category, support_email: page.support_email },
      card: { name: card.name, tagline: card.tagline, category: card.category },
      found: found.map(({ slug }) => slug).filter((slug) => slug === owned.slug),
    };
  }

  async function renamed(version: string) {
    const one = await following.listed();
    const before = await shown(one);
    one.overlay.drive = { version, ...OTHER };
    await one.sync();
    return { one, before };
  }

  it.each(['1.0.0', '1.0.1'])(
    'is shown as it was approved until a person decides, whatever its version says (%s)',
    async (version) => {
      const { one, before } = await renamed(version);
      expect(await shown(one)).toEqual(before);
      expect(await one.live()).toEqual(one.first);
      expect((await one.view()).name).toBe(before.page.name);

      const waiting = (await one.waiting())!;
      const asAuthor = await following.call<SubmissionView>(following.ada.cookie, 'GET', `/submissions/${waiting.id}`);
      for (const { changes, listing, listing_before } of [waiting, asAuthor.data]) {
        expect([listing_before?.name, listing?.name]).toEqual([before.page.name, OTHER.name]);
        expect(changes).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ kind: 'name', from: before.page.name, to: OTHER.name, level: 'consent' }),
            expect.objectContaining({ kind: 'category', from: before.page.category, to: OTHER.category }),
            expect.objectContaining({ kind: 'support_email', to: OTHER.support_email }),
          ]),
        );
      }
    },
  );

  it('has a finding for author and reviewer when its new name resembles another, which blocks nobody', async () => {
    const known = await following.listed();
    const { name } = await known.view();
    const others = await following.world.author('olga');
    const owned = await following.world.reserve(others, 'look-alike');
    const drive = await following.world.drive(owned, {
      drive: { name: name.replace('e', '\u0435'), version: '1.0.0' },
    });
    const { data } = await following.call<SubmissionView>(
      others.cookie,
      'POST',
      `/author/drives/${owned.driveId}/submissions`,
      { manifest_url: drive.manifestUrl },
    );
    await following.world.work();
    const { one } = await renamed('1.1.0');
    const similarIn = async (as: string, url: string) =>
      (await following.call<SubmissionView>(as, 'GET', url)).data.checks
        .filter((check) => check.id === 'L06')
        .map(({ state, findings }) => [state, findings[0]?.cause]);
    const like = [['warn', expect.stringContaining(`looks the same as "${name}"`) as string]];
    expect(await similarIn(others.cookie, `/submissions/${data.id}`)).toEqual(like);
    expect(await similarIn(await following.app.demo('reviewer'), `/review/submissions/${data.id}`)).toEqual(like);
    expect(await similarIn(following.ada.cookie, `/submissions/${(await one.waiting())!.id}`)).toEqual([
      ['warn', expect.stringContaining('"Stripe", which is a protected name') as string],
    ]);
  });

  it('is compared as soon as an application requests the name; its reviewer sees it, and nobody is refused', async () => {
    const { name } = await (await following.listed()).view();
    const apply = async (drive_name: string, drive_slug: string): Promise<string[]> => {
      const applicant = await following.app.signUp(`${drive_slug}@applicants.example`, 'Alike');
      const made = await following.call<{ id: string }>(applicant, 'POST', '/applications', {
        ...APPLICATION,
        drive_name,
        drive_slug,
      });
      const sent = await following.call(applicant, 'POST', `/applications/${made.data.id}/submit`);
      expect(sent.status).toBe(200);
      const reviewer = await following.app.demo('reviewer');
      const { data } = await following.call<{ criteria: { id: string; evidence: string[] }[] }>(
        reviewer,
        'GET',
        `/review/applications/${made.data.id}`,
      );
      return data.criteria.find(({ id }) => id === 'name')!.evidence;
    };
    expect(await apply(name.replace('e', '\u0435'), 'alike-applied')).toContainEqual(
      `The name looks the same as "${name}", a Drive of another author.`,
    );
    expect(await apply('Stripe Payments', 'alike-protected')).toContainEqual(
      expect.stringContaining('"Stripe", which is a protected name'),
    );
  });

  it('has its new identity once it is approved', async () => {
    const { one } = await renamed('1.1.0');
    await following.approve((await one.waiting())!);
    await following.world.work();
    expect(await shown(one)).toMatchObject({
      page: { name: OTHER.name, category: OTHER.category, support_email: OTHER.support_email },
      card: { name: OTHER.name, tagline: OTHER.tagline },
      found: [one.owned.slug],
    });
  });

  it('keeps its identity when the change is refused, and its author reads why', async () => {
    const { one, before } = await renamed('1.1.0');
    const { id } = (await one.waiting())!;
    await following.approve((await one.waiting())!, 'reject');
    await following.world.work();
    await one.sync();
    expect(await shown(one)).toEqual(before);
    expect(await one.waiting()).toBeUndefined();
    const answer = await following.call<SubmissionView>(following.ada.cookie, 'GET', `/submissions/${id}`);
    expect(answer.data).toMatchObject({
      state: 'rejected',
      decision: { reason: expect.stringMatching(/.+/) as string },
    });
    expect(await following.mailed(`/author/submissions/${id}`, 'rejected')).toHaveLength(1);
  });

  it('keeps its identity when its author withdraws the change', async () => {
    const { one, before } = await renamed('1.1.0');
    const { id } = (await one.waiting())!;
    expect((await following.call(following.ada.cookie, 'POST', `/submissions/${id}/withdraw`)).status).toBe(200);
    await one.sync();
    expect(await shown(one)).toEqual(before);
    expect(await one.waiting()).toBeUndefined();
  });

  it('keeps the approved icon, whatever its address serves since, until another one is approved', async () => {
    const port = await freePort();
    const picture = (colour: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><rect width="512" height="512" fill="${colour}"/></svg>`;
    let colour = 'green';
    await following.serve(port, (_request, response) => {
      response.setHeader('content-type', 'image/svg+xml').end(picture(colour));
    });
    const one = await following.listed();
    const bytes = async (url: string | null | undefined) =>
      (await following.app.call({ method: 'GET', url: url ?? '' })).body;
    const entry = async () =>
      (await following.app.call<CatalogueEntryView>({ method: 'GET', url: `/api/public/catalogue/${one.owned.slug}` }))
        .data;
    const drive = (version: string) => ({ version, icon_url: `http://127.0.0.1:${port}/icon.svg` });
    one.overlay.drive = drive('1.1.0');
    await one.sync();
    const first = (await one.waiting())!;
    expect(await bytes(first.listing?.icon_url)).toContain('green');
    // Shown to the reviewer in green; the content of the address from now on is unreviewed.
    colour = 'red';
    await following.approve(first);
    await following.world.work();
    expect(await bytes((await entry()).icon_url)).toContain('green');

    one.overlay.drive = { ...drive('1.2.0'), docs_url: 'https://docs.example.com/new' };
    await one.sync();
    await following.world.work();
    expect(await entry()).toMatchObject({ version: '1.2.0' });
    expect(await bytes((await entry()).icon_url)).toContain('green');

    one.overlay.drive = { ...drive('1.3.0'), tagline: 'In red from now on' };
    await one.sync();
    const second = (await one.waiting())!;
    expect(await bytes(second.listing_before?.icon_url)).toContain('green');
    expect(await bytes(second.listing?.icon_url)).toContain('red');
    expect(await bytes((await entry()).icon_url)).toContain('green');
    await following.approve(second);
    await following.world.work();
    expect(await bytes((await entry()).icon_url)).toContain('red');
  });

  it('adds a page to the host’s own routes only by a person, though a new page alone needs none', async () => {
    const one = await following.listed();
    const page = (path: string) => ({ path, label: 'Drafts', icon: 'pencil' });
    one.overlay['routes_exposed'] = [page(`/${one.owned.slug}/drafts`)];
    one.overlay.drive = { version: '1.1.0' };
    await one.sync();
    expect((await one.live())!.version).toBe('1.1.0');
    one.overlay['routes_exposed'] = [page(`/${one.owned.slug}/drafts`), page('/admin/drafts')];
    one.overlay.drive = { version: '1.2.0' };
    await one.sync();
    expect((await one.live())!.version).toBe('1.1.0');
    expect(await one.waiting()).toMatchObject({ version: '1.2.0' });
  });
});
