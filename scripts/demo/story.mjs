// The story that must always run (the whole life of a Drive), through the public API only. Every step verifies its
// claim.
import {
  approveApplication,
  approveSubmission,
  checkedSubmission,
  closeMonth,
  compareBooks,
  endedRun,
  installPlugin,
  installRequest,
  inviteOperator,
  openPayoutAccount,
  prepareRun,
  signAgreement,
  slugOf,
} from './acts.mjs';
import { Caller, demoPerson, eventually, expect, refusal, Refused } from './client.mjs';

const DAY_MS = 86_400_000;
const money = (minor, currency = 'usd') => `${(Number(minor) / 100).toFixed(2)} ${currency.toUpperCase()}`;
const sum = (amounts) => amounts.reduce((total, amount) => total + BigInt(amount), 0n);
const inUsd = (run) => run.totals.find((total) => total.currency === 'usd');
const monthOf = (instant) => instant.slice(0, 7);
const nextMonth = (month) => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 1)).toISOString();

/**
 * Steps of the story in order, by title. Each returns the facts to print. The world carries what later steps need: base,
 * drive, clock, suffix, callers, ids.
 */
export const STORY = {
  async 'An author signs up and applies'(w) {
    const email = `story-${w.suffix}@authors.example`;
    if (w.authorPerson) w.author = await demoPerson(w.base, w.authorPerson);
    else {
      w.author = new Caller(w.base, 'author');
      await w.author.post('/auth/sign-up', { email, password: `Draft-${w.suffix}-horse-battery`, name: 'Ada Story' });
      await w.author.post('/auth/sign-in', { email, password: `Draft-${w.suffix}-horse-battery` });
    }
    const application = await w.author.post('/applications', {
      founder_name: 'Ada Story',
      company_name: w.names.company,
      country: 'US',
      website: w.names.website,
      drive_name: w.names.drive,
      drive_slug: w.slug,
      description: 'Turns a brief into a first draft, in the voice of the venture that asked for it.',
      security_contact: email,
    });
    const submitted = await w.author.post(`/applications/${application.id}/submit`);
    w.application = submitted;
    return { application: application.id, state: submitted.state, slug: w.slug };
  },

  async 'A reviewer approves the application'(w) {
    w.reviewer = await demoPerson(w.base, 'reviewer');
    const decided = await approveApplication(w.reviewer, w.application.id);
    expect(decided.state === 'approved', 'the application is approved', decided);
    return { state: decided.state };
  },

  async 'The author signs the agreement'(w) {
    const agreement = await signAgreement(w.author, 'Ada Story');
    const account = await w.author.get('/author/account');
    expect(account.state === 'active', 'the developer account is active', account);
    w.driveId = account.drives[0].id;
    return { version: agreement.version, digest: agreement.digest.slice(0, 12), account: account.state };
  },

  async 'The signing secret is shown once'(w) {
    const issued = await w.author.post(`/author/drives/${w.driveId}/keys/issue`);
    w.secret = issued.secret;
    const again = JSON.stringify(await w.author.get(`/author/drives/${w.driveId}/keys`));
    expect(!again.includes(issued.secret), 'the secret cannot be read a second time');
    await w.drive.control('secret', { secret: issued.secret });
    return { key_version: issued.key.version, fingerprint: issued.key.fingerprint };
  },

  async 'The manifest of the running Drive is submitted and checked live'(w) {
    const { id } = await w.author.post(`/author/drives/${w.driveId}/submissions`, {
      manifest_url: w.drive.manifestUrl,
    });
    w.submission = await checkedSubmission(w.author, id);
    expect(
      w.submission.state === 'in_review',
      'every check passed and the submission is in review',
      w.submission.findings ?? w.submission,
    );
    return {
      checks: w.submission.checks.length,
      digest: w.submission.digest.slice(0, 12),
      state: w.submission.state,
    };
  },

  async 'The reviewer approves the listing'(w) {
    const reason = 'All checks passed and the scopes are narrow.';
    const decided = await approveSubmission(w.reviewer, w.submission.id, reason);
    expect(decided.state === 'approved', 'the submission is approved', decided);
    const card = JSON.parse(await w.author.text(`/api/public/catalogue/${w.slug}`)).data;
    expect(card.slug === w.slug, 'the catalogue shows the Drive', card);
    return { listed: card.slug, name: card.name };
  },

  async 'Two tenants with a saved card each'(w) {
    w.admin = await demoPerson(w.base, 'admin');
    const secondAdmin = await demoPerson(w.base, 'second-admin');
    w.operator = await demoPerson(w.base, 'operator');
    const { user } = await w.operator.get('/me');
    w.tenants = [];
    for (const name of w.names.tenants) {
      const tenant = await w.admin.post('/host/tenants', { name, external_id: slugOf(name) });
      const journal = `${name.split(' ')[0]} Journal`;
      const venture = await w.admin.post(`/host/tenants/${tenant.id}/ventures`, {
        name: journal,
        external_id: slugOf(`${journal} ${w.suffix}`),
      });
      const { admin, operator } = w;
      await inviteOperator({ admin, secondAdmin, operator, tenant: tenant.id, email: user.email });
      w.tenants.push({ ...tenant, venture });
    }
    w.operator = await demoPerson(w.base, 'operator');
    const plugin = await w.operator.get(`/operator/plugins/${w.slug}`);
    const request = installRequest(plugin, w.tenants[0].venture.id);
    const early = await refusal(() => w.operator.post('/operator/installs', request));
    expect(early === 'payment_method_required', 'a paid install without a saved card is refused', early);
    for (const tenant of w.tenants)
      await w.operator.post(`/operator/tenants/${tenant.id}/payment-method`, { payment_method: 'pm_card_visa' });
    return {
      tenants: w.tenants.map((t) => t.name),
      price: `${money(plugin.price.amount_minor)} a month`,
      refused_before: early,
    };
  },

  async 'The operator approves permissions, fills the form and installs into a venture'(w) {
    const plugin = await w.operator.get(`/operator/plugins/${w.slug}`);
    const request = { ...installRequest(plugin, w.tenants[0].venture.id), config: { nonsense: true } };
    const wrong = await refusal(() => w.operator.post('/operator/installs', request));
    expect(wrong === 'config_invalid', 'a form that does not fit the schema is refused', wrong);
    w.installs = [];
    for (const tenant of w.tenants) {
      const install = await installPlugin(w.operator, plugin, tenant.venture.id);
      expect(install.state === 'active', 'the install is active', install);
      w.installs.push(install);
    }
    w.firstVersion = plugin.version;
    return {
      installs: w.installs.length,
      version: plugin.version,
      permissions: plugin.permissions.map((p) => p.name),
      refused_before: wrong,
    };
  },

  async 'Events and metrics roll up'(w) {
    // Those of the probe tenants ended before the listing.
    const live = (await w.drive.state()).installs.find((one) => one.revoked_at === null);
    await w.drive.control('emit', {
      install_id: live.install_id,
      type: 'draft.created',
      payload: { title: 'First draft' },
    });
    const [install] = w.installs;
    const kinds = await eventually(
      'the event at the host',
      async () => {
        await w.operator.post(`/operator/installs/${install.id}/refresh`);
        return (await w.operator.get(`/operator/installs/${install.id}/events`)).items.map((e) => e.type);
      },
      (found) => found.includes('draft.created'),
    );
    const metrics = await eventually(
      'metrics at the host',
      () => w.operator.get(`/operator/installs/${install.id}/metrics`),
      (m) => Object.keys(m.metrics ?? {}).length > 0,
    );
    return { events: kinds, metrics: metrics.metrics };
  },

  async 'The Drive publishes a new version; it is checked again and reviewed'(w) {
    const { version } = await w.drive.control('publish', {});
    await w.author.post(`/author/drives/${w.driveId}/sync`);
    const found = await eventually(
      'the new version in the review queue',
      async () =>
        (await w.reviewer.get('/review/submissions')).items.find(
          (s) => s.drive_id === w.driveId && s.version === version,
        ),
      (s) => s?.state === 'in_review',
    );
    const review = await w.reviewer.get(`/review/submissions/${found.id}`);
    expect(review.changes.length > 0, 'the review shows what changed', review);
    const serving = await w.operator.get(`/operator/plugins/${w.slug}`);
    expect(serving.version === w.firstVersion, 'the old version serves until the review is done', serving.version);
    await approveSubmission(w.reviewer, found.id, 'One more permission, and the reason is plain.');
    w.secondVersion = version;
    return { version, changes: review.changes.map((c) => c.sentence) };
  },

  async 'Installs are prompted with the difference; one tenant accepts, one stays'(w) {
    const prompts = [];
    for (const install of w.installs) {
      prompts.push(
        await eventually(
          'the upgrade prompt',
          () =>
            w.operator
              .get(`/operator/installs/${install.id}/upgrade`)
              .catch((e) => (e instanceof Refused ? null : Promise.reject(e))),
          (p) => p?.state === 'open',
        ),
      );
    }
    const [prompt] = prompts;
    expect(
      prompt.to_version === w.secondVersion && prompt.changes.length > 0,
      'the prompt holds the difference',
      prompt,
    );
    const permissions = prompt.permissions.map((p) => p.name ?? p);
    await w.operator.post(`/operator/installs/${w.installs[0].id}/upgrade/accept`, {
      digest: prompt.digest,
      permissions,
    });
    await w.operator.post(`/operator/installs/${w.installs[1].id}/upgrade/decline`);
    const versions = await Promise.all(
      w.installs.map(async (i) => (await w.operator.get(`/operator/installs/${i.id}`)).version),
    );
    expect(
      versions[0] === w.secondVersion && versions[1] === w.firstVersion,
      'one install runs the new version and one keeps its own',
      versions,
    );
    return { difference: prompt.changes.map((c) => `${c.level}: ${c.sentence}`), versions };
  },

  async 'The secret is rotated under traffic with no failed call'(w) {
    let calls = 0;
    let going = true;
    const failures = [];
    const traffic = (async () => {
      while (going) {
        for (const install of w.installs) {
          try {
            const answer = await w.operator.post(`/operator/installs/${install.id}/refresh`);
            calls += 1;
            if (answer.reachable === false) failures.push(answer);
          } catch (error) {
            failures.push(String(error));
          }
        }
      }
    })();
    const soon = async (more) => {
      const wanted = calls + more;
      await eventually('traffic', async () => calls >= wanted, Boolean);
    };
    await soon(4);
    const rotate = (reason) => w.author.post(`/author/drives/${w.driveId}/keys/rotate`, { mode: 'overlap', reason });
    const rotated = await rotate('Yearly rotation of the signing secret');
    await soon(6); // the Drive knows only the old secret: the host falls back inside the window
    const second = await refusal(() => rotate('A second rotation inside the window'));
    await w.drive.control('secret', { secret: rotated.secret });
    await soon(6);
    going = false;
    await traffic;
    expect(failures.length === 0, 'no call failed', failures);
    const keys = await validKeys(w);
    expect(keys.length === 2, 'old and new secret are both valid for 24 hours', keys);
    expect(keys.find((k) => k.version === rotated.key.version)?.adopted_at, 'the new secret is seen as adopted', keys);
    expect(second === 'rotation_in_progress', 'a second rotation inside the window is refused', second);
    await w.advance({ advance_ms: DAY_MS - 60_000 });
    const before = (await validKeys(w)).length;
    await w.advance({ advance_ms: 2 * 60_000 });
    const after = (await validKeys(w)).length;
    expect(before === 2 && after === 1, 'the old secret ends after exactly 24 hours', { before, after });
    w.secret = rotated.secret;
    return { calls, failed: failures.length, second_rotation: second, valid_secrets_after_24_h: after };
  },

  async 'The author opens a payout account'(w) {
    const account = await openPayoutAccount(w.author);
    return { state: account.state, country: account.country };
  },

  async 'The month closes'(w) {
    w.month = monthOf((await w.admin.get('/sandbox')).clock_now);
    w.preparer = await demoPerson(w.base, 'finance-preparer');
    w.approver = await demoPerson(w.base, 'finance-approver');
    const early = await refusal(() => w.preparer.post(`/finance/periods/${w.month}/close`));
    expect(early === 'month_not_over', 'a month that is still running cannot be closed', early);
    await w.advance({ to: new Date(Date.parse(nextMonth(w.month)) + 3_600_000).toISOString() });
    const period = await closeMonth(w.preparer, w.month);
    const invoices = await invoicesOf(w);
    expect(invoices.length === 2, 'each of the two tenants has one invoice', invoices);
    return {
      month: w.month,
      period: period.state,
      invoices: invoices.map((i) => money(i.total_minor)),
      refused_before: early,
    };
  },

  async 'The invoices are charged through Stripe'(w) {
    w.invoices = await eventually(
      'payment of both invoices',
      () => invoicesOf(w),
      (found) => found.every((i) => i.state === 'paid'),
    );
    return {
      paid: w.invoices.map((i) => money(i.total_minor)),
      total: money(sum(w.invoices.map((i) => i.total_minor))),
    };
  },

  async 'The ledger posts 70/30'(w) {
    const proof = await w.preparer.get('/finance/ledger/proof');
    expect(proof.ok === true, 'the books balance', proof);
    const earnings = await w.author.get(`/author/earnings?month=${w.month}`);
    const gross = sum(w.invoices.map((i) => i.total_minor));
    const share = BigInt(earnings.earned_minor);
    const exact = (gross * 7n + 5n) / 10n;
    expect(share === exact || share === exact - 1n || share === exact + 1n, '70 % of the gross is the author’s', {
      gross: String(gross),
      share: String(share),
    });
    w.gross = gross;
    w.share = share;
    return {
      gross: money(gross),
      author: money(share),
      platform: money(gross - share),
      books_balance: proof.ok,
    };
  },

  async 'Finance prepares the payout run, a second person approves it'(w) {
    await w.advance({ advance_ms: 8 * DAY_MS }); // card money becomes available at the processor
    w.run = await prepareRun(w.preparer, w.month);
    const approve = (person, input_hash = w.run.input_hash) =>
      person.post(`/finance/payout-runs/${w.run.id}/approve`, { input_hash });
    const unseen = await refusal(() => approve(w.approver));
    expect(unseen === 'payout_run_blocked', 'no run is approved before the books were compared', unseen);
    await compareBooks(w.preparer);
    const own = await refusal(() => approve(w.preparer));
    expect(own === 'preparer_cannot_approve', 'who prepared the run cannot approve it', own);
    const stale = await refusal(() => approve(w.approver, '0'.repeat(64)));
    expect(stale === 'payout_set_changed', 'an approval of another set is refused', stale);
    const approved = await approve(w.approver);
    expect(approved.state === 'approved', 'the run is approved', approved.state);
    return {
      run: w.run.id,
      hash: w.run.input_hash.slice(0, 12),
      own_approval: own,
      other_hash: stale,
      to_pay: money(inUsd(approved).to_pay_minor),
    };
  },

  async 'The run executes and the transfers settle'(w) {
    await w.preparer.post(`/finance/payout-runs/${w.run.id}/execute`);
    const run = await endedRun(w.preparer, w.run.id);
    expect(run.state === 'settled', 'every transfer is settled', run);
    const proof = await w.preparer.get('/finance/ledger/proof');
    expect(proof.ok === true, 'the books still balance', proof);
    return { state: run.state, paid: money(inUsd(run).paid_minor), books_balance: proof.ok };
  },

  async 'The statement verifies'(w) {
    const statement = (await w.author.get('/author/statements')).items.find((s) => s.month === w.month);
    const verdict = await w.author.get(`/author/statements/${statement.id}/verify`);
    expect(verdict.ok === true, 'the lines sum to the transfer', verdict);
    expect(BigInt(statement.paid_minor) === w.share, 'the author was paid exactly the share', {
      paid: statement.paid_minor,
      share: String(w.share),
    });
    const foreign = await refusal(() => w.reviewer.get(`/author/statements/${statement.id}`));
    expect(
      ['not_found', 'forbidden', 'statement_not_found'].includes(foreign),
      'nobody else reads the statement',
      foreign,
    );
    return { month: statement.month, paid: money(statement.paid_minor), checks: verdict.checks?.length ?? verdict };
  },

  async 'The operator uninstalls and the token is dead'(w) {
    const [tenant] = w.tenants;
    const token = await w.drive.tokenOf({ tenantId: tenant.id, ventureId: tenant.venture.id }, w.secret);
    const alive = await w.drive.whoami(token);
    await w.operator.post(`/operator/installs/${w.installs[0].id}/uninstall`, { confirm: tenant.venture.name });
    const ended = await eventually(
      'the uninstall',
      () => w.operator.get(`/operator/installs/${w.installs[0].id}`),
      (i) => i.state === 'revoked',
    );
    const dead = await w.drive.whoami(token);
    expect(alive === 200 && dead === 401, 'the scoped token worked before and is refused now', { alive, dead });
    await eventually(
      'the last events to be read',
      async () => (await w.operator.get(`/operator/installs/${w.installs[0].id}/events`)).items.map((e) => e.type),
      (types) => types.includes('install.revoked'),
    );
    return { state: ended.state, token_before: alive, token_after: dead };
  },
};

const validKeys = async (w) =>
  (await w.author.get(`/author/drives/${w.driveId}/keys`)).items.filter((k) =>
    ['active', 'retiring'].includes(k.state),
  );

const invoicesOf = async (w) =>
  (await w.preparer.get(`/finance/invoices?month=${w.month}&limit=100`)).items.filter((i) =>
    w.tenants.some((t) => t.id === i.tenant_id),
  );
