import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeWith } from '../support/needs.js';
import { eventually } from '../support/test-timeout.js';
import { PortalInBrowser } from '../support/portal-in-browser.js';

/** Of the limit's minute that must be left, so that a page that is slow still meets it. Seconds. */
const LEFT_S = 25;
const HOSTILE = '<img src=x onerror="window.hurt=1"><script>window.hurt=2</script>\u202e\u001b[31m';

/** A Drive that holds back every answer until it is let go; what it says then is meant to hurt whoever shows it. */
class SlowHostileDrive {
  private held: ServerResponse[] | undefined = [];
  private readonly arrivals: (() => void)[] = [];
  private constructor(private readonly server: Server) {}

  static async start(): Promise<SlowHostileDrive> {
    const server = createServer();
    const drive = new SlowHostileDrive(server);
    server.on('request', (_request, response) => {
      if (drive.held) drive.held.push(response);
      else answer(response);
      drive.arrivals.splice(0).forEach((arrived) => arrived());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return drive;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
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
  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

function answer(response: ServerResponse): void {
  const path = `/api/platform/${encodeURIComponent(HOSTILE)}`;
  const data = {
    schema_version: HOSTILE,
    drive: { id: HOSTILE, name: HOSTILE.repeat(40), icon_url: `javascript:${HOSTILE}` },
    endpoints: { metrics: path, events: path, billing: HOSTILE },
  };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, data, meta: {} }));
}

describeWith('browser', 'the public validator in a browser', () => {
  let stage: PortalInBrowser;
  let base: string;
  let driveUrl: string;
  let slow: SlowHostileDrive;

  beforeAll(async () => {
    slow = await SlowHostileDrive.start();
    stage = await PortalInBrowser.start({
      settings: () => ({
        SANDBOX_DRIVE_PORTS: `4000-4999,${slow.port}`,
        VALIDATOR_LIMIT_PER_MINUTE: '14',
        // However long the second visitor takes, the verdict of the first is still an earlier one.
        VALIDATOR_CACHE_SECONDS: '600',
      }),
    });
    base = stage.url;
    driveUrl = stage.ready.reference_drive_url;
  });
  afterAll(async () => {
    await stage?.close();
    slow?.close();
  });

  const check = (url: string): string => `/validate?url=${encodeURIComponent(url)}`;

  it('shows the checks while they run; whoever leaves finds the result at its address, as text', async () => {
    const [visitor, other] = [await stage.anybody('validator'), await stage.anybody('other')];
    slow.hold();
    await visitor.go(check(slow.manifestUrl));
    await visitor.page.getByRole('heading', { name: 'Checking' }).waitFor();
    await slow.isAsked();
    await visitor.page.getByText('Reading the manifest').waitFor();
    // First what only a run in progress shows: after ten seconds nobody waits for this Drive any more.
    const permalink = await visitor.page.getByRole('link', { name: 'on its own page' }).getAttribute('href');
    expect(await visitor.inspect('running')).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    // Leaves while the Drive still has not answered.
    await visitor.close();
    slow.letGo();

    const elsewhere: string[] = [];
    other.page.on('request', (request) => {
      if (!request.url().startsWith(base)) elsewhere.push(request.url());
    });
    const ended = async (): Promise<boolean> =>
      (await other.page.request.get(new URL(`/api/public${permalink}`, base).href)).status() === 200;
    while (!(await ended()));
    await other.go(permalink!);
    await other.page.getByText('Does not pass').waitFor();
    expect(await other.page.evaluate('window.hurt')).toBeUndefined();
    expect(elsewhere).toEqual([]);
    expect(await other.page.locator('main').innerText()).not.toMatch(/[\u202a-\u202e\u001b]/);
    expect(await other.inspect('result')).toEqual([]);
    expect(other.complaints).toEqual([]);
    await other.close();
  });

  it('watches a run to its end, says when a verdict is an earlier one, and checks anew on demand', async () => {
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
    expect(await second.inspect('cached')).toEqual([]);
    await second.close();

    await page.getByRole('button', { name: 'Check again' }).click();
    await eventually('another result', link, (href) => href !== first);
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });

  it('says of every refusal what it is and what to do', async () => {
    const visitor = await stage.anybody('refusal');
    const { page } = visitor;
    await visitor.go(check('http://10.0.0.1/manifest'));
    await page.getByRole('heading', { name: 'This URL cannot be checked' }).waitFor();
    await page.getByText('must use https').waitFor();
    expect(await visitor.inspect('address')).toEqual([]);
    // The rest of the minute's questions, asked elsewhere. A minute that is nearly over ends first.
    for (let left = 0; left < LEFT_S;) {
      const answer = await page.request.get(new URL('/api/public/manifest-validate?url=x', base).href);
      left = answer.status() === 429 ? Number(answer.headers()['retry-after']) : 0;
    }
    await page.getByLabel('Manifest URL').fill(`${driveUrl}/other`);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('heading', { name: 'Too many checks' }).waitFor();
    await page.getByText('14 checks per minute from your address').first().waitFor();
    expect(await visitor.inspect('limit')).toEqual([]);
    await visitor.close();
  });
});
