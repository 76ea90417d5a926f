import { createServer, type Server } from 'node:http';
import type { Visitor } from '../support/browser/browser-tour.js';
import { ChangingDrives, type ChangingDrive } from '../support/drives/changing-drives.js';
import { describeWith } from '../support/needs.js';
import { eventually } from '../support/test-timeout.js';
import { approveInBrowser, PortalInBrowser, rowOf, whyNot } from '../support/browser/portal-in-browser.js';
import { decideCase } from '../support/people/review.js';
import { badge, confirm, follow, leave, checkPage, press, write } from '../support/browser/story-steps.js';

const APPEAL = 'It counts what is left by the week: <img src=x onerror=alert(1)> the tagline says so.';
const NOTE = 'Its price is agreed with the host in writing.';
const API = '/api/v1';

describeWith('browser', 'Drives that change under the portal, in a browser', () => {
  const servers: Server[] = [];
  const stage = PortalInBrowser.forTests({ settings: () => ({ SANDBOX_DRIVE_PORTS: '1024-65535' }) });
  let world: ChangingDrives;

  beforeAll(async () => {
    world = await ChangingDrives.of(stage);
  });
  afterAll(() => servers.forEach((server) => server.close()));

  const enter = (person: string): Promise<Visitor> => stage.enter(person);

  /** The page of the Drive, after its author requested a read of the manifest. */
  async function readNow(author: Visitor, drive: ChangingDrive): Promise<void> {
    await author.go(`/author/drives/${drive.driveId}`);
    await press(author, 'Publish now');
  }

  const row = (visitor: Visitor, region: string, name: string) =>
    visitor.page.getByRole('region', { name: region, exact: true }).getByRole('row', { name: new RegExp(name) });

  /** Something else answers at the Drive's address. */
  async function replace(drive: ChangingDrive, answer: Parameters<typeof createServer>[1]): Promise<Server> {
    const { port } = drive.drive;
    await drive.drive.close();
    const server = createServer(answer as never);
    servers.push(server);
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    return server;
  }

  /** The Drive is back at its old address. */
  async function restore(drive: ChangingDrive): Promise<void> {
    drive.drive = await world.serve(drive.slug, drive.secret, drive.overlay, drive.drive.port);
  }

  it('an exception waits for another reviewer, and only then the Drive may be approved', async () => {
    const { submissionId } = await world.submitted('own-price', { drive: { pricing_tier: 'custom' } });
    await world.judged(submissionId);
    const first = await enter('reviewer');
    await first.go(`/review/submissions/${submissionId}?tab=exceptions`);
    await first.page.getByLabel('Check', { exact: true }).selectOption('L04');
    await write(first, first.page.getByLabel('Reason', { exact: true }), NOTE);
    await checkPage(first, 'exception-form');
    await press(first, 'Propose');
    await rowOf(first, 'Waiting for a second reviewer', 'Exception of check L04').waitFor();

    const second = await enter('finance-approver');
    await second.go('/review/exceptions');
    await checkPage(second, 'exceptions-waiting');
    await approveInBrowser(second, 'Exception of check L04');
    await second.go('/review/exceptions');
    await second.page.getByText('confirmed by Ann Approver', { exact: false }).waitFor();
    await leave(second);

    await first.page.reload();
    await first.settle();
    const mine = first.page.getByRole('list', { name: 'Exceptions' }).getByRole('listitem');
    await mine.getByText('confirmed by Ann Approver', { exact: false }).waitFor();
    await checkPage(first, 'exception-in-force');
    await leave(first);
  });

  it('a hopeless case is claimed and refused with the keyboard in under ten keys, and the next one opens', async () => {
    const greedy = { permissions_requested: ['venture.read', 'users.impersonate'] };
    const hopeless = await world.submitted('greedy', greedy);
    const next = await world.submitted('greedy-too', greedy);
    const reviewer = await enter('reviewer');
    const { page } = reviewer;
    await reviewer.go('/review?kind=initial');
    await page.getByRole('tab', { name: /^Submissions [2-9]\d*$/ }).waitFor();
    const rows = page.getByRole('region', { name: 'Submissions', exact: true }).locator('tbody tr');
    await rows.first().getByText('users.impersonate').waitFor();
    await checkPage(reviewer, 'queue-worst-first');
    // Past the menu and the filters in a few tabs, or at once by a key.
    await page.getByRole('button', { name: 'Skip to the first case' }).focus();
    await page.keyboard.press('Enter');
    await rows.first().locator('a').and(page.locator(':focus')).waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    let keys = 0;
    const strike = async (key: string): Promise<void> => {
      keys += 1;
      await page.keyboard.press(key);
    };
    await strike('j');
    await rows.first().locator('a').and(page.locator(':focus')).waitFor();
    await strike('Enter');
    await page.waitForURL((url) => url.pathname === `/review/submissions/${hopeless.submissionId}`);
    // Looking at it has claimed nothing.
    await page.getByText('Unassigned', { exact: true }).waitFor();
    await checkPage(reviewer, 'case-unclaimed');
    await strike('c');
    await page.getByText('Assigned to you until').waitFor();
    await page.locator('ol.checks > li[data-state="open"]').first().and(page.locator(':focus')).waitFor();
    await strike('x');
    const words = page.getByRole('dialog').getByLabel('In your words');
    expect(await words.inputValue()).toContain('users.impersonate');
    expect(await page.getByRole('dialog').getByLabel('Reason', { exact: true }).inputValue()).toBe('scope');
    await checkPage(reviewer, 'reject-worst');
    await strike('Tab');
    await strike('Tab');
    await words.and(page.locator(':focus')).waitFor();
    await strike('Control+Enter');
    await page.waitForURL((url) => url.pathname === `/review/submissions/${next.submissionId}`);
    expect(new URL(page.url()).searchParams.get('kind')).toBe('initial');
    expect(keys).toBeLessThan(10);
    const { data } = await stage.call(reviewer, 'GET', `/review/submissions/${hopeless.submissionId}`);
    expect(data).toMatchObject({ state: 'rejected' });
    expect((data as { decision: { reason: string } }).decision.reason).toContain('users.impersonate');
    // The way back to what was decided.
    await page.locator(`.toast a[href$="${hopeless.submissionId}"]`).waitFor();
    await press(reviewer, 'Claim');
    await press(reviewer, 'Release');
    await page.getByText('Unassigned', { exact: true }).waitFor();
    await leave(reviewer);
  });

  it('a refusal is appealed with the keyboard, and granted by somebody other than the one who refused', async () => {
    const { submissionId } = await world.submitted('refused');
    const refused = await decideCase(world.as(world.reviewer), submissionId, 'reject', 'Nobody can tell what it does.');
    expect(refused.data.state).toBe('rejected');
    const author = await enter('author');
    await author.go(`/author/submissions/${submissionId}`);
    await press(author, 'Appeal');
    await confirm(author, 'Submit appeal');
    await author.page.getByText('Write at least 20 characters.').waitFor();
    await write(author, author.page.getByLabel('In your words'), APPEAL);
    await checkPage(author, 'listing-appeal-dialog');
    await confirm(author, 'Submit appeal');
    await author.page.getByText('Appeal open').waitFor();
    await author.page.getByText('A new submission of this Drive closes the appeal.', { exact: false }).waitFor();
    await checkPage(author, 'listing-appealed');

    const first = await enter('reviewer');
    await first.go('/review?tab=appeals');
    await first.page.getByText('another reviewer: you were involved').waitFor();
    await checkPage(first, 'queue-listing-appeals');
    await follow(first, first.page.getByRole('link', { name: /^refused \d/ }));
    const mine = 'You were involved in this decision. Another reviewer must decide.';
    expect(await whyNot(first, 'Grant the appeal')).toBe(mine);
    await checkPage(first, 'listing-appeal-of-mine');

    const second = await enter('finance-approver');
    await second.go(first.page.url().replace(stage.url, ''));
    await second.page.getByText(APPEAL).waitFor();
    // What was decided, why and by whom, with the evidence.
    const against = second.page.getByRole('list', { name: 'Criteria' }).getByRole('listitem');
    await against.getByText('Nobody can tell what the Drive is for.').waitFor();
    expect(await second.page.getByRole('list', { name: 'Criteria' }).locator(':scope > li').count()).toBe(1);
    await press(second, 'Claim');
    await press(second, 'Grant the appeal');
    await write(second, second.page.getByLabel('In your words'), NOTE);
    await confirm(second, 'Grant the appeal');
    await second.page.waitForURL((url) => url.pathname === '/review');
    await second.go(first.page.url().replace(stage.url, ''));
    await badge(second, 'Appeal granted');
    await checkPage(second, 'listing-appeal-granted');
    await second.go(`/review/submissions/${submissionId}`);
    await badge(second, 'Waiting for review');
    await follow(second, second.page.getByRole('link', { name: 'The author’s message and your reply' }));
    await second.page.getByText(NOTE).waitFor();
    await leave(second);
    await first.page.reload();
    await first.settle();
    await badge(first, 'Appeal granted');
    await leave(first);

    await author.page.reload();
    await author.settle();
    await badge(author, 'Waiting for review');
    await author.page.getByText(NOTE).first().waitFor();
    await checkPage(author, 'listing-appeal-answered');
    await leave(author);
  });

  it('an appeal is withdrawn with the keyboard, after a confirmation, and the refusal is final', async () => {
    const { submissionId } = await world.submitted('taken-back');
    await decideCase(world.as(world.reviewer), submissionId, 'reject', 'Nobody can tell what it does.');
    await world.author.must('POST', `${API}/submissions/${submissionId}/appeal`, { text: APPEAL });
    const author = await enter('author');
    await author.go(`/author/submissions/${submissionId}`);
    await author.page.getByText('Appeal open').waitFor();
    await press(author, 'Withdraw the appeal');
    await checkPage(author, 'listing-appeal-withdrawal');
    await confirm(author, 'Keep it');
    await author.page.getByText('Appeal open').waitFor();
    await press(author, 'Withdraw the appeal');
    await confirm(author, 'Withdraw appeal');
    await author.page.getByText('Appeal withdrawn').waitFor();
    for (const name of ['Appeal', 'Withdraw the appeal'])
      expect(await author.page.getByRole('button', { name, exact: true }).count()).toBe(0);
    await checkPage(author, 'listing-appeal-withdrawn');
    await leave(author);
  });

  it('an upgrade that needs an agreement is blocked, says why, and is allowed once the agreement is on file', async () => {
    const free = { drive: { version: '1.0.0', pricing_tier: 'free' } };
    const drive = await world.listed('needs-agreement', free);
    const ventures = await world.ventures();
    const northwind = ventures.find((one) => one.tenant_name === 'Northwind Studio')!;
    const harbor = ventures.find((one) => one.tenant_name === 'Harbor Clinic')!;
    const [mine, theirs] = [
      await world.installed(drive.slug, northwind.id),
      await world.installed(drive.slug, harbor.id),
    ];
    drive.overlay['compliance'] = { baa_required: true, data_residency: ['eu'], frameworks: [] };
    drive.overlay['drive'] = { ...free.drive, version: '2.0.0' };

    const author = await enter('author');
    await readNow(author, drive);
    await badge(author, 'Live, update in review');
    // The first of what holds it, by which rule and who acts; and the call behind a capability that was observed.
    const hold = /^It waits for a reviewer\. A reviewer approves it\. Rule: Review\. Who acts: Reviewer\./;
    await author.page.getByText(hold).waitFor();
    await author.page.getByText('Call of C60', { exact: true }).click();
    await author.page.getByText(/metrics, a fresh timestamp and a correct signature\. Answer: 200/).waitFor();
    await author.page.getByText('0 upgrade automatically, 0 need consent, 2 blocked.').waitFor();
    await checkPage(author, 'forecast-blocked');
    await leave(author);
    await world.approve(await world.waiting(drive.driveId));

    const operator = await enter('operator');
    const open = async (id: string) => {
      await operator.go(`/plugins/installed/${id}`);
      await operator.page.getByRole('button', { name: 'Upgrade to 2.0.0' }).waitFor();
    };
    const upgrade = operator.page.getByRole('button', { name: 'Upgrade to 2.0.0' });
    await open(mine);
    await operator.page.getByText('This upgrade cannot be accepted yet.', { exact: false }).waitFor();
    await operator.page.getByText('business-associate agreement', { exact: false }).first().waitFor();
    expect(await upgrade.isDisabled()).toBe(true);
    await checkPage(operator, 'upgrade-blocked');
    await operator.go(`/plugins/${drive.slug}`);
    await operator.page.getByText('business-associate agreement', { exact: false }).first().waitFor();
    expect(await operator.page.getByRole('link', { name: 'Install', exact: true }).count()).toBe(0);

    const admin = await enter('admin');
    await admin.go('/admin/tenants?q=north');
    await row(admin, 'Tenants', 'Northwind Studio').getByText('1', { exact: true }).waitFor();
    const agreement = { reference: 'Archive MSA-7', until: '2100-01-01T00:00:00Z' };
    await world.host.must('POST', `${API}/host/tenants/${northwind.tenant_id}/compliance`, {
      baa: agreement,
      residency: null,
      regulated: false,
      revision: 0,
    });
    await admin.page.reload();
    await row(admin, 'Tenants', 'Northwind Studio').getByText('Archive MSA-7', { exact: false }).waitFor();
    await checkPage(admin, 'tenant-compliance');
    await leave(admin);

    await eventually(
      'the upgrade is assessed again',
      () => world.operator.must<{ outcome: string }>('GET', `${API}/operator/installs/${mine}/upgrade`),
      ({ outcome }) => outcome === 'consent',
    );
    await open(mine);
    await press(operator, 'Upgrade to 2.0.0');
    await upgrade.waitFor({ state: 'detached' });
    await badge(operator, 'Active');
    await operator.page.getByText('2.0.0').first().waitFor();
    await open(theirs);
    expect(await upgrade.isDisabled()).toBe(true);

    // The plugin can be installed where the agreement is, and nowhere else.
    await operator.go(`/plugins/${drive.slug}/install`);
    const choice = (venture: string) => operator.page.getByRole('radio', { name: new RegExp(`^${venture}`) });
    const other = ventures.find((one) => one.tenant_id === northwind.tenant_id && one.id !== northwind.id)!;
    expect([await choice(other.name).isDisabled(), await choice(harbor.name).isDisabled()]).toEqual([false, true]);
    await checkPage(operator, 'install-blocked-tenant');
    await leave(operator);
  });

  it('a price is raised: the forecast says who is asked, the operator sees both prices and consents', async () => {
    const [northwind] = (await world.ventures()).filter((one) => one.tenant_name === 'Northwind Studio');
    await world.operator.must('POST', `${API}/operator/tenants/${northwind!.tenant_id}/payment-method`, {
      payment_method: 'pm_card_visa',
    });
    const drive = await world.listed('dearer', { drive: { version: '1.0.0', pricing_tier: 'starter' } });
    const install = await world.installed(drive.slug, northwind!.id);
    drive.overlay['drive'] = { version: '1.1.0', pricing_tier: 'pro' };

    const author = await enter('author');
    await readNow(author, drive);
    await badge(author, 'Live, update in review');
    await author.page.getByText('0 upgrade automatically, 1 need consent, 0 blocked.').waitFor();
    await checkPage(author, 'forecast-price');
    await world.approve(await world.waiting(drive.driveId));

    const operator = await enter('operator');
    await operator.go(`/plugins/installed/${install}`);
    await operator.page.getByText('$49.00 / month now, $199.00 / month after the upgrade').waitFor();
    await checkPage(operator, 'upgrade-price');
    await press(operator, 'Upgrade to 1.1.0');
    await operator.page.getByRole('button', { name: 'Upgrade to 1.1.0' }).waitFor({ state: 'detached' });
    await badge(operator, 'Active');
    await operator.page.getByText('$199.00 / month').first().waitFor();
    await leave(operator);

    await author.go(`/author/drives/${drive.driveId}`);
    await row(author, 'Versions', '1\\.1\\.0').getByText('Live', { exact: true }).waitFor();
    await checkPage(author, 'adopted');
    await leave(author);
  });

  it('a version goes back: it is deferred and marked, the good one is served, and a raised one is followed', async () => {
    const at = (version: string, tagline: string) => ({ name: 'Goes back', version, tagline, pricing_tier: 'free' });
    const drive = await world.listed('goes-back', { drive: at('1.3.0', 'Good and serving') });
    drive.overlay['drive'] = at('1.2.0', 'Older and held');
    const author = await enter('author');
    await readNow(author, drive);
    await author.page.getByText('declares a lower version than the highest', { exact: false }).waitFor();
    await checkPage(author, 'version-held');
    const reviewer = await enter('reviewer');
    await reviewer.go('/review/drives?health=noted');
    await row(reviewer, 'Live Drives', 'Goes back').getByText('Version lowered', { exact: false }).waitFor();
    await checkPage(reviewer, 'drives-noted');
    await leave(reviewer);
    const visitor = await stage.anybody('changes-anybody');
    await visitor.go(`/catalogue/${drive.slug}`);
    await visitor.page.getByText('Good and serving').first().waitFor();
    await leave(visitor);

    drive.overlay['drive'] = at('1.4.0', 'Good and serving');
    await press(author, 'Publish now');
    await row(author, 'Versions', '1\\.4\\.0').getByText('Live', { exact: true }).waitFor();
    await author.page.getByText('declares a lower version', { exact: false }).waitFor({ state: 'detached' });
    await leave(author);
  });

  it('author and staff can still read what a version changed, what was live before and why a Drive is paused', async () => {
    const at = (version: string, tagline: string) => ({
      name: 'Kept on record',
      version,
      tagline,
      pricing_tier: 'free',
    });
    const drive = await world.listed('kept-on-record', { drive: at('1.0.0', 'The words of before') });
    const asOf = () =>
      world.author.must<{ at: string; published_at: string }>('GET', `${API}/author/drives/${drive.driveId}/as-of`);
    // A second of its own for the first version.
    const first = Date.parse((await asOf()).published_at) + 1_000;
    const author = await enter('author');
    await author.go(`/author/drives/${drive.driveId}`);
    await author.page
      .getByText('is the first version, so there is nothing to compare it with.', { exact: false })
      .waitFor();
    await eventually('the second', asOf, ({ at: now }) => Date.parse(now) > first + 1_000);
    drive.overlay['drive'] = at('1.1.0', 'The words of now');
    await press(author, 'Publish now');
    await world.approve(await world.waiting(drive.driveId));
    await row(author, 'Versions', '1\\.1\\.0').getByText('Live', { exact: true }).waitFor();
    await author.page.getByText(', which it replaced', { exact: false }).waitFor();
    await author.page.getByText('The words of before → The words of now', { exact: false }).waitFor();
    await checkPage(author, 'version-changes');
    await author.page.getByLabel('Compared with').selectOption({ index: 1 });
    await author.page.getByRole('button', { name: 'Technical details' }).click();
    await checkPage(author, 'versions-compared');

    const reason = '<img src=x onerror=alert(1)> It answers nothing of what it declares.';
    await world.reviewer.must('POST', `${API}/review/drives/${drive.driveId}/state`, { to: 'paused', reason });
    await author.go(`/author/drives/${drive.driveId}?at=${new Date(first).toISOString().slice(0, 19)}`);
    await badge(author, 'Paused');
    await author.page.getByText(reason, { exact: false }).first().waitFor();
    await author.page.getByText('The words of before', { exact: true }).waitFor();
    await author.page.getByText('Every run', { exact: true }).click();
    await author.page.getByRole('region', { name: 'Every run' }).getByRole('row').nth(1).waitFor();
    await checkPage(author, 'drive-paused');
    await author.go(`/author/drives/${drive.driveId}?at=2020-01-01T00:00`);
    await author.page.getByText('No version of this Drive was live at that time', { exact: false }).waitFor();
    await author.close();
    // The browser notes that refusal.
    expect(author.complaints.filter((text) => !text.includes('404'))).toEqual([]);

    const reviewer = await enter('reviewer');
    await reviewer.go('/review/drives?q=kept');
    await reviewer.page.getByRole('link', { name: 'Kept on record' }).click();
    await badge(reviewer, 'Paused');
    await reviewer.page.getByText(reason, { exact: false }).first().waitFor();
    await row(reviewer, 'Versions', '1\\.0\\.0').getByText('Replaced', { exact: true }).waitFor();
    await checkPage(reviewer, 'drive-records');
    await leave(reviewer);
  });

  it('a Drive is unreachable for a day: the last good version stays, its author is notified once, and it is followed when it is back', async () => {
    const drive = await world.listed('gone-for-a-day', { drive: { version: '1.0.0', pricing_tier: 'free' } });
    const [northwind] = await world.ventures();
    const install = await world.installed(drive.slug, northwind!.id);
    await drive.drive.close();
    const author = await enter('author');
    await readNow(author, drive);
    await badge(author, 'Live, manifest unreachable');
    await author.page.getByText('Your manifest cannot be read', { exact: false }).waitFor();
    await checkPage(author, 'drive-unreachable');
    await world.admin.must('POST', `${API}/sandbox/clock`, { advance_ms: 24 * 3_600_000 });
    const operator = await enter('operator');
    await operator.go(`/plugins/installed/${install}`);
    await press(operator, 'Read now');
    await badge(operator, 'Not responding');
    await checkPage(operator, 'install-unreachable');
    const visitor = await stage.anybody('changes-anybody');
    await visitor.go(`/catalogue/${drive.slug}`);
    await visitor.page.getByText('1.0.0').first().waitFor();
    await leave(visitor);

    drive.overlay['drive'] = { version: '1.1.0', pricing_tier: 'free' };
    await restore(drive);
    await readNow(author, drive);
    await badge(author, 'Live');
    await row(author, 'Versions', '1\\.1\\.0').getByText('Live', { exact: true }).waitFor();
    await leave(author);
    await press(operator, 'Read now');
    await operator.page.locator('.page-head .badge', { hasText: 'Not responding' }).waitFor({ state: 'detached' });
    await leave(operator);
    const mails = await stage.db.query(
      `select 1 from platform.mail_messages where body like '%' || $1 || '%' and subject like '%cannot follow%'`,
      [drive.driveId],
    );
    expect(mails.rows).toHaveLength(1);
  });

  it('a plugin that is down is removed: the operator reads what happens next, and an admin gives up on it', async () => {
    const drive = await world.listed('down-at-the-end', { drive: { version: '1.0.0', pricing_tier: 'free' } });
    const [venture] = await world.ventures();
    const install = await world.installed(drive.slug, venture!.id);
    await drive.drive.close();

    const operator = await enter('operator');
    await operator.go(`/plugins/installed/${install}`);
    await press(operator, 'Uninstall');
    await write(operator, operator.page.getByRole('dialog').getByLabel(/^Type the venture name/), venture!.name);
    await checkPage(operator, 'uninstall-dialog');
    await confirm(operator, `Uninstall from ${venture!.name}`);
    await badge(operator, 'Removing');
    await operator.page.getByText(/The plugin has not confirmed the removal\. Next try .* of 40\./).waitFor();
    await operator.page.getByText('Access and billing have ended.').first().waitFor();
    await checkPage(operator, 'install-not-confirmed');

    const admin = await enter('admin');
    await admin.go('/admin/tenants');
    await admin.page.locator('#main').getByRole('link', { name: 'Unfinished installs' }).click();
    await row(admin, 'Unfinished installs', venture!.name)
      .getByText(/Next try .* of 40\./)
      .waitFor();
    await checkPage(admin, 'unfinished-installs');
    await press(admin, /^Give up: /);
    await checkPage(admin, 'give-up-dialog');
    await confirm(admin, 'Give up');
    await row(admin, 'Unfinished installs', venture!.name).waitFor({ state: 'detached' });
    await leave(admin);

    await badge(operator, 'Removed');
    await operator.page.getByText('The plugin never showed that it refuses the old token.').waitFor();
    await leave(operator);
  });

  it('a Drive drifts from what it declares: author, reviewer and everybody see the alarm, and that it is over', async () => {
    const drive = await world.listed('drifts', {
      drive: { name: 'Wanders off', version: '1.0.0', pricing_tier: 'free' },
    });
    const manifest = await (await fetch(drive.drive.manifestUrl)).text();
    const path = new URL(drive.drive.manifestUrl).pathname;
    const broken = await replace(drive, (request, response) => {
      const good = request.url === path;
      response.writeHead(good ? 200 : 500, { 'content-type': 'application/json' }).end(good ? manifest : '{}');
    });
    await stage.db.query(
      `update listings.listings set checked_at = clock_timestamp() - interval '25 hours' where drive_id = $1`,
      [drive.driveId],
    );
    const author = await enter('author');
    await readNow(author, drive);
    await author.page.getByText('your Drive no longer does what it declares', { exact: false }).waitFor();
    await author.page.reload();
    await author.settle();
    await author.page.getByText('Regression: it last passed', { exact: false }).waitFor();
    await checkPage(author, 'drive-drifted');
    const reviewer = await enter('reviewer');
    await reviewer.go('/review/drives?health=failing');
    await row(reviewer, 'Live Drives', 'Wanders off')
      .getByText(/^Drift /)
      .waitFor();
    await checkPage(reviewer, 'drives-failing');

    await new Promise((done) => broken.close(done));
    await restore(drive);
    await readNow(author, drive);
    await author.page
      .getByText('your Drive no longer does what it declares', { exact: false })
      .waitFor({ state: 'detached' });
    await leave(author);
    await reviewer.page.reload();
    await reviewer.settle();
    await reviewer.page.getByText('No results for these filters.').waitFor();
    await leave(reviewer);
  });
});
