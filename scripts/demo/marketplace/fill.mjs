// Fills the demo's sandbox with a marketplace of six months: every act through the public API, by the persons whose act it
// is, against Drives that answer. What is done is noted in the portal's database, so that it goes on after a kill.
import { acceptInvitations, installPlugin, inviteOperator, slugOf } from '../acts.mjs';
import { Caller, demoPerson, Refused } from '../client.mjs';
import { attachDrive } from '../drive.mjs';
import { takeClock } from '../run.mjs';
import { COMPANIES, DRIVES, STORY_NAMES, TENANTS } from './companies.mjs';
import { fleetOf, planFleet } from './fleet.mjs';
import { describeDrive } from './describe-drive.mjs';
import { applyFor, listDrive, submitDrive } from './list-drive.mjs';
import { inTurns, installsOf, monthAt, MONTHS } from './plan.mjs';
import { trouble, useDrives, waitForReview } from './today.mjs';
import { closeAndPay, disturb, upgrade } from './months.mjs';

const PASSWORD = 'Seven-lanterns-over-the-harbour';
/** Short, because the next start after a kill waits for its end. */
const LEASE_MS = 30_000;
const RENEW_MS = 8_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** When the time of a new portal begins: with the month before the first, which is the story's. */
export const BEGINS_AT = monthAt(Date.now(), -1, 2);

const FAILED = 'The demo could not be filled:';

/** Before the story: from now on people see that the demo is being filled. */
export const beginFilling = (portal, say) => begin(portal).catch((error) => say(`${FAILED} ${error.message}`));

async function begin(portal) {
  const admin = await demoPerson(portal.url, 'admin');
  if ((await admin.get('/demo/filling')).begun) return;
  // The payment provider's clock follows ours.
  const { offset_ms: offset } = await admin.post('/sandbox/clock', { advance_ms: 0 });
  const done = offset < -MONTHS * 28 * DAY_MS ? ['past'] : [];
  await admin.put('/demo/filling', { done, doing: 'The story', listed: 0, drives: total, finished: false });
}

const total = Object.keys(DRIVES).length + 1;

/** Fills what is not there yet; a failure is reported, and the next start goes on from there. */
export const fillMarketplace = (portal, say, months = MONTHS) =>
  fill(portal, say, months).catch((error) => say(`${FAILED} ${error.message} The next start goes on from there.`));

