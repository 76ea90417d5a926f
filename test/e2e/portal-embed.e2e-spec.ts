import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ChangingDrives, eventually, type ChangingDrive } from '../support/drives/changing-drives.js';
import { describeWith } from '../support/needs.js';
import { PortalInBrowser } from '../support/browser/portal-in-browser.js';
import { listen } from '../support/processes/processes.js';
import { follow, leave, checkPage, openTab, press } from '../support/browser/story-steps.js';
import { consoleState, control } from '../support/drives/console.js';

const API = '/api/v1';
const TITLE = 'A first <b>draft</b>';

describeWith('browser', 'A plugin inside the portal and in a page of the venture, in a browser', () => {
  const stage = PortalInBrowser.forTests({ settings: () => ({ SANDBOX_DRIVE_PORTS: '1024-65535' }) });
  let world: ChangingDrives;
  let drive: ChangingDrive;
  let installId: string;
  let venture: string;
  /** A page of the venture, which belongs to the venture alone. */
  let site: Server;
  let siteUrl: string;
  let pasted = '';

  /** Cookies of each request for a page of the plugin, by a browser. */
  const received: (string | undefined)[] = [];
  /** Of its pages. */
  let headers: Record<string, string> = {};
  const atDrive = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.socket.localPort !== drive?.drive.port || !request.url!.includes('/showing/drafts')) return;
    if (/Mozilla/.test(request.headers['user-agent'] ?? '')) received.push(request.headers.cookie);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  };
  const opened = () => `/plugins/installed/${installId}/open`;

  beforeAll(async () => {
    subscribe('http.server.request.start', atDrive);
    world = await ChangingDrives.of(stage);
    drive = await world.listed('showing', {
      drive: { version: '1.0.0', pricing_tier: 'free' },
      routes_exposed: [
        { path: '/showing/drafts', label: 'Drafts', icon: 'feather' },
        { path: '/showing/drafts?all=1', label: 'All drafts', icon: 'feather' },
      ],
    });
    venture = 'Northwind Journal';
    const ventures = await world.ventures();
    installId = await world.installed(drive.slug, ventures.find(({ name }) => name === venture)!.id);
    const { install_id } = (await consoleState(drive.drive.url)).installs.at(-1)!;
    await control(drive.drive.url, 'emit', { install_id, type: 'draft.created', payload: { title: TITLE } });
    site = createServer((request, response) => {
      response.writeHead(request.url === '/' ? 200 : 204, { 'content-type': 'text/html; charset=utf-8' });
      response.end(request.url === '/' ? `<!doctype html><title>Journal</title><h1>Journal</h1>${pasted}` : undefined);
    });
    siteUrl = `http://127.0.0.1:${await listen(site)}`;
  });
  afterAll(() => {
    unsubscribe('http.server.request.start', atDrive);
    site?.close();
  });

  it('is opened in a frame below its stripe, and no other document of the portal allows frames', async () => {
    const operator = await stage.enter('operator');
    const { page } = operator;
    await operator.go(`/plugins/installed/${installId}`);
    await follow(operator, page.getByRole('link', { name: 'Open plugin' }));
    const frame = page.frameLocator('iframe.plugin-frame');
    await frame.getByRole('heading', { name: 'Drafts for Northwind' }).waitFor();
    await frame.getByText(TITLE).waitFor();
    expect(new URL(page.url()).pathname).toBe(opened());
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-forms');
    const stripe = `(() => { const { borderTopColor, borderTopWidth } = getComputedStyle(document.querySelector('.plugin-view')); return borderTopWidth + ' ' + borderTopColor; })()`;
    expect(await page.evaluate<string>(stripe)).toBe('2px rgb(31, 111, 92)');
    await checkPage(operator, 'open-plugin');

    await follow(operator, page.getByRole('link', { name: 'All drafts', exact: true }));
    await page.locator('iframe[src$="/showing/drafts?all=1"]').waitFor();
    const policyOf = async (address: string): Promise<string> =>
      (await page.goto(new URL(address, stage.url).href))!.headers()['content-security-policy']!;
    expect(await policyOf(page.url())).toContain(`; frame-src http://localhost:${drive.drive.port};`);
    await frame.getByText(TITLE).waitFor();
    expect(await policyOf(`/plugins/installed/${installId}`)).not.toContain('frame-src');

    // A visitor without the loaded document is asked to reload.
    await page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(opened())}); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await press(operator, 'Load the page again');
    await frame.getByText(TITLE).waitFor();
    await operator.go(`${opened()}/nowhere`);
    await page.getByText('This plugin has no such page.').waitFor();
    await checkPage(operator, 'open-plugin-nowhere');
    await leave(operator);
  });

  it('has its name and host above the frame, gets no cookie, and a page that refuses framing is reported', async () => {
    const operator = await stage.enter('operator');
    const { page } = operator;
    const host = `localhost:${drive.drive.port}`;
    for (const portal of [stage.url, stage.url.replace('127.0.0.1', 'localhost')]) {
      await page
        .context()
        .addCookies(
          (await page.context().cookies(stage.url)).map((one) => ({ ...one, domain: new URL(portal).hostname })),
        );
      await page.goto(new URL(opened(), portal).href);
      await page.frameLocator('iframe.plugin-frame').getByText(TITLE).waitFor();
      const src = new URL((await page.locator('iframe').getAttribute('src'))!);
      expect(src.hostname).not.toBe(new URL(portal).hostname);
      await page.locator('.plugin-bar').getByText(`Page of ${src.host}`).waitFor();
    }
    expect(received.length).toBeGreaterThan(2);
    expect(received.filter((cookie) => cookie !== undefined)).toEqual([]);

    headers = { 'x-frame-options': 'DENY' };
    await operator.go(opened());
    await page.getByText(`${host} does not allow being shown here. Its page says: x-frame-options: DENY`).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await checkPage(operator, 'open-plugin-refused');
    headers = {};
    // The person is signed in under one host name only.
    await page.context().clearCookies({ domain: 'localhost' });
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Open in a new tab' }).first().click(),
    ]);
    await tab.getByText(TITLE).waitFor();
    expect(await tab.evaluate('opener')).toBeNull();
    await tab.close();
    expect(received.filter((cookie) => cookie !== undefined)).toEqual([]);
    await leave(operator);
  });

  it('is not opened without a reason on the page, and is opened on request when it does not answer', async () => {
    const operator = await stage.enter('operator');
    const { page } = operator;
    const before = await stage.db.query<{ mount_url: string }>(
      'select mount_url from installs.installs where id = $1',
      [installId],
    );
    const set = (column: 'mount_url' | 'paused_at', value: string | null) =>
      stage.db.query(`update installs.installs set ${column} = $2 where id = $1`, [installId, value]);
    await set('mount_url', 'https://elsewhere.example/app');
    await operator.go(opened());
    await page.getByText('It leads to https://elsewhere.example', { exact: false }).waitFor();
    await set('mount_url', before.rows[0]!.mount_url);
    await set('paused_at', new Date().toISOString());
    await operator.go(opened());
    await page.getByText('This plugin is paused', { exact: false }).waitFor();
    await checkPage(operator, 'open-plugin-paused');
    await set('paused_at', null);

    await control(drive.drive.url, 'condition', { dark: true });
    await eventually(
      'the silence',
      async () => {
        await world.operator.must('POST', `${API}/operator/installs/${installId}/refresh`);
        return world.operator.must<{ unreachable_since: string | null }>(
          'GET',
          `${API}/operator/installs/${installId}`,
        );
      },
      (one) => one.unreachable_since !== null,
    );
    await operator.go(opened());
    await page.getByText('The plugin has not answered for', { exact: false }).waitFor();
    await checkPage(operator, 'open-plugin-silent');
    await press(operator, 'Open it anyway');
    await page.frameLocator('iframe.plugin-frame').getByText(TITLE).waitFor();
    await control(drive.drive.url, 'condition', { dark: false });
    await leave(operator);
  });

  it('has a snippet that works in a page of the venture until the plugin is uninstalled', async () => {
    const operator = await stage.enter('operator');
    const { page } = operator;
    await operator.go(`/plugins/installed/${installId}`);
    await openTab(operator, 'Embed');
    const snippet = page.getByTestId('embed-snippet');
    await snippet.filter({ hasText: '••••' }).waitFor();
    await checkPage(operator, 'embed');
    await press(operator, 'Reveal token');
    await page.getByRole('button', { name: 'Copy snippet' }).waitFor();
    pasted = (await snippet.textContent())!;
    expect(pasted).toContain(`<script src="${drive.drive.url}/embed.js" data-token="showing_`);
    await checkPage(operator, 'embed-shown');
    await press(operator, 'Hide token');
    expect(await snippet.textContent()).not.toContain('showing_');
    await leave(operator);

    const reader = await stage.anybody('reader');
    await reader.page.goto(siteUrl);
    await reader.page.getByRole('region', { name: 'Drafts' }).getByText(TITLE).waitFor();
    expect(reader.complaints).toEqual([]);

    await world.operator.must('POST', `${API}/operator/installs/${installId}/uninstall`, { confirm: venture });
    await eventually(
      'the end at the plugin',
      () => world.operator.must<{ state: string }>('GET', `${API}/operator/installs/${installId}`),
      (one) => one.state === 'revoked',
    );
    await reader.page.reload();
    await reader.page.getByText('Drafts are not available.').waitFor();
    await reader.close();
    const again = await stage.enter('operator');
    await again.go(opened());
    await again.page.getByText('This plugin was removed', { exact: false }).waitFor();
    await checkPage(again, 'open-plugin-removed');
    await leave(again);
  });
});
