// How the marketplace looks today: one case of each kind waits for a reviewer, plugins are used, one Drive is slow and one
// does not answer.
import { DRIVES } from './companies.mjs';
import { decideApplication, unlessOpen } from '../acts.mjs';
import { applied, applyFor, publish, submitDrive } from './list-drive.mjs';
import { chances, inTurns } from './plan.mjs';

const DAY_MS = 86_400_000;
const SEED = 4;
/** Conditions of Drives that last as long as the demo. */
export const TROUBLED = { 'beacon-reports': { delay_ms: 4_000 }, rotaplan: { dark: true } };
const RAISED = { value: { usd: '3900' }, reason: 'The checks cost more than when the fee was set.' };

/** [how many days ago, name, work]. */
const CASES = [
  [6, 'exception', proposeException],
  [5, 'appeal', appealApplication],
  [4, 'failing', (w) => apply(w, 'ironleaf')],
  [3, 'greedy', (w) => apply(w, 'sundial')],
  [2, 'renamed', (w) => publish(w, 'copper-desk')],
  [1, 'version', (w) => publish(w, 'signalroom')],
  [0.5, 'policy', (w) => w.propose('/finance/policies/listing_fee/proposals', RAISED).catch(unlessOpen)],
  [0.2, 'clean', (w) => apply(w, 'glasswing')],
];

export async function waitForReview(w) {
  for (const [daysAgo, name, work] of CASES) {
    await w.advanceTo(new Date(Date.now() - daysAgo * DAY_MS));
    await w.step(`case ${name}`, 'The review queue', () => work(w));
  }
}

/** Its application is approved after some hours. */
async function apply(w, slug) {
  await applyFor(w, slug);
  await w.pass(3);
  return submitDrive(w, slug);
}

async function proposeException(w) {
  const { id } = await apply(w, 'saltmarsh');
  await w.reviewer.post(`/review/cases/${id}/claim`);
  const exception = {
    check_id: 'C87',
    reason: 'The event of an install comes with the next release, which is dated.',
    ends_at: new Date(Date.now() + 60 * DAY_MS).toISOString(),
  };
  await w.reviewer.post(`/review/submissions/${id}/exceptions`, exception).catch(unlessOpen);
}

async function appealApplication(w) {
  const author = await w.author('labs');
  const about = 'Signs in as a person of the venture and does the paperwork that nobody wants to do.';
  const { id, state, appeal } = await applied(author, 'shadow-clerk', { name: 'Shadow Clerk', about });
  const note = 'It signs in as a person, which no Drive may do.';
  const verdictOf = (criterion) => (criterion === 'do_not_rules' ? 'fail' : 'pass');
  const rejection = { decision: 'reject', reason_code: 'do_not_rules', text: note };
  if (state !== 'rejected') await decideApplication(w.reviewer, id, { note, verdictOf, ...rejection });
  if (appeal) return;
  await author.post(`/applications/${id}/appeal`, {
    text: 'It no longer signs in as anybody: it uses the scoped token of its install, as every other Drive does.',
  });
}

/** What the plugins tell about their work. */
export async function useDrives(w) {
  const chance = chances(SEED);
  await inTurns(Object.keys(DRIVES), async (slug) => {
    const drive = w.drive(slug);
    const { installs } = await drive.state();
    for (const { install_id } of installs.filter((one) => one.revoked_at === null))
      for (let left = 1 + Math.floor(chance() * 6); left > 0; left -= 1)
        await drive.control('emit', { install_id, type: DRIVES[slug].does[left % 2], payload: {} });
  });
}

export const trouble = (driveOf) =>
  Promise.all(Object.entries(TROUBLED).map(([slug, condition]) => driveOf(slug).control('condition', condition)));