async function fill(portal, say, months) {
  const admin = await demoPerson(portal.url, 'admin');
  const filling = await admin.get('/demo/filling');
  if (filling.finished) return trouble(driveIn(fleetOf(portal.dataDir)));
  say('Filling the demo with a marketplace of six months, about two minutes (leave it out with --no-marketplace) ...');
  const startedAt = performance.now();
  const clock = await takeClock(portal.url, LEASE_MS);
  const renewing = setInterval(() => void clock.renew().catch(() => undefined), RENEW_MS);
  try {
    const fleet = fleetOf(portal.dataDir) ?? (await startFleet(portal));
    const world = new World({ portal, admin, clock, filling, fleet, say });
    await world.signIn();
    await play(world, months);
    if (months < MONTHS) return;
    await world.save({ doing: 'Filled', finished: true });
    say(`The demo is filled: ${total} Drives, after ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  } finally {
    clearInterval(renewing);
    await clock.release().catch(() => undefined);
  }
}

const driveIn = (fleet) => (slug) => attachDrive(`http://127.0.0.1:${fleet.find(({ id }) => id === slug).port}`);

async function startFleet(portal) {
  const fleet = await planFleet(portal.dataDir);
  await portal.startFleet();
  return fleet;
}

/** The months in their order, up to `months`: each closes the one before, pays it out, lists Drives, installs and upgrades. */
async function play(w, months) {
  // Not after a story that failed: the next one has other names.
  if ((await fetch(`${w.base}/api/public/catalogue/${STORY_NAMES.slug}`)).ok)
    await w.step('describe story', 'The story', () => describeDrive(w, STORY_NAMES.slug));
  await w.step('tenants', 'Tenants and ventures', () => makeTenants(w));
  for (let month = w.hasPast ? 0 : MONTHS; month <= months; month += 1) {
    const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      w.at(month, 1),
    );
    if (w.hasPast && month > 0) await closeAndPay(w, month, name);
    if (w.hasPast && !(await w.advanceTo(w.at(month, 10)))) break;
    const due = Object.keys(DRIVES).filter((slug) => DRIVES[slug].month <= month);
    await list(
      w,
      due.filter((slug) => !w.state.done.includes(`list ${slug}`)),
      name,
    );
    await inTurns(due, (slug) => w.step(`describe ${slug}`, name, () => describeDrive(w, slug)));
    await w.step(`installs ${month}`, name, () => install(w, month));
    if (w.hasPast && !(await w.advanceTo(w.at(month, 18)))) break;
    await w.step(`upgrades ${month}`, name, () => upgrade(w, month));
    await w.step(`troubles ${month}`, name, () => disturb(w, month));
  }
  if (months < MONTHS) return;
  await waitForReview(w);
  // Before the last hours pass, in which every endpoint is read once.
  await trouble(w.drive);
  await w.advanceTo(undefined);
  await w.step('use', 'Events of the plugins', () => useDrives(w));
  await w.admin.post('/admin/schedules/listings.count-popularity/run');
}

/** Reviewers take some hours for an application, and a day for a Drive. */
async function list(w, slugs, name) {
  if (slugs.length === 0) return;
  // A company has one open application at a time.
  const firsts = new Map(slugs.map((slug) => [DRIVES[slug].company, slug]));
  await inTurns(firsts.values(), (slug) => applyFor(w, slug));
  await w.pass(5);
  for (const some of [firsts.values(), slugs]) await inTurns(some, (slug) => submitDrive(w, slug));
  await w.pass(21);
  await inTurns(slugs, (slug) => w.step(`list ${slug}`, name, () => listDrive(w, slug)));
}

async function makeTenants(w) {
  const { user } = await w.operator.get('/me');
  const known = await w.all(w.admin, '/host/tenants');
  for (const { name, ventures } of TENANTS) {
    const tenant =
      known.find((one) => one.name === name) ??
      (await w.admin.post('/host/tenants', { name, external_id: slugOf(name) }));
    const there = await w.all(w.admin, `/host/tenants/${tenant.id}/ventures`);
    for (const venture of ventures.filter((one) => !there.some((made) => made.name === one)))
      await w.admin.post(`/host/tenants/${tenant.id}/ventures`, { name: venture, external_id: slugOf(venture) });
    const operated = await w.all(w.admin, `/host/tenants/${tenant.id}/operators`);
    if (operated.length === 0)
      await inviteOperator({ ...w.admins, operator: w.operator, tenant: tenant.id, email: user.email });
  }
  await acceptInvitations(w.operator);
  await w.signIn();
  for (const { id } of await w.all(w.operator, '/operator/tenants'))
    await w.operator.post(`/operator/tenants/${id}/payment-method`, { payment_method: 'pm_card_visa' });
}

async function install(w, month) {
  const ventures = await w.all(w.operator, '/operator/ventures');
  const installed = await w.all(w.operator, '/operator/installs');
  const wanted = installsOf(ventures.map(({ name }) => name)).filter(
    (one) => one.month <= month && !installed.some((i) => i.slug === one.slug && i.venture_name === one.venture),
  );
  await inTurns(wanted, async ({ slug, venture }) => {
    const plugin = await w.operator.get(`/operator/plugins/${slug}`);
    await installPlugin(w.operator, plugin, ventures.find(({ name }) => name === venture).id);
  });
}

/** The persons, the Drives, the clock, and what is done. */
class World {
  #authors = new Map();

  constructor({ portal, admin, clock, filling, fleet, say }) {
    Object.assign(this, { portal, admin, clock, say, fleet, base: portal.url });
    this.state = filling;
  }

  async signIn() {
    const person = (name) => demoPerson(this.base, name);
    this.operator = await person('operator');
    this.reviewer ??= await person('reviewer');
    this.secondReviewer ??= await person('second-reviewer');
    this.preparer ??= await person('finance-preparer');
    this.approver ??= await person('finance-approver');
    this.admins ??= { admin: this.admin, secondAdmin: await person('second-admin') };
    this.sandbox ??= await this.clock.sandbox();
  }

  get hasPast() {
    return this.state.done.includes('past');
  }

  at = (month, day) => monthAt(this.sandbox.wall_now, month, day);

  /** Some hours, unless they are not over yet. */
  async pass(hours) {
    const { clock_now: now } = await this.clock.sandbox();
    return this.advanceTo(new Date(Date.parse(now) + hours * HOUR_MS));
  }

  /** False when that is not over yet; without an instant to the time of the machine. */
  async advanceTo(instant) {
    const { clock_now: now, offset_ms: offset } = await this.clock.sandbox();
    if (instant && instant.getTime() > Date.now()) return false;
    if (instant ? instant.getTime() > Date.parse(now) : offset < 0)
      await this.clock.advance(instant ? { to: instant.toISOString() } : { advance_ms: -offset });
    return true;
  }

  /** Finance proposes, from now on. */
  async propose(path, terms) {
    const { clock_now: now } = await this.clock.sandbox();
    const proposal = { reason: 'As agreed with the author before the listing.', ...terms, valid_from: now };
    return this.preparer.post(path, proposal);
  }

  /** The same, and a second person approves. */
  async agree(path, terms) {
    const { id, digest } = await this.propose(path, terms);
    await this.approver.post(`/approvals/${id}/approve`, { digest });
  }

  drive = (slug) => driveIn(this.fleet)(slug);

  /** Who writes for a company: signed up on the first call. */
  author(key) {
    if (!this.#authors.has(key)) this.#authors.set(key, this.#authorOf(COMPANIES[key]));
    return this.#authors.get(key);
  }

  async #authorOf(about) {
    const { name, person, domain } = about;
    const author = new Caller(this.base, name);
    const email = `${person.split(' ')[0].toLowerCase()}@${domain}`;
    const given = { email, password: PASSWORD };
    await author.post('/auth/sign-in', given).catch(async (error) => {
      if (!(error instanceof Refused)) throw error;
      await author.post('/auth/sign-up', { ...given, name: person });
      await author.post('/auth/sign-in', given);
    });
    return Object.assign(author, { company: { ...about, email } });
  }

  /** Once for ever: what is noted as done is not done again. */
  async step(name, doing, work) {
    if (this.state.done.includes(name)) return;
    await this.save({ doing });
    await work();
    await this.save({ done: [...this.state.done, name] });
  }

  async save(change) {
    Object.assign(this.state, change);
    const listed = this.state.done.filter((name) => name.startsWith('list ')).length + 1;
    const { done, doing, finished } = this.state;
    await this.admin.put('/demo/filling', { done, doing, listed, drives: total, finished });
  }

  /** Every row of a list. */
  async all(caller, path) {
    const rows = [];
    for (let cursor = ''; cursor !== null;) {
      const page = await caller.get(
        `${path}${path.includes('?') ? '&' : '?'}limit=100${cursor && `&cursor=${cursor}`}`,
      );
      rows.push(...page.items);
      cursor = page.next_cursor && encodeURIComponent(page.next_cursor);
    }
    return rows;
  }
}
