import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Visitor } from '../support/browser/browser-tour.js';
import { ChangingDrives, eventually, type ChangingDrive } from '../support/drives/changing-drives.js';
import { describeWith } from '../support/needs.js';
import { Person } from '../support/http/person.js';
import { PortalInBrowser, rowOf } from '../support/browser/portal-in-browser.js';
import { listen } from '../support/processes/processes.js';
import { confirm, follow, leave, checkPage, openTab, press, tick, write } from '../support/browser/story-steps.js';
import { consoleState } from '../support/drives/console.js';

const API = '/api/v1';
const KIND = 'contact.created';
const SECRET = 'a-key-that-nobody-reads';
const FORM = {
  required: ['tone', 'brand_name'],
  properties: {
    notify_operator: null,
    drafts_per_week: { type: 'integer', title: 'Drafts per week', minimum: 1, maximum: null, default: 5 },
    api_key: { type: 'string', title: 'API key', minLength: 8 },
    region: { type: 'string', title: 'Region', description: 'Where drafts are kept.' },
  },
};

describeWith('browser', 'An installed plugin and events of the host, in a browser', () => {
  const stage = PortalInBrowser.forTests({ settings: () => ({ SANDBOX_DRIVE_PORTS: '1024-65535' }) });
  let world: ChangingDrives;
  let drive: ChangingDrive;
  let installId: string;
  let venture: { id: string; tenant: string; external: string };

  const received = async () => (await consoleState(drive.drive.url)).received;
  const send = (id: string, payload: object = { contact_id: id }) =>
    world.host.must<{ events: { installs: number }[] }>('POST', `${API}/host/events`, {
      events: [{ id, type: KIND, tenant: venture.tenant, venture: venture.external, ts: Date.now(), payload }],
    });

  beforeAll(async () => {
    world = await ChangingDrives.of(stage);
    drive = await world.listed('listening', {
      drive: { version: '1.0.0', pricing_tier: 'free' },
      endpoints: { receive: '/api/platform/receive' },
      events_consumed: [KIND],
      permissions_requested: ['venture.read', 'events.emit', `events.receive:${KIND}`],
    });
    await world.host.must('PUT', `${API}/host/event-kinds/${KIND}`, { description: 'A contact was added.' });
    const { id } = (await world.ventures()).find(({ name }) => name === 'Northwind Journal')!;
    venture = { id, tenant: 'demo-northwind', external: 'northwind-journal' };
    installId = await world.installed(drive.slug, venture.id);
  });

  it('events of the host reach the plugin, and operator and author see the deliveries', async () => {
    expect((await send('contact-1')).events[0]!.installs).toBe(1);
    const [event] = await eventually('the event at the plugin', received, (events) => events.length > 0);
    expect(event).toMatchObject({ id: 'contact-1', type: KIND, payload: { contact_id: 'contact-1' } });

    const operator = await stage.enter('operator');
    await operator.go(`/plugins/installed/${installId}`);
    await openTab(operator, 'Events sent');
    const table = operator.page.getByRole('region', { name: 'Events sent to the plugin' });
    await table.getByText('contact-1').waitFor();
    await table.getByText('ping').waitFor();
    await checkPage(operator, 'events-sent');
    await leave(operator);

    const author = await stage.enter('author');
    await author.go(`/author/drives/${drive.driveId}/installs`);
    await author.page.getByRole('region', { name: 'Events sent to your Drive' }).getByText('contact-1').waitFor();
    await checkPage(author, 'events-sent-author');
    await leave(author);
  });

  it('the answers and figures of a plugin are shown over time', async () => {
    await stage.db.query(
      `insert into installs.history (kind, subject_id, name, step, at, points, total, least, most, periods, means)
       select kind, subject, name, step, date_trunc(step, now() - n * ('1 ' || step)::interval, 'UTC'), 12, n, 0, n, 12, least(n, 11.9)
       from (values ('call', $1::uuid, 'health'), ('metric', $2::uuid, 'drafts_waiting')) s (kind, subject, name),
         unnest(array['minute', 'hour', 'day']) step, generate_series(2, 40) n on conflict do nothing`,
      [drive.driveId, installId],
    );
    const operator = await stage.enter('operator');
    await operator.go(`/plugins/installed/${installId}`);
    await openTab(operator, 'History');
    const objectives = operator.page.getByRole('region', { name: 'Responses against the objective' });
    await objectives.getByText('Not enough data yet').first().waitFor();
    await objectives.getByText('Used up').waitFor();
    await operator.page.getByRole('heading', { name: 'Drafts waiting' }).waitFor();
    await operator.page.getByLabel('Period').selectOption('Last 28 days');
    await operator.page.getByRole('button', { name: 'Table' }).last().click();
    await operator.page.getByRole('region', { name: 'Drafts waiting' }).waitFor();
    await checkPage(operator, 'install-history');
    await leave(operator);
  });

  it('the page of a plugin shows its cost, what it reports to bill, and who did what', async () => {
    await eventually(
      'what the plugin says that it bills',
      () =>
        world.operator.must<{ items: object[] }>('GET', `${API}/operator/billing-summaries?install_id=${installId}`),
      ({ items }) => items.length > 0,
    );
    // It is free; before that it was not.
    await eventually(
      'a dear stretch before',
      () =>
        stage.db.query(
          `insert into billing.install_segments (id, install_id, tenant_id, venture_id, drive_id, org_id, tenant_name, venture_name, drive_name, price_id,
             amount, currency, split_rule_id, author_bps, started_at, ended_at, reported_ended_at, opened_by_event, closed_by_event)
           select gen_random_uuid(), install_id, tenant_id, venture_id, drive_id, org_id, tenant_name, venture_name, drive_name, gen_random_uuid(),
             199900, 'usd', split_rule_id, author_bps, started_at - interval '3 days', started_at, started_at, gen_random_uuid(), gen_random_uuid()
           from billing.install_segments where install_id = $1`,
          [installId],
        ),
      ({ rowCount }) => rowCount === 1,
    );
    const reported = 'Billing reported by the plugin';
    const operator = await stage.enter('operator');
    await operator.go('/plugins/installed?q=northwind%20stu');
    const row = rowOf(operator, 'Installed plugins', 'Northwind Journal');
    await row.getByText('Northwind Studio').waitFor();
    await row.getByText('Running').waitFor();
    await checkPage(operator, 'installed');
    await operator.go(`/plugins/installed/${installId}`);
    await rowOf(operator, 'Lines of the bill so far', '$1,999.00').waitFor();
    await rowOf(operator, reported, '$0.00').getByText('Not invoiced yet').waitFor();
    await checkPage(operator, 'bills');
    await openTab(operator, 'Timeline');
    for (const step of ['Install requested', 'Connected to the plugin'])
      await operator.page.getByText(step, { exact: true }).waitFor();
    await checkPage(operator, 'timeline');
    await leave(operator);

    const author = await stage.enter('author');
    await author.go(`/author/drives/${drive.driveId}/installs`);
    const byDay = 'Events by day and type';
    await rowOf(author, byDay, 'install.created').waitFor();
    await write(author, author.page.getByLabel('Event', { exact: true }), 'no.such');
    await press(author, 'Clear filters');
    await rowOf(author, byDay, 'install.created').waitFor();
    await author.page.getByRole('button', { name: 'Table' }).first().click();
    await author.page.getByRole('region', { name: 'Events per day' }).waitFor();
    await checkPage(author, 'events-received');
    await rowOf(author, reported, '$0.00').getByText('Not invoiced yet').waitFor();
    await leave(author);
  });

  it('an operator objects to a change of subprocessors, and the author reads why', async () => {
    const { rows } = await stage.db.query<{ id: string }>(
      `with noticed as (
         insert into listings.subprocessor_changes (id, drive_id, url, digest_before, digest_after, seen_before_at, noticed_at, judged_at, outcome, added, removed)
         values (gen_random_uuid(), $1, 'https://listening.example/subprocessors', repeat('a', 64), repeat('b', 64), now() - interval '1 day', now(), now(),
           'announced', array['Cloud Nine, hosting, ' || repeat('a long line ', 30)], '{}') returning id)
       insert into installs.subprocessor_notices (id, change_id, drive_id, org_id, tenant_id, noticed_at, object_until)
       select gen_random_uuid(), noticed.id, i.drive_id, i.org_id, i.tenant_id, now(), now() + interval '30 days'
       from noticed, installs.installs i where i.id = $2 returning id`,
      [drive.driveId, installId],
    );
    expect(rows).toHaveLength(1);
    const reason = 'Our contract allows no hosting outside the EU.';
    const operator = await stage.enter('operator');
    await operator.go(`/plugins/installed/${installId}`);
    await press(operator, 'Object to this change');
    await write(operator, operator.page.getByRole('dialog').getByLabel('Reason'), reason);
    await checkPage(operator, 'objection');
    await confirm(operator, 'Object');
    await operator.page.getByText(`: ${reason}`, { exact: false }).first().waitFor();
    await leave(operator);

    const author = await stage.enter('author');
    await author.go(`/author/drives/${drive.driveId}`);
    await author.page.getByText(reason).first().waitFor();
    await leave(author);
  });

  it('a person whom the host invites to operate a tenant accepts in their account, or the invitation is withdrawn', async () => {
    const [invited, other] = ['ina@operators.example', 'otto@operators.example'];
    const password = 'a phrase that nobody guesses';
    const { items } = await world.operator.must<{ items: { tenant_id: string; tenant_name: string }[] }>(
      'GET',
      `${API}/operator/ventures?q=northwind`,
    );
    for (const email of [invited, other])
      await world.host.must('PUT', `${API}/host/external/tenants/${venture.tenant}/operators/${email.split('@')[0]}`, {
        email,
      });
    await Person.signIn(stage.url, invited, password, 'Ina Invited');
    const ina = await stage.signIn('ina', { email: invited, password });
    await ina.go('/account/invitations');
    await checkPage(ina, 'operator-invitation');
    await press(ina, `Accept the invitation of ${items[0]!.tenant_name}`);
    await ina.page.getByText(`You are now an operator of ${items[0]!.tenant_name}.`).first().waitFor();
    await ina.page.getByText('No invitations.', { exact: false }).waitFor();
    await ina.go('/plugins/installed');
    await rowOf(ina, 'Installed plugins', 'Northwind Journal').waitFor();
    await leave(ina);

    const admin = await stage.enter('admin');
    await admin.go(`/admin/tenants/${items[0]!.tenant_id}/operators`);
    const invitations = 'Invitations';
    await rowOf(admin, invitations, invited).getByText('Confirmed').waitFor();
    await checkPage(admin, 'operator-invitations');
    await press(admin, `Withdraw the invitation of ${other}`);
    await rowOf(admin, invitations, other).waitFor({ state: 'detached' });
    await leave(admin);
  });

  it('an admin adds a tenant and a venture, and renames both', async () => {
    const admin = await stage.enter('admin');
    const dialog = admin.page.getByRole('dialog');
    await admin.go('/admin/tenants?q=Orchard');
    await press(admin, 'Add tenant');
    await write(admin, dialog.getByLabel('Name', { exact: true }), 'Orchard');
    await write(admin, dialog.getByLabel('ID of the platform'), 'orchard');
    await checkPage(admin, 'tenant-add');
    await confirm(admin, 'Save');
    await rowOf(admin, 'Tenants', 'Orchard').waitFor();
    await follow(admin, admin.page.getByRole('link', { name: 'Orchard', exact: true }));
    await admin.page.getByText('No ventures yet.', { exact: false }).waitFor();
    await press(admin, 'Add venture');
    await write(admin, dialog.getByLabel('Name', { exact: true }), 'Orchard Shop');
    await write(admin, dialog.getByLabel('ID of the platform'), 'shop');
    await confirm(admin, 'Save');
    await rowOf(admin, 'Ventures', 'Orchard Shop').waitFor();
    await press(admin, 'Rename Orchard Shop');
    await write(admin, dialog.getByLabel('Name', { exact: true }), 'Orchard Market');
    await confirm(admin, 'Save');
    await rowOf(admin, 'Ventures', 'Orchard Market').getByText('shop', { exact: true }).waitFor();
    await press(admin, 'Rename tenant');
    await write(admin, dialog.getByLabel('Name', { exact: true }), 'Orchard & Sons');
    await confirm(admin, 'Save');
    await admin.page.getByRole('heading', { name: 'Ventures of Orchard & Sons' }).waitFor();
    await checkPage(admin, 'ventures');
    await leave(admin);
  });

  it('a webhook whose server did not answer its test is verified again once the server does', async () => {
    let answers = false;
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(answers ? 200 : 503).end(answers ? request.headers['webhook-challenge'] : '');
    });
    await listen(server);
    try {
      const admin = await stage.enter('admin');
      await stage.ask(admin, 'POST', '/account/step-up', { password: 'demo' });
      const { webhook } = await stage.ask<{ webhook: { id: string } }>(admin, 'POST', '/admin/webhooks', {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
        description: 'Our mirror',
        event_types: ['tenant.suspended'],
      });
      await admin.go(`/admin/webhooks/${webhook.id}`);
      const status = admin.page.getByRole('definition').locator('.badge');
      await status.getByText('Not verified').waitFor();
      await admin.page.getByText('503', { exact: false }).first().waitFor();
      await checkPage(admin, 'webhook-not-verified');
      answers = true;
      // A test is sent once a minute.
      await stage.db.query(`update webhooks.endpoints set tested_at = tested_at - interval '5 minutes' where id = $1`, [
        webhook.id,
      ]);
      await press(admin, 'Verify again');
      await status.getByText('On', { exact: true }).waitFor();
      await leave(admin);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('an event that the plugin refused can be sent again', async () => {
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
    await checkPage(operator, 'events-refused');
    await press(operator, 'Resend event contact-2');
    await eventually('the event at the plugin', received, (events) => events.some(({ id }) => id === 'contact-2'));
    await leave(operator);
  });

  it('a plugin is installed into one venture of hundreds, found by a part of its name', async () => {
    await stage.db.query(
      `insert into installs.ventures (id, tenant_id, name, external_id)
       select gen_random_uuid(), tenant_id, 'Branch ' || n, 'branch-' || n from installs.ventures, generate_series(1, 300) n where id = $1`,
      [venture.id],
    );
    const operator = await stage.enter('operator');
    await operator.go(`/plugins/${drive.slug}/install`);
    await operator.page.getByText('The first 20 are shown.', { exact: false }).waitFor();
    await checkPage(operator, 'many-ventures');
    await write(operator, operator.page.getByLabel('Search ventures'), 'branch 277');
    await operator.page.getByText('1 venture', { exact: true }).waitFor();
    await tick(operator, operator.page.getByRole('radio', { name: 'Branch 277 (Northwind Studio)' }));
    await press(operator, 'Continue to permissions');
    await operator.page.getByText('requests all of these permissions', { exact: false }).waitFor();
    // A copied link leads to the same venture.
    await operator.go(new URL(operator.page.url()).pathname + new URL(operator.page.url()).search);
    await operator.page.getByText('requests all of these permissions', { exact: false }).waitFor();
    await leave(operator);
  });

  describe('the settings of an install', () => {
    let drive: ChangingDrive;
    let installId: string;

    beforeAll(async () => {
      drive = await world.listed('tunable', { drive: { version: '1.0.0', pricing_tier: 'free' }, config_schema: FORM });
      installId = await world.installed(drive.slug, venture.id, { api_key: SECRET });
    });

    const field = (visitor: Visitor, label: string) => visitor.page.getByLabel(label, { exact: false }).first();

    it('are changed with exact numbers, a secret is never shown, and the plugin confirms them', async () => {
      const operator = await stage.enter('operator');
      await operator.go(`/plugins/installed/${installId}`);
      await openTab(operator, 'Settings');
      await field(operator, 'Drafts per week').waitFor();
      const labels = await operator.page.locator('.schema-form label').allTextContents();
      expect(labels.map((one) => one.replace(/\W+$/, ''))).toEqual([
        'Tone of voice',
        'Brand name',
        'Drafts per week',
        'API key',
        'Region',
      ]);
      expect(await field(operator, 'API key').inputValue()).toBe('');
      expect(await operator.page.content()).not.toContain(SECRET);
      await checkPage(operator, 'settings');

      await write(operator, field(operator, 'Drafts per week'), '2.5');
      await press(operator, 'Save settings');
      await operator.page.getByText('Must be a whole number.').first().waitFor();
      expect(await field(operator, 'Drafts per week').inputValue()).toBe('2.5');
      await write(operator, field(operator, 'Drafts per week'), '9007199254740993');
      await press(operator, 'Save settings');
      await operator.page.getByText('This number has too many digits to be kept exactly.').first().waitFor();
      await checkPage(operator, 'settings-refused');

      await write(operator, field(operator, 'Drafts per week'), '12');
      await write(operator, field(operator, 'Reason'), 'More drafts in winter.');
      await press(operator, 'Save settings');
      const history = operator.page.getByRole('region', { name: 'Versions of the settings' });
      await history.getByText('Drafts per week: 5 → 12').waitFor();
      await history.getByText('More drafts in winter.').waitFor();
      await operator.page.getByText('The plugin has version 2', { exact: false }).waitFor();
      expect(await operator.page.content()).not.toContain(SECRET);
      await checkPage(operator, 'settings-confirmed');

      await tick(operator, operator.page.getByLabel('Remove the saved value of “API key”'));
      await press(operator, 'Save settings');
      await history.getByText('API key: changed (secret)').nth(1).waitFor();
      await leave(operator);
    });

    it('that a new version needs are requested before it can be accepted', async () => {
      drive.overlay['drive'] = { version: '2.0.0', pricing_tier: 'free' };
      drive.overlay['config_schema'] = { ...FORM, required: ['tone', 'brand_name', 'region'] };
      await world.approve(await world.submit(drive));
      await eventually(
        'the offer',
        () => world.operator.must<{ upgrade_available: boolean }>('GET', `${API}/operator/installs/${installId}`),
        (one) => one.upgrade_available,
      );
      const operator = await stage.enter('operator');
      await operator.go(`/plugins/installed/${installId}`);
      await operator.page.getByText('Settings that the new version needs', { exact: true }).waitFor();
      await operator.page.getByText('Enter the settings that the new version needs first.', { exact: false }).waitFor();
      await checkPage(operator, 'upgrade-needs-settings');
      await write(operator, field(operator, 'Region'), 'eu');
      await press(operator, 'Use these settings');
      await operator.page.getByText('These settings are saved when you upgrade.').waitFor();
      await press(operator, 'Upgrade to 2.0.0');
      await operator.page.getByText('2.0.0 is available', { exact: false }).waitFor({ state: 'detached' });
      const settings = await world.operator.must<{ config: { region: string } }>(
        'GET',
        `${API}/operator/installs/${installId}/settings`,
      );
      expect(settings.config.region).toBe('eu');
      await leave(operator);
    });
  });
});
