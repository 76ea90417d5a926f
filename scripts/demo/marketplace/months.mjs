import { closeMonth, compareBooks, endedRun, prepareRun } from '../acts.mjs';
import { eventually } from '../client.mjs';
import { DRIVES } from './companies.mjs';
import { approveDrive, publish } from './list-drive.mjs';
import { inTurns, installsOf, nameOf } from './plan.mjs';

const SUCCESS = [() => true, () => false];

/** The month before is closed and charged on the first, and paid out on the ninth, by two persons. */
export async function closeAndPay(w, month, name) {
  const closed = nameOf(w.at(month - 1, 1));
  if (!(await w.advanceTo(w.at(month, 1)))) return;
  await w.step(`close ${month}`, `${name}: the month before is closed`, async () => {
    const known = (await w.preparer.get('/finance/periods')).items.find((one) => one.month === closed);
    if (known?.state !== 'closed') await closeMonth(w.preparer, closed);
    await eventually(
      'the charges',
      () => w.all(w.preparer, `/finance/invoices?month=${closed}`),
      (invoices) => invoices.every(({ state }) => state !== 'open'),
    );
  });
  if (!(await w.advanceTo(w.at(month, 9)))) return;
  await w.step(`pay ${month}`, `${name}: authors are paid`, async () => {
    const before = (await w.preparer.get('/finance/payout-runs')).items.find((one) => one.month === closed);
    const run = before ?? (await prepareRun(w.preparer, closed));
    if (run.state === 'computed') {
      // The provider may still be telling us of a dispute.
      await eventually('books that match', () => compareBooks(w.preparer).then(...SUCCESS), Boolean);
      const { input_hash } = await w.preparer.get(`/finance/payout-runs/${run.id}`);
      await w.approver.post(`/finance/payout-runs/${run.id}/approve`, { input_hash });
    }
    if (['computed', 'approved'].includes(run.state)) await w.preparer.post(`/finance/payout-runs/${run.id}/execute`);
    await endedRun(w.preparer, run.id);
  });
}

/** Drives whose month it is publish a version; every second tenant accepts it. Some ventures leave. */
export async function upgrade(w, month) {
  for (const [slug, { next }] of Object.entries(DRIVES)) {
    if (next?.month !== month) continue;
    const submission = await publish(w, slug);
    await w.pass(9);
    if (submission) await approveDrive(w, submission);
  }
  const installs = (await w.all(w.operator, '/operator/installs')).filter(({ state }) => state === 'active');
  const isMonth = Object.values(DRIVES).some(({ next }) => next?.month === month);
  const upgrades = isMonth ? installs.filter((one, place) => one.upgrade_available && place % 2 === 0) : [];
  await inTurns(upgrades, async ({ id }) => {
    const { digest, permissions } = await w.operator.get(`/operator/installs/${id}/upgrade`);
    const named = permissions.map((one) => one.name ?? one);
    await w.operator.post(`/operator/installs/${id}/upgrade/accept`, { digest, permissions: named });
  });
  const leaving = installsOf(installs.map(({ venture_name }) => venture_name)).filter(({ leaves }) => leaves === month);
  for (const { slug, venture } of leaving) {
    const install = installs.find((one) => one.slug === slug && one.venture_name === venture);
    if (install) await w.operator.post(`/operator/installs/${install.id}/uninstall`, { confirm: venture });
  }
}

/** Cards of tenants by month: one charge is disputed, one is declined and not yet paid today. */
const CARDS = [
  { month: 3, tenant: 'Cobalt Studios', card: 'pm_card_createDispute' },
  { month: 4, tenant: 'Cobalt Studios', card: 'pm_card_visa' },
  { month: 5, tenant: 'Mistral Travel', card: 'pm_card_chargeCustomerFail' },
];
const REFUND_MINOR = '1900';

/** What goes wrong in every business: refunds of the month before, a dispute, a declined card. */
export async function disturb(w, month) {
  const tenants = await w.all(w.operator, '/operator/tenants');
  for (const { tenant, card } of CARDS.filter((one) => one.month === month)) {
    const { id } = tenants.find(({ name }) => name === tenant);
    await w.operator.post(`/operator/tenants/${id}/payment-method`, { payment_method: card });
  }
  if (month === 0 || month % 2 === 1) return;
  const invoices = await w.all(w.preparer, `/finance/invoices?month=${nameOf(w.at(month - 1, 1))}`);
  const invoice = invoices.find(({ state, total_minor: total }) => state === 'paid' && BigInt(total) > 10_000n);
  if (!invoice) return;
  if ((await w.all(w.preparer, '/finance/refunds')).some((one) => one.invoice_id === invoice.id)) return;
  await w.preparer.post(`/finance/invoices/${invoice.id}/refunds`, {
    scope: 'amount',
    amount_minor: REFUND_MINOR,
    reason: 'service_failure',
    note: 'Two days without service.',
    confirm_minor: REFUND_MINOR,
  });
}
