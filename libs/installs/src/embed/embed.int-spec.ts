import { Client } from 'pg';
import type { ReferenceDrive } from '../../../../apps/reference-drive/src/drive.js';
import { PluginsWorld } from '../../../../test/support/drives/plugins-world.js';
import type { EmbedView } from './embed.view.js';
import type { FramedPageView } from './framed-page.view.js';
import { PluginFrame } from './plugin-frame.js';

const UNKNOWN = '00000000-0000-7000-8000-00000000dead';

describe('what an install adds to pages', () => {
  const world = PluginsWorld.forTests('embeddable');
  let operator: string;
  let stranger: string;
  let drive: ReferenceDrive;
  let id: string;

  const embed = (as = operator, of = id) => world.call<EmbedView>(as, 'GET', `/operator/installs/${of}/embed`);
  const reveal = (as = operator, of = id) =>
    world.call<{ snippet: string }>(as, 'POST', `/operator/installs/${of}/embed/reveal`);
  const view = () => world.view(id);
  const frame = (path = '/', as = operator) =>
    world.call<FramedPageView>(as, 'GET', `/operator/installs/${id}/frame?path=${encodeURIComponent(path)}`);
  const framed = (cookie: string | undefined, of = id) =>
    world.app.get(PluginFrame).execute({ headers: { cookie }, id: 'a request' } as never, of);
  /** As it would be kept, had the operator accepted such a version; the product itself changes no revision. */
  const keep = async (returns: object | null) => {
    const owner = new Client({ connectionString: world.app.database.url });
    await owner.connect();
    try {
      await owner.query('set session_replication_role = replica');
      await owner.query(
        `update listings.revisions set manifest = jsonb_set(manifest, '{installReturns}', $2) where drive_id = $1`,
        [world.owned.driveId, JSON.stringify(returns)],
      );
    } finally {
      await owner.end();
    }
  };

  beforeAll(async () => {
    ({ operator, stranger, drive } = world);
    ({ id } = await world.active(0));
  });

  it('includes the snippet without its token, and a request for the token is recorded', async () => {
    expect(await view()).toMatchObject({ state: 'active', embeds: true, accent_color: '#1f6f5c' });
    const { status, data } = await embed();
    expect([status, data]).toEqual([
      200,
      {
        snippet: `<script src="${drive.url}/embed.js" data-token="{{scoped_token}}" async></script>`,
        refused: [],
        host_origin: drive.url,
        token_prefix: 'embeddable_',
        token_prefix_differs: false,
      },
    ]);
    const shown = await reveal();
    expect(shown.status).toBe(200);
    const token = /^<script src="[^"]+" data-token="(embeddable_[^"]+)" async><\/script>$/.exec(
      shown.data.snippet,
    )![1]!;
    const drafts = await fetch(`${drive.url}/api/embed/drafts`, { headers: { authorization: `Bearer ${token}` } });
    expect(await drafts.json()).toMatchObject({ ok: true, data: { drafts: [] } });
    const shownOnes = `select after from platform.audit_log where action = 'install.embed_shown' and subject_id = $1`;
    expect(await world.listings.column(shownOnes, [id])).toEqual([null]);
    const kept = `select 1 from platform.audit_log where to_jsonb(audit_log)::text like $1`;
    expect(await world.db.query(kept, [`%${token}%`])).toEqual([]);
  });

  it('omits a snippet accepted before the rules changed, with its reasons, and reports a token with another prefix', async () => {
    const host_origin = 'https://embed.example';
    await keep({
      embedSnippet:
        '<b onclick="x()" data-token="{{scoped_token}}"></b><script src="https://evil.example/w.js"></script>',
      hostOrigin: host_origin,
      tokenPrefix: 'wdg_',
    });
    expect((await embed()).data).toEqual({
      snippet: null,
      refused: ['<b> has the handler onclick.', '<script> has src, which is not an address of host_origin.'],
      host_origin,
      token_prefix: 'wdg_',
      token_prefix_differs: true,
    });
    expect(await reveal()).toMatchObject({ status: 409, error: 'embed_refused' });
    await keep(null);
    expect(await embed()).toMatchObject({ status: 404, error: 'no_embed' });
    expect(await view()).toMatchObject({ embeds: false });
  });

  it('includes the pages that the manifest exposes, at its own origin or the one that it names', async () => {
    await keep({ hostOrigin: 'https://embed.example' });
    const own = await view();
    expect(own).toMatchObject({ cannot_open: null });
    expect(own.pages).toEqual([
      { path: '/embeddable/drafts', label: 'Drafts', icon: 'feather', url: `${own.mount_url}/embeddable/drafts` },
    ]);
    expect((await fetch(own.pages[0]!.url)).status).toBe(200);
    // Under another name of loopback than the portal, whose cookies it would get.
    const other = drive.url.replace('127.0.0.1', 'localhost');
    expect(await framed(operator)).toBe(other);
    const url = own.pages[0]!.url.replace(drive.url, other);
    const shown = { url, host: new URL(other).host, refused: null, forbidden_by: null };
    expect((await frame()).data).toEqual(shown);
    expect((await frame('/embeddable/drafts')).data).toEqual(shown);
    expect(await frame('/nowhere')).toMatchObject({ status: 404, error: 'page_not_found' });

    const mount = (address: string) =>
      world.db.query('update installs.installs set mount_url = $2 where id = $1', [id, address]);
    await mount('https://embed.example/app?ws=1');
    expect(await view()).toMatchObject({
      mount_url: 'https://embed.example/app?ws=1',
      pages: [{ url: 'https://embed.example/app/embeddable/drafts?ws=1' }],
    });
    expect(await framed(operator)).toBe('https://embed.example');
    expect((await frame()).data).toMatchObject({ host: 'embed.example', refused: 'no_answer' });
    await mount('https://elsewhere.example/app');
    expect(await view()).toMatchObject({ mount_url: null, pages: [] });
    expect(await framed(operator)).toBeNull();
    await mount(own.mount_url!);
  });

  it('can be framed for its operators only, and frames nothing else', async () => {
    expect(await Promise.all([framed(undefined), framed(stranger), framed(operator, UNKNOWN)])).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('disappears with the install', async () => {
    await world.call(operator, 'POST', `/operator/installs/${id}/uninstall`, { confirm: world.ventures[0]!.name });
    expect(await view()).toMatchObject({ pages: [] });
    await keep({ embedSnippet: '<b data-token="{{scoped_token}}"></b>', hostOrigin: null, tokenPrefix: null });
    expect(await embed()).toMatchObject({ status: 409, error: 'embed_not_active' });
    expect(await framed(operator)).toBeNull();
  });
});
