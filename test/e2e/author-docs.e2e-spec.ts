import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Visitor } from '../support/browser/browser-tour.js';
import { describeWith } from '../support/needs.js';
import { PortalInBrowser } from '../support/browser/portal-in-browser.js';
import { docsPages } from '../support/browser/portal-pages.js';
import { leave, checkPage } from '../support/browser/story-steps.js';
import { LocalServer } from '../support/processes/local-server.js';
import { eventually, until } from '../support/test-timeout.js';

/** Answers of a Drive that attack the reader of its report. */
const HOSTILE =
  '</pre><script>window.hurt = 1</script><img src=x onerror="window.hurt = 2">\u202e\u001b]0;title\u0007\u2066{{constructor.constructor("window.hurt=3")()}}';

/** Of the limit's minute that must be left, so that a page that is slow still meets it. Seconds. */
const LEFT_S = 25;

/** A Drive that delays every answer until it is released; its answers attack the page that shows them. */
class SlowHostileDrive extends LocalServer {
  private held: ServerResponse[] | undefined = [];
  private readonly arrivals: (() => void)[] = [];

  protected respond(_request: IncomingMessage, response: ServerResponse): void {
    if (this.held) this.held.push(response);
    else answer(response);
    this.arrivals.splice(0).forEach((arrived) => arrived());
  }

  get manifestUrl(): string {
    return `http://127.0.0.1:${this.port}/manifest`;
  }

  hold(): void {
    this.held = [];
  }
  async isAsked(): Promise<void> {
    while (this.held?.length === 0) await new Promise<void>((resolve) => this.arrivals.push(resolve));
  }
  letGo(): void {
    this.held?.forEach(answer);
    this.held = undefined;
  }
}

function answer(response: ServerResponse): void {
  const path = `/api/platform/${encodeURIComponent(HOSTILE)}`;
  const data = {
    schema_version: HOSTILE,
    drive: { id: HOSTILE, name: HOSTILE.repeat(200), icon_url: `javascript:${HOSTILE}`, [HOSTILE]: HOSTILE },
    contract_version: HOSTILE,
    endpoints: { metrics: path, events: path, billing: HOSTILE },
  };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, data, meta: {} }));
}

/** Details come when they are opened, and the page has drawn them after two frames. */
const OPEN_EVERYTHING = `new Promise((drawn) => {
  for (const details of document.querySelectorAll('main details')) details.open = true;
  requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => setTimeout(drawn))));
})`;

