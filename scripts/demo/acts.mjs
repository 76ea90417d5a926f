// What the story and the marketplace both do, each through the public API and with the checks that it worked.
import { eventually, expect } from './client.mjs';

/** As ids of tenants and ventures are written. */
export const slugOf = (name) => name.toLowerCase().replaceAll(' ', '-');

/** A reviewer judges every criterion of an application and decides, from where that was left. */
export async function decideApplication(reviewer, id, { note, verdictOf, ...decision }) {
  const path = `/review/applications/${id}`;
  await reviewer.post(`/review/cases/${id}/claim`);
  const { revision, criteria } = await reviewer.get(path);
  const judgements = criteria.map(({ id: criterion }) => ({ criterion, verdict: verdictOf(criterion), note }));
  await reviewer.post(`${path}/judgements`, { revision, judgements });
  return reviewer.post(`${path}/decide`, decision);
}

export const approveApplication = (reviewer, id) =>
  decideApplication(reviewer, id, {
    note: 'Looked at the website and the register.',
    verdictOf: () => 'pass',
    decision: 'approve',
    reason_code: 'meets_requirements',
    text: 'A clear idea with narrow scopes, checked.',
  });

export async function signAgreement(author, name) {
  const agreement = await author.get('/author/agreement');
  const { version, digest } = agreement;
  await author.post('/author/agreement/sign', { version, digest, signed_name: name });
  return agreement;
}

export const unlessOpen = (error) => (error.code === 'approval_open' ? undefined : Promise.reject(error));

/** Two admins make a person the operator of a tenant, and the person accepts. */
export async function inviteOperator({ admin, secondAdmin, operator, tenant, email }) {
  const invite = { email, reason: 'Operates the ventures of this tenant.' };
  const proposed = await admin.post(`/host/tenants/${tenant}/operators`, invite).catch(unlessOpen);
  const waiting = (await secondAdmin.get('/approvals?limit=100')).items;
  const { id, digest } = proposed ?? waiting.find(({ subject_id: subject }) => subject.includes(tenant));
  await secondAdmin.post(`/approvals/${id}/approve`, { digest });
  await acceptInvitations(operator);
}

export async function acceptInvitations(operator) {
  const { items } = await operator.get('/account/operator-invitations');
  for (const invitation of items) await operator.post(`/account/operator-invitations/${invitation.id}/accept`);
}

/** The author gives the details on the provider's page. */
export async function openPayoutAccount(author) {
  const { onboarding_url: url } = await author.post('/author/payout-account');
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'outcome=complete',
    redirect: 'manual',
  });
  expect(response.status < 400, 'the hosted page takes the details', response.status);
  return eventually(
    'the payout account',
    () => author.post('/author/payout-account/refresh'),
    (account) => account.state === 'ready',
  );
}

export async function closeMonth(preparer, month) {
  await preparer.post(`/finance/periods/${month}/close`);
  return eventually(
    'the close',
    async () => (await preparer.get('/finance/periods')).items.find((one) => one.month === month),
    (period) => period?.state === 'closed',
  );
}

/** A submission whose checks have run. */
export const checkedSubmission = (author, id) =>
  eventually(
    'the live check',
    () => author.get(`/submissions/${id}`),
    ({ state }) => !['received', 'validating'].includes(state),
  );

/** A reviewer judges a submission and approves it. */
export async function approveSubmission(reviewer, id, reason) {
  const { digest } = await judged(reviewer, id);
  return reviewer.post(`/review/submissions/${id}/decide`, { decision: 'approve', reason, digest });
}

/** Takes a case and judges every criterion by the checks and the manifest; returns the reviewer's view. */
async function judged(reviewer, id) {
  await reviewer.post(`/review/cases/${id}/claim`);
  const workspace = () => reviewer.get(`/review/submissions/${id}/workspace`);
  let held = await workspace();
  const hasFailed = held.criteria.some(({ checks }) => checks.some(({ state }) => state === 'fail'));
  // A Drive or the network may have failed for a moment.
  if (hasFailed) {
    await reviewer.post(`/review/submissions/${id}/recheck`);
    held = await eventually('the checks to have run again', workspace, ({ recheck }) => recheck.ended_at !== null);
  }
  const judgements = held.criteria.map(({ id: criterion, applies, checks }) => {
    expect(!checks.some((check) => check.state === 'fail'), `no check fails ${criterion}`, checks);
    return { criterion, verdict: applies ? 'pass' : 'not_applicable', note: 'Looked at the manifest and the checks.' };
  });
  const after = await reviewer.post(`/review/submissions/${id}/judgements`, { digest: held.digest, judgements });
  expect(after.decisions.find((one) => one.decision === 'approve').possible, 'nothing is in the way', after.decisions);
  return after;
}

/** One run per month and currency: when another story made it already, this one's authors are in a further run. */
export async function prepareRun(preparer, month) {
  const run = await preparer.post('/finance/payout-runs', { month });
  return eventually(
    'the run to be computed',
    () => preparer.get(`/finance/payout-runs/${run.id}`),
    (r) => r.state === 'computed',
  );
}

/** A run whose transfers have ended. */
export const endedRun = (preparer, id) =>
  eventually(
    'the run',
    () => preparer.get(`/finance/payout-runs/${id}`),
    ({ state }) => ['settled', 'partially_failed'].includes(state),
  );

/** Our books against the processor's: the findings of a fresh comparison, after one that runs already. */
export async function comparedBooks(preparer) {
  let before;
  const requested = async () => {
    before = (await preparer.get('/finance/reconciliation')).reconciled_at;
    return preparer.post('/finance/reconciliation').then(
      () => true,
      (error) => {
        if (error.code !== 'reconciliation_running') throw error;
        return false;
      },
    );
  };
  await eventually('a comparison that runs already', requested, Boolean);
  const books = await eventually(
    'the comparison of the books',
    () => preparer.get('/finance/reconciliation'),
    (r) => !r.running && (r.reconciled_at !== before || r.failure),
  );
  expect(books.reconciled_at !== before, 'the books can be compared', books.failure);
  return books;
}

/** Without a fresh comparison no money leaves. */
export async function compareBooks(preparer) {
  const books = await comparedBooks(preparer);
  expect(books.blocking === 0, 'nothing in the books forbids to pay', books);
}

/** The request for an install of a plugin into a venture. */
export const installRequest = ({ drive_id, digest, permissions, config_schema: schema }, venture_id) => ({
  venture_id,
  drive_id,
  digest,
  permissions: permissions.map(({ name }) => name),
  config: exampleConfig(schema),
});

/** An operator installs a plugin into a venture, and the Drive has answered. */
export async function installPlugin(operator, plugin, ventureId) {
  const { id } = await operator.post('/operator/installs', installRequest(plugin, ventureId));
  return eventually(
    'the install',
    () => operator.get(`/operator/installs/${id}`),
    ({ state }) => !['requested', 'sending'].includes(state),
  );
}

/** Values for the required fields of a config form: defaults, first choices, and short texts. */
function exampleConfig(schema) {
  const config = {};
  for (const [name, field] of Object.entries(schema?.properties ?? {})) {
    if (field.default !== undefined || !(schema.required ?? []).includes(name)) continue;
    if (field.enum) config[name] = field.enum[0];
    else if (field.type === 'integer' || field.type === 'number') config[name] = field.minimum ?? 1;
    else if (field.type === 'boolean') config[name] = true;
    else if (field.type === 'array') config[name] = [];
    else config[name] = 'Example text'.padEnd(field.minLength ?? 0, '.');
  }
  return config;
}
