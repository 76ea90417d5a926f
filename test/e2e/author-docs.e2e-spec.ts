import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeWith } from '../support/needs.js';
import { PortalInBrowser } from '../support/portal-in-browser.js';
import { docsPages } from '../support/portal-pages.js';

/** What a Drive may answer to hurt whoever reads its report. */
const HOSTILE =
  '</pre><script>window.hurt = 1</script><img src=x onerror="window.hurt = 2">\u202e\u001b]0;title\u0007\u2066{{constructor.constructor("window.hurt=3")()}}';

function hostileDrive(): Promise<Server> {
  const server = createServer((request, response) => {
    const manifest = {
      schema_version: HOSTILE,
      drive: { id: HOSTILE, name: HOSTILE.repeat(200), icon_url: `javascript:${HOSTILE}`, [HOSTILE]: HOSTILE },
      endpoints: { health: HOSTILE },
      contract_version: HOSTILE,
    };
    const body = request.url?.includes('manifest') ? { ok: true, data: manifest, meta: {} } : HOSTILE;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Details come when they are opened, and the page has drawn them after two frames. */
const OPEN_EVERYTHING = `new Promise((drawn) => {
  for (const details of document.querySelectorAll('main details')) details.open = true;
  requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => setTimeout(drawn))));
})`;

describeWith('browser', 'the pages for authors, without an account', () => {
  let stage: PortalInBrowser;
  let base: string;
  let driveUrl: string;
  let drive: Server;

  beforeAll(async () => {
    drive = await hostileDrive();
    const { port } = drive.address() as AddressInfo;
    stage = await PortalInBrowser.start({ settings: () => ({ SANDBOX_DRIVE_PORTS: `4000-4999,${port}` }) });
    base = stage.url;
    driveUrl = stage.ready.reference_drive_url;
  });
  afterAll(async () => {
    await stage?.close();
    drive?.close();
  });

  it('turns no text into markup or script, whatever writes it', async () => {
    const visitor = await stage.anybody('docs');
    const { page } = visitor;
    await visitor.go('/docs/signing');
    const tried = await page.evaluate(`[
      () => (document.createElement('div').innerHTML = '<img src=x>'),
      () => (document.createElement('style').innerHTML = 'a { color: red }'),
      () => (document.createElement('script').text = '1'),
      () => (document.createElement('script').src = '/x.js'),
      () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
      () => trustedTypes.createPolicy('another', {}),
    ].map((attempt) => { try { attempt(); return 'done'; } catch (error) { return error.name; } })`);
    expect(tried).toEqual(['TypeError', 'done', 'TypeError', 'TypeError', 'TypeError', 'TypeError']);
    await visitor.close();
  });

  it('signs in the browser what the contract wants, and sends nothing meanwhile', async () => {
    const visitor = await stage.anybody('docs');
    const { page } = visitor;
    await visitor.go('/docs/signing');
    await visitor.rest();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.getByLabel('Secret', { exact: true }).first().fill('my-secret');
    await page.getByLabel('Path with query').fill('/api/platform/events?since=0');
    await page.getByLabel('Timestamp in milliseconds').fill('1763700000000');
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    const expected = createHmac('sha256', 'my-secret')
      .update('1763700000000:/api/platform/events?since=0')
      .digest('hex');
    await page.getByText(expected, { exact: true }).waitFor();
    expect(sent).toEqual([]);
    await page.getByLabel('Path with query').fill('events');
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByText('begins with "/"').waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });

  it('searches the checks, keeps the search in the address, and leads from a finding to its check', async () => {
    const visitor = await stage.anybody('docs');
    const { page } = visitor;
    await visitor.go('/docs/checks');
    await page.getByLabel('Filter this page').fill('upper case');
    await page.waitForURL((url) => url.searchParams.get('q') === 'upper case');
    await page.getByRole('heading', { name: /^C01/ }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: /^C72/ }).waitFor();
    await visitor.go(`/validate?url=${encodeURIComponent(`${driveUrl}/api/platform/drive/manifest`)}`);
    await page.getByRole('link', { name: 'Open this result on its own page' }).click();
    await page.getByRole('heading', { name: 'Validation result' }).waitFor();
    await page.getByRole('heading', { name: /^What we sent/ }).waitFor();
    await page.getByRole('link', { name: 'C66' }).first().click();
    await page.waitForURL((url) => url.pathname === '/docs/checks' && url.hash === '#C66');
    await page.getByRole('heading', { name: /^C66/ }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });

  it('finds anything documented by the keyboard alone, without asking the server', async () => {
    const visitor = await stage.anybody('docs');
    const { page } = visitor;
    await visitor.go('/docs');
    const box = page.getByRole('combobox', { name: 'Search the documentation' });
    await box.focus();
    // The index comes once, with the focus.
    await box.fill('sig-mismatch');
    await page.getByRole('option', { name: /bad_signature/ }).waitFor();
    await visitor.rest();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await box.fill('rate limits');
    await page
      .getByRole('group', { name: 'Guides' })
      .getByRole('option', { name: /Rate limits/ })
      .waitFor();
    await box.fill('drive.tagline');
    await page
      .getByRole('option', { name: /^drive.tagline/ })
      .first()
      .waitFor();
    expect(sent).toEqual([]);
    expect(await visitor.inspect('search')).toEqual([]);
    await box.press('ArrowDown');
    await box.press('ArrowUp');
    await box.press('Enter');
    await page.getByRole('heading', { name: 'Fields of a manifest', level: 1 }).waitFor();
    await page.waitForURL((url) => decodeURIComponent(url.hash) === '#structured/drive/tagline');
    await page.locator('[id="structured/drive/tagline"]:focus').waitFor();
    await page.getByRole('combobox', { name: 'Search the documentation' }).fill('C61');
    await page.getByRole('option', { name: /^C61/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });

  it('leads nowhere that does not exist: every link of every page, and every address of the index', async () => {
    const visitor = await stage.anybody('docs');
    const { page } = visitor;
    const index = JSON.parse(readFileSync('apps/web/src/docs/search.json', 'utf8')) as { entries: { href: string }[] };
    const wanted = new Set(index.entries.map(({ href }) => href));
    const ids = new Map<string, Set<string>>();
    for (const address of docsPages) {
      await visitor.go(address);
      await page.evaluate(OPEN_EVERYTHING);
      ids.set(
        address,
        new Set(await page.evaluate<string[]>(`[...document.querySelectorAll('[id]')].map((e) => e.id)`)),
      );
      const links = await page.evaluate<string[]>(
        `[...document.querySelectorAll('main a[href^="/docs"], main a[href^="#"]')].map((a) => a.getAttribute('href'))`,
      );
      for (const link of links) wanted.add(link.startsWith('#') ? address + link : link);
    }
    const dead = [...wanted].filter((href) => {
      const [target = '', hash] = href.split('#');
      const known = ids.get(target.split('?')[0]!);
      return !known || (hash !== undefined && !known.has(decodeURIComponent(hash)));
    });
    expect(wanted.size).toBeGreaterThan(500);
    expect(dead).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });

  it('opens a route of the API that the address names, with its body and its refusals', async () => {
    const visitor = await stage.anybody('docs');
    const { page } = visitor;
    await visitor.go('/docs/api#post-api-v1-operator-installs');
    const route = page.locator('[id="post-api-v1-operator-installs"]');
    await route.getByRole('link', { name: 'RequestInstallBody' }).click();
    await page.locator('[id="type-RequestInstallBody"][open]').waitFor();
    await route.getByRole('link', { name: 'install_exists' }).click();
    await page.getByRole('heading', { name: '409 install_exists' }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });

  it('gives out the vectors and schemas byte for byte', async () => {
    const visitor = await stage.anybody('docs');
    const { page } = visitor;
    await visitor.go('/docs/vectors');
    const files = readdirSync('libs/contract/vectors').filter((file) => file.endsWith('.json'));
    const served = async (name: string): Promise<string> => {
      const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
      return (await fetch(new URL(href ?? '', base))).text();
    };
    for (const file of files)
      expect([
        file,
        (await served(`Download ${file}`)) === readFileSync(`libs/contract/vectors/${file}`, 'utf8'),
      ]).toEqual([file, true]);
    await visitor.go('/docs/fields');
    expect(await served('JSON Schema of shape A')).toBe(
      readFileSync('libs/contract/schemas/manifest-flat.schema.json', 'utf8'),
    );
    await visitor.close();
  });

  it.each(docsPages)('%s holds in both schemes and on a phone', async (address) => {
    const visitor = await stage.anybody('docs');
    await visitor.go(address);
    expect(await visitor.inspect(address)).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });

  it('shows what a hostile Drive answers as text: no script runs, nothing else is asked for', async () => {
    const visitor = await stage.anybody('hostile');
    const { page } = visitor;
    const { port } = drive.address() as AddressInfo;
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(base)) elsewhere.push(request.url());
    });
    await visitor.go(`/validate?url=${encodeURIComponent(`http://127.0.0.1:${port}/manifest`)}`);
    await page.getByText('Does not pass').waitFor();
    expect(await page.evaluate('window.hurt')).toBeUndefined();
    expect(elsewhere).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    expect(await visitor.inspect('report')).toEqual([]);
    const shown = await page.locator('main').innerText();
    expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u001b]/);
    expect(shown.length).toBeLessThan(60_000);
    await visitor.close();
  });
});