describeWith('browser', 'the pages for authors, without an account', () => {
  let slow: SlowHostileDrive;
  beforeAll(async () => {
    slow = await SlowHostileDrive.start();
  });
  const stage = PortalInBrowser.forTests({
    settings: () => ({
      SANDBOX_DRIVE_PORTS: `4000-4999,${slow.port}`,
      VALIDATOR_LIMIT_PER_MINUTE: '14',
      // However long the second visitor takes, the verdict of the first is still an earlier one.
      VALIDATOR_CACHE_SECONDS: '600',
    }),
  });
  let base: string;
  let driveUrl: string;
  beforeAll(() => {
    base = stage.url;
    driveUrl = stage.ready.reference_drive_url;
  });
  afterAll(() => slow?.close());

  const check = (url: string): string => `/validate?url=${encodeURIComponent(url)}`;

  // First: no verdict has been requested yet.
  it('show the checks while they run; a visitor who leaves finds the result at its address, as text', async () => {
    const [visitor, other] = [await stage.anybody('validator'), await stage.anybody('other')];
    slow.hold();
    await visitor.go(check(slow.manifestUrl));
    await visitor.page.getByRole('heading', { name: 'Checking' }).waitFor();
    await slow.isAsked();
    await visitor.page.getByText('Running', { exact: true }).waitFor();
    // First the parts of a run in progress: after ten seconds this Drive is no longer waited for.
    const permalink = await visitor.page.getByRole('link', { name: 'on its own page' }).getAttribute('href');
    await checkPage(visitor, 'running');
    // Leaves while the Drive still has not answered.
    await leave(visitor);
    slow.letGo();

    const elsewhere: string[] = [];
    other.page.on('request', (request) => {
      if (!request.url().startsWith(base)) elsewhere.push(request.url());
    });
    const ended = async (): Promise<boolean> =>
      (await other.page.request.get(new URL(`/api/public${permalink}`, base).href)).status() === 200;
    await until(ended);
    await other.go(permalink!);
    await other.page.getByText('Does not pass').waitFor();
    expect(await other.page.evaluate('window.hurt')).toBeUndefined();
    expect(elsewhere).toEqual([]);
    const shown = await other.page.locator('main').innerText();
    expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u001b]/);
    expect(shown.length).toBeLessThan(60_000);
    await checkPage(other, 'result');
    await leave(other);
  });

  it('follow a run to its end, say when a verdict is an earlier one, and check again on demand', async () => {
    const visitor = await stage.anybody('validator');
    const { page } = visitor;
    const manifest = `${driveUrl}/api/platform/drive/manifest`;
    await visitor.go('/validate');
    await page.getByLabel('Manifest URL').fill(manifest);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('heading', { name: 'Verdict' }).waitFor();
    const link = (): Promise<string | null> =>
      page.getByRole('link', { name: 'Open this result on its own page' }).getAttribute('href');
    const first = await link();
    expect(await page.getByText('is reused').count()).toBe(0);

    const second = await stage.anybody('second');
    await second.go(check(manifest));
    await second.page.getByText('is reused').waitFor();
    await checkPage(second, 'cached');
    await second.close();

    await page.getByRole('button', { name: 'Check again' }).click();
    await eventually('another result', link, (href) => href !== first);
    await leave(visitor);
  });

  it('turn no text into markup or script, whoever writes it', async () => {
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

  it('sign in the browser as the contract requires, and send nothing meanwhile', async () => {
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
    await page.getByText('starts with "/"').waitFor();
    await leave(visitor);
  });

  it('search the checks, keep the search in the address, and link from a finding to its check', async () => {
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
    // Each criterion of a review has its own place, to which a case links.
    await visitor.go('/docs/checks#scope_minimisation');
    await page.locator('#scope_minimisation', { hasText: 'Every permission' }).waitFor();
    await leave(visitor);
  });

  it('find anything documented by the keyboard alone, without a request to the server', async () => {
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
    await checkPage(visitor, 'search');
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
    await leave(visitor);
  });

  it('have no broken link: every link of every page, and every address of the index', async () => {
    const visitor = await stage.anybody('docs');
    const { page } = visitor;
    const index = JSON.parse(readFileSync('apps/web/src/docs/generated/search.json', 'utf8')) as {
      entries: { href: string }[];
    };
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
    await leave(visitor);
  });

  it('open a route of the API that the address names, with its body and its refusals', async () => {
    const visitor = await stage.anybody('docs');
    const { page } = visitor;
    await visitor.go('/docs/api#post-api-v1-operator-installs');
    const route = page.locator('[id="post-api-v1-operator-installs"]');
    await route.getByRole('link', { name: 'RequestInstallBody' }).click();
    await page.locator('[id="type-RequestInstallBody"][open]').waitFor();
    await route.getByRole('link', { name: 'install_exists' }).click();
    await page.getByRole('heading', { name: '409 install_exists' }).waitFor();
    await leave(visitor);
  });

  it('serve the vectors and schemas byte for byte', async () => {
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

  describe('in both schemes and on a phone', () => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await stage.anybody('docs');
    });
    afterAll(() => visitor?.close());

    it.each(docsPages)('%s renders without a fault', async (address) => {
      await visitor.walk(address);
      await checkPage(visitor, address);
      expect(visitor.complaints).toEqual([]);
    });
  });

  // Last: requests in the minute after it are refused.
  it('explain every refusal and what to do', async () => {
    const visitor = await stage.anybody('refusal');
    const { page } = visitor;
    await visitor.go(check('http://10.0.0.1/manifest'));
    await page.getByRole('heading', { name: 'This URL cannot be checked' }).waitFor();
    await page.getByText('must use https').waitFor();
    await checkPage(visitor, 'address');
    // The rest of the minute's questions, asked elsewhere. A minute that is nearly over ends first.
    for (let left = 0; left < LEFT_S;) {
      const answer = await page.request.get(new URL('/api/public/manifest-validate?url=x', base).href);
      left = answer.status() === 429 ? Number(answer.headers()['retry-after']) : 0;
    }
    await page.getByLabel('Manifest URL').fill(`${driveUrl}/other`);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('heading', { name: 'Too many checks' }).waitFor();
    await page.getByText('14 checks per minute from your address').first().waitFor();
    await checkPage(visitor, 'limit');
    await visitor.close();
  });
});
