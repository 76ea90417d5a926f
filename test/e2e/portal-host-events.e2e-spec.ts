import { ChangingDrives, eventually, type ChangingDrive } from '../support/changing-drives.js';
import { describeWith } from '../support/needs.js';
import { PortalInBrowser } from '../support/portal-in-browser.js';
import { leave, look, openTab, press } from '../support/story-by-hand.js';

const API = '/api/v1';
const KIND = 'contact.created';

interface State {
  received: { id: string; type: string; payload: object; install_id: string | null }[];
}

describeWith('browser', 'Events of the host, in a browser', () => {
  let stage: PortalInBrowser;
  let world: ChangingDrives;
  let drive: ChangingDrive;
  let installId: string;
  let venture: { id: string; tenant: string; external: string };

  const received = async (): Promise<State['received']> => {
    const answer = await fetch(`${drive.drive.url}/_control/state`);
    return ((await answer.json()) as { data: State }).data.received;
  };
  const send = (id: string, payload: object = { contact_id: id }) =>
    world.admin.must<{ events: { installs: number }[] }>('POST', `${API}/host/events`, {
      events: [{ id, type: KIND, tenant: venture.tenant, venture: venture.external, ts: Date.now(), payload }],
    });
  const breakDrive = (dark: boolean) =>
    fetch(`${drive.drive.url}/_control/condition`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ dark }),
    });

  beforeAll(async () => {
    stage = await PortalInBrowser.start({ settings: () => ({ SANDBOX_DRIVE_PORTS: '1024-65535' }) });
    world = await ChangingDrives.of(stage.url);
    drive = await world.listed('listening', {
      drive: { version: '1.0.0', pricing_tier: 'free' },
      endpoints: { receive: '/api/platform/receive' },
      events_consumed: [KIND],
      permissions_requested: ['venture.read', 'events.emit', `events.receive:${KIND}`],
    });
    await world.admin.must('PUT', `${API}/host/event-kinds/${KIND}`, { description: 'A contact was added.' });
    venture = { id: '', tenant: 'demo-northwind', external: 'northwind-journal' };
    const plugin = await world.operator.must<{ drive_id: string; digest: string; permissions: { name: string }[] }>(
      'GET',
      `${API}/operator/plugins/${drive.slug}`,
    );
    const { items } = await world.operator.must<{ items: { id: string; name: string }[] }>(
      'GET',
      `${API}/operator/ventures`,
    );
    venture.id = items.find(({ name }) => name === 'Northwind Journal')!.id;
    const { id } = await world.operator.must<{ id: string }>('POST', `${API}/operator/installs`, {
      venture_id: venture.id,
      drive_id: plugin.drive_id,
      digest: plugin.digest,
      permissions: plugin.permissions.map((one) => one.name),
      config: { brand_name: 'Acme', tone: 'plain' },
    });
    installId = id;
    await eventually(
      'the install',
      () => world.operator.must<{ state: string }>('GET', `${API}/operator/installs/${id}`),
      (one) => one.state === 'active',
    );
  });
  afterAll(async () => {
    await stage?.close();
    await world?.close();
  });

  it('reach the plugin, and operator and author see that they did', async () => {
    expect((await send('contact-1')).events[0]!.installs).toBe(1);
    const [event] = await eventually('the event at the plugin', received, (events) => events.length > 0);
    expect(event).toMatchObject({ id: 'contact-1', type: KIND, payload: { contact_id: 'contact-1' } });

    const operator = await stage.enter('operator');
    await operator.go(`/plugins/installed/${installId}`);
    await openTab(operator, 'Events sent');
    const table = operator.page.getByRole('region', { name: 'Events sent to the plugin' });
    await table.getByText('contact-1').waitFor();
    await table.getByText('ping').waitFor();
    await look(operator, 'events-sent');
    await leave(operator);

    const author = await stage.enter('author');
    await author.go(`/author/drives/${drive.driveId}/installs`);
    await author.page.getByRole('region', { name: 'Events sent to your Drive' }).getByText('contact-1').waitFor();
    await look(author, 'events-sent-author');
    await leave(author);
  });

  it('that the plugin refuses can be sent again', async () => {
    // No object of an event that this plugin knows.
    drive.overlay['events_consumed'] = [];
    await send('contact-2');
    await eventually(
      'the refusal',
      () =>
        world.operator.must<{ items: { event_id: string | null; state: string }[] }>(
          'GET',
          `${API}/operator/installs/${installId}/deliveries?state=failed`,
        ),
      ({ items }) => items.some((one) => one.event_id === 'contact-2'),
    );
    drive.overlay['events_consumed'] = [KIND];
    const operator = await stage.enter('operator');
    await operator.go(`/plugins/installed/${installId}?tab=deliveries&delivery=failed`);
    await operator.page.getByText('HTTP 422: unknown kind').waitFor();
    await look(operator, 'events-refused');
    await press(operator, 'Resend event contact-2');
    await eventually('the event at the plugin', received, (events) => events.some(({ id }) => id === 'contact-2'));
    await leave(operator);
  });

  it('wait while the plugin is down, and arrive in their order', async () => {
    await breakDrive(true);
    for (const id of ['contact-3', 'contact-4']) await send(id);
    await eventually(
      'a failed attempt',
      () =>
        world.operator.must<{ items: { attempts: number }[] }>(
          'GET',
          `${API}/operator/installs/${installId}/deliveries?state=pending`,
        ),
      ({ items }) => items.some(({ attempts }) => attempts > 0),
    );
    await breakDrive(false);
    const events = await eventually('both events', received, (all) => all.some(({ id }) => id === 'contact-4'));
    expect(events.map(({ id }) => id).slice(-2)).toEqual(['contact-3', 'contact-4']);
  });
});
