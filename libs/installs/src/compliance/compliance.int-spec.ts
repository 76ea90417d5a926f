import { Global, Module } from '@nestjs/common';
import { DemoPersons } from '@portal/identity';
import { AppError, utcDay } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { TestClock } from '@portal/platform/database';
import { hostToken } from '../../../../test/support/http/host-token.js';
import { ListingsWorld, type Author, type OwnedDrive } from '../../../../test/support/drives/listings.js';
import { claimText } from '../../../listings/src/evidence/domain/compliance-claims.js';
import { MailDueEvidence } from '../../../listings/src/evidence/mail-due-evidence.js';
import { PollInstalls } from '../polling/poll-installs.js';
import type { DueEvidenceView } from '../../../listings/src/evidence/evidence.view.js';
import type { InstallView, PluginView } from '../install/read/installs.view.js';
import { PaidInstallGate } from '../install/paid-install-gate.js';
import type { HostPreflightView } from '../host-api/host-installs.view.js';
import { InstallsModule, InstallsWorkerModule } from '../installs.module.js';
import { ComplianceLapsePolicy } from './compliance-lapse-policy.js';
import type { LapsePolicy } from './domain/compliance-lapse.js';
import type { HostComplianceLapseView } from './read/compliance-lapse.view.js';
import { WatchComplianceJob } from './watch-compliance.job.js';

const DAY = 86_400_000;
const WARN: LapsePolicy = { version: 1, action: 'warn', days: 30 };
const AGREEING = 'agreeing@operators.example';

/** As billing, a level above, decides and refuses. */
let policy = WARN;
let unpaid: string[] = [];
class SwitchPolicy extends ComplianceLapsePolicy {
  at(): Promise<LapsePolicy> {
    return Promise.resolve(policy);
  }
}
class SwitchGate extends PaidInstallGate {
  refusals(): Promise<AppError[]> {
    return Promise.resolve(unpaid.map((code) => new AppError({ code, status: 409, message: code })));
  }
}
@Global()
@Module({
  providers: [
    { provide: ComplianceLapsePolicy, useClass: SwitchPolicy },
    { provide: PaidInstallGate, useClass: SwitchGate },
  ],
  exports: [ComplianceLapsePolicy, PaidInstallGate],
})
class AboveModule {}

describe('the compliance of installs over time', () => {
  const world = ListingsWorld.forTests({}, [AboveModule, InstallsModule, InstallsWorkerModule]);
  let ada: Author;
  let host = 'Bearer none';
  let owned: OwnedDrive;
  /** Terms of every install. */
  let agreed: { digest: string | null; permissions: string[] };
  const ids = new Map<string, string>();

  beforeAll(async () => {
    await world.app.get(DemoPersons).ensure();
    ada = await world.author('ada');
    for (const name of ['ruth', 'sam']) await world.reviewer(name);
    owned = await world.reserve(ada, 'careful');
    const { manifestUrl } = await world.drive(owned, {
      drive: { version: '1.0.0' },
      compliance: { frameworks: ['SOC 2'], data_residency: ['eu'], baa_required: true },
    });
    await world.publish(ada.cookie, owned.driveId, manifestUrl);
    await tenant('looking');
    const { digest, permissions } = await preflight('looking');
    agreed = { digest, permissions: permissions.map((one) => one.name) };
  });
  beforeEach(() => {
    policy = WARN;
    unpaid = [];
  });

  /** As the host, unless said otherwise; with a new token when days have passed. */
  async function call<T = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    body?: object,
    as?: string,
  ) {
    const answer = await world.app.ask<T>(as ?? host, method, url, body);
    if (as !== undefined || answer.status !== 401) return answer;
    host = await hostToken(world.app);
    return world.app.ask<T>(host, method, url, body);
  }
  /** A new session of the existing account. */
  const signedIn = (email: string) => world.app.signUp(email);
  const now = () => world.value<Date>('select platform.portal_now()');
  const inDays = async (days: number) => new Date((await now()).getTime() + days * DAY);

  async function tenant(name: string, currency?: string): Promise<void> {
    const made = await call<{ id: string }>('PUT', `/host/external/tenants/${name}`, {
      name,
      ...(currency && { currency }),
    });
    await call('PUT', `/host/external/tenants/${name}/ventures/shop`, { name: 'Shop' });
    await call('PUT', `/host/external/tenants/${name}/operators/agreeing`, { email: AGREEING });
    await world.app.operateInvited(await signedIn(AGREEING));
    ids.set(name, made.data.id);
  }
  async function operator(name: string): Promise<string> {
    const cookie = await world.app.signUp(`${name}@operators.example`, name);
    await call('POST', `/host/tenants/${ids.get(name)}/operators`, { email: `${name}@operators.example` });
    await world.app.operateInvited(cookie);
    return cookie;
  }
  /** Sets the compliance record of a tenant. */
  async function file(name: string, change: { baa?: Date | null; residency?: string; regulated?: boolean }) {
    const list = await call<{ items: { tenant_id: string; revision: number }[] }>(
      'GET',
      `/host/tenants/compliance?q=${name}`,
    );
    const { revision } = list.data.items.find((one) => one.tenant_id === ids.get(name))!;
    const { baa, residency = null, regulated = false } = change;
    const body = {
      baa: baa ? { reference: 'MSA-1', until: baa.toISOString() } : null,
      residency,
      regulated,
      revision,
    };
    expect((await call('POST', `/host/tenants/${ids.get(name)}/compliance`, body)).status).toBe(200);
    await world.work();
  }
  const preflight = async (name: string) =>
    (await call<HostPreflightView>('GET', `/host/preflight?tenant=${name}&venture=shop&drive=${owned.slug}`)).data;
  const ask = (name: string) =>
    call<InstallView>('POST', '/host/installs', {
      tenant: name,
      venture: 'shop',
      drive: owned.slug,
      ...agreed,
      config: { brand_name: 'Acme', tone: 'plain' },
      operator_email: AGREEING,
    });
  /** A running install in a tenant of its own with an agreement for the given days. */
  async function installed(name: string, days: number): Promise<{ id: string; until: Date }> {
    await tenant(name);
    const until = await inDays(days);
    await file(name, { baa: until });
    const { data } = await ask(name);
    await world.work();
    expect(await view(data.id)).toMatchObject({ state: 'active', compliance_lapses: [], paused_at: null });
    return { id: data.id, until };
  }
  const view = async (id: string) => (await call<InstallView>('GET', `/host/installs/${id}`)).data;
  /** As two workers do at the same time. */
  async function watch(): Promise<void> {
    const job = world.app.get(WatchComplianceJob);
    await Promise.all([1, 2].map(() => job.run(new AbortController().signal)));
    await world.work();
  }
  async function passes(days: number): Promise<void> {
    await world.app.get(TestClock).advance({ ms: days * DAY }, SYSTEM_ACTOR);
    await watch();
  }
  const mails = (to: string, about: string) =>
    world.column(
      `select subject from platform.mail_messages where recipient = $1 and subject like '%' || $2 || '%' order by created_at, id`,
      [to, about],
    );
  const audited = (subject: string) =>
    world.column(`select action from platform.audit_log where subject_id = $1 and actor_kind = 'system' order by seq`, [
      subject,
    ]);
  /** Stated by its author, and accepted by so many reviewers, by the second one perhaps for a shorter time. */
  async function prove(claim: string, days: number, reviewers = 2, daysOfSecond = days): Promise<void> {
    const words = `valid_until=${(await inDays(days)).toISOString()}&file_name=a.pdf`;
    const answer = await world.app.ask(
      await signedIn('ada@authors.example'),
      'POST',
      `/author/drives/${owned.driveId}/evidence?claim=${encodeURIComponent(claim)}&${words}`,
      Buffer.from(`%PDF-1.7\n% ${claim} ${days}\n<</Type/Page>>\n%%EOF\n`),
      { 'content-type': 'application/pdf' },
    );
    expect(answer.status).toBe(200);
    for (const reviewer of ['ruth', 'sam'].slice(0, reviewers)) {
      const as = await signedIn(`${reviewer}@staff.example`);
      const { data } = await world.app.ask<{ items: DueEvidenceView[] }>(as, 'GET', '/review/evidence');
      const { evidence } = data.items.find((one) => one.claim === claim)!;
      const until = reviewer === 'sam' && daysOfSecond < days ? (await inDays(daysOfSecond)).toISOString() : undefined;
      const body = { accepted_until: until ?? evidence!.valid_until };
      expect((await world.app.ask(as, 'POST', `/review/evidence/${evidence!.id}/accept`, body)).status).toBe(200);
    }
    await world.work();
  }
  const CLAIMS = ['framework:SOC 2', 'residency:eu', 'baa'];

  it('is prechecked with the same problems for which an install is refused, until none is left', async () => {
    await tenant('peel', 'eur');
    await file('peel', { residency: 'eu', regulated: true });
    unpaid = ['tenant_suspended', 'payment_method_required'];
    const mend: Record<string, () => Promise<unknown>> = {
      baa_required: async () => file('peel', { baa: await inDays(300), residency: 'eu', regulated: true }),
      claims_unproven: async () => {
        for (const claim of CLAIMS) await prove(claim, 20);
      },
      tenant_suspended: () => Promise.resolve(unpaid.shift()),
      payment_method_required: () => Promise.resolve(unpaid.shift()),
      no_price_in_currency: async () => {
        const { currency_revision: revision } = (
          await call<{ items: { id: string; currency_revision: string }[] }>('GET', '/host/tenants?limit=100')
        ).data.items.find((one) => one.id === ids.get('peel'))!;
        await call('POST', `/host/tenants/${ids.get('peel')}/currency`, { currency: 'usd', revision });
      },
    };
    const seen: string[] = [];
    for (;;) {
      const { refusals, installable } = await preflight('peel');
      const asked = await ask('peel');
      expect([asked.error, asked.status < 300]).toEqual([refusals[0]?.code, installable]);
      if (installable) break;
      if (refusals[0]!.code === 'claims_unproven')
        expect(refusals[0]!.details.map((one) => one.message)).toEqual(
          CLAIMS.map((one) => `Not accepted by reviewers: ${claimText(one)}`),
        );
      seen.push(refusals[0]!.code);
      await mend[refusals[0]!.code]!();
    }
    expect(seen).toEqual([
      'no_price_in_currency',
      'baa_required',
      'claims_unproven',
      'tenant_suspended',
      'payment_method_required',
    ]);
    expect((await preflight('peel')).refusals.map((one) => one.code)).toEqual(['install_exists']);
  });

  it('is announced once 60, 30 and 7 days before an agreement ends and at its end, with who must act', async () => {
    const { id, until } = await installed('acme', 61);
    await operator('acme');
    for (const days of [0, 1.5, 30, 23.1]) await passes(days);
    const day = utcDay(until);
    const before = Array.from({ length: 3 }, () => `The business associate agreement of acme ends on ${day}`);
    expect(await mails('acme@operators.example', 'agreement of acme')).toEqual(before);
    expect((await view(id)).compliance_lapses).toEqual([]);
    await passes(6.5);
    await watch();
    const all = [...before, 'The business associate agreement of acme has ended'];
    const admin = await world.value(`select email from identity.users where email like 'admin@%'`);
    expect(await mails('acme@operators.example', 'agreement of acme')).toEqual(all);
    expect(await mails(admin, 'agreement of acme')).toEqual(all);
    expect(await mails('ada@authors.example', 'the agreement of a tenant')).toHaveLength(4);
    expect((await view(id)).compliance_lapses).toEqual([
      {
        gap: 'baa_required',
        claims: [],
        since: until.toISOString(),
        must_act: 'platform',
        action: 'warn',
        acts_at: null,
        acted_at: null,
      },
    ]);
    const attention = await call<{ items: InstallView[] }>(
      'GET',
      '/operator/installs?status=attention',
      undefined,
      await signedIn('acme@operators.example'),
    );
    expect(attention.data.items.map((one) => one.id)).toEqual([id]);
    await file('acme', { baa: await inDays(300) });
    expect((await view(id)).compliance_lapses).toEqual([]);
    expect(await mails('acme@operators.example', 'requirements are met again')).toHaveLength(1);
    expect(await audited(ids.get('acme')!)).toEqual(['compliance.lapsed', 'compliance.restored']);
  });

  it('ends an install on the announced day unless the tenant complies by then', async () => {
    const { id, until } = await installed('gone', 5);
    const { id: saved } = await installed('saved', 5);
    policy = { version: 7, action: 'remove', days: 10 };
    await passes(5.1);
    const [lapse] = (await view(id)).compliance_lapses;
    expect(lapse).toMatchObject({ action: 'remove', since: until.toISOString(), acted_at: null });
    expect(new Date(lapse!.acts_at!).getTime() - (await now()).getTime()).toBeGreaterThan(9.9 * DAY);
    // A later decision applies to later lapses.
    policy = { version: 8, action: 'remove', days: 0 };
    await passes(9.8);
    expect(await view(id)).toMatchObject({ state: 'active' });
    await file('saved', { baa: await inDays(300) });
    await operator('gone');
    await passes(0.3);
    expect(await view(id)).toMatchObject({ state: 'revoked', compliance_lapses: [] });
    expect(await view(saved)).toMatchObject({ state: 'active', compliance_lapses: [] });
    expect(await mails('gone@operators.example', 'was removed')).toHaveLength(1);
    expect(await audited(id)).toContain('install.ended');
    expect(
      await world.db.query('select action, ended_how from installs.compliance_lapses where install_id = $1', [id]),
    ).toEqual([{ action: 'remove', ended_how: 'install_ended' }]);
    // An agreement that is taken off the file is told as a lapse, although that of another tenant has ended.
    policy = WARN;
    const before = (await mails(AGREEING, 'no longer meets a requirement')).length;
    await file('saved', { baa: null });
    expect(await mails(AGREEING, 'no longer meets a requirement')).toHaveLength(before + 1);
  });

  it('opens for a regulated tenant by what two reviewers accepted, and no install passes the database before', async () => {
    await tenant('ward');
    await file('ward', { baa: await inDays(300), regulated: true });
    const codes = async () => (await preflight('ward')).refusals.map(({ code }) => code);
    for (const [reviewers, refusals] of [
      [0, ['claims_unproven']],
      [1, ['claims_unproven']],
      [2, []],
    ] as const) {
      for (const claim of CLAIMS) await prove(claim, 30 + reviewers, reviewers, 20);
      expect(await codes()).toEqual(refusals);
    }
    expect((await ask('ward')).status).toBe(202);
    await world.work();
    const again = () =>
      world.db.query(`update installs.installs set revision_id = revision_id where tenant_id = $1`, [ids.get('ward')]);
    await again();
    // What one of the two accepted lasts longer, and is not enough.
    await passes(21);
    expect(await codes()).toContain('claims_unproven');
    await expect(again()).rejects.toMatchObject({ driverError: { constraint: 'installs_claims_accepted' } });
  });

  it('opens for a tenant with a region by what one reviewer accepted of it, and no install passes the database before', async () => {
    await tenant('berlin');
    await file('berlin', { baa: await inDays(300), residency: ' EU' });
    await prove('framework:SOC 2', 30, 0);
    await prove('residency:eu', 30, 0);
    const { refusals } = await preflight('berlin');
    expect(refusals).toMatchObject([
      { code: 'claims_unproven', details: [{ message: 'Not accepted by reviewers: Keeps data in eu' }] },
    ]);
    await prove('residency:eu', 31, 1);
    expect((await ask('berlin')).status).toBe(202);
    await world.work();
    const again = () =>
      world.db.query(`update installs.installs set revision_id = revision_id where tenant_id = $1`, [
        ids.get('berlin'),
      ]);
    await again();
    await passes(32);
    await expect(again()).rejects.toMatchObject({ driverError: { constraint: 'installs_claims_accepted' } });
    await file('berlin', { baa: await inDays(300), residency: 'us' });
    await again();
  });

  it('pauses installs that lack evidence when a tenant becomes regulated, and resumes them once it is proven', async () => {
    const { id } = await installed('clinic', 300);
    const { id: other } = await installed('beside', 300);
    await passes(21);
    policy = { version: 3, action: 'pause', days: 0 };
    const changed = await now();
    await file('clinic', { baa: await inDays(300), regulated: true });
    const list = await call<{ items: HostComplianceLapseView[] }>('GET', '/host/compliance-lapses?tenant=clinic');
    expect(list.data.items).toMatchObject([
      {
        install_id: id,
        drive: 'careful',
        tenant: 'clinic',
        venture: 'shop',
        gap: 'claims_unproven',
        claims: CLAIMS.map(claimText),
        must_act: 'author',
      },
    ]);
    expect(list.data.items[0]!.since >= changed.toISOString()).toBe(true);
    await watch();
    const paused = await view(id);
    expect(paused).toMatchObject({ state: 'active', paused_at: expect.any(String) });
    await world.db.query(`update installs.installs set next_poll_at = '-infinity' where id = any($1::uuid[])`, [
      [id, other],
    ]);
    await world.app.get(PollInstalls).execute('usual');
    const read = `select id from installs.installs where id = any($1::uuid[]) and next_poll_at > '-infinity'`;
    expect(await world.column(read, [[id, other]])).toEqual([other]);
    const own = await operator('clinic');
    expect(await call('POST', `/operator/installs/${id}/refresh`, {}, own)).toMatchObject({ error: 'install_paused' });
    for (const claim of CLAIMS.slice(1)) await prove(claim, 100);
    expect((await view(id)).compliance_lapses).toMatchObject([{ claims: ['Conforms to SOC 2'] }]);
    await prove(CLAIMS[0]!, 100);
    expect(await view(id)).toMatchObject({ paused_at: null, compliance_lapses: [] });
    expect(await audited(id)).toEqual(['install.activated', 'install.paused', 'install.resumed']);
    // Its operators rely on that evidence now, and are notified before it ends.
    await world.app.get(TestClock).advance({ ms: 41 * DAY }, SYSTEM_ACTOR);
    await world.app.get(MailDueEvidence).announce();
    await world.work();
    expect(await mails('clinic@operators.example', 'the evidence of a compliance claim ends on')).toHaveLength(3);
  });

  it('shows a plugin’s claims about regulated data, and until when each of them is proven', async () => {
    await tenant('buying');
    const as = await operator('buying');
    const plugin = async () => (await call<PluginView>('GET', `/operator/plugins/${owned.slug}`, undefined, as)).data;
    const agreement = async () => (await plugin()).claims.find(({ text }) => text.includes('business-associate'))!;
    await prove('baa', 10);
    expect(new Date((await agreement()).proven_until!).getTime()).toBeGreaterThan((await inDays(9)).getTime());
    await passes(11);
    expect(await agreement()).toMatchObject({ proven_until: null });
    expect(await plugin()).toMatchObject({
      author: expect.any(String) as string,
      in_catalogue: true,
      claims: [
        { text: 'Conforms to SOC 2' },
        { text: 'Keeps data in eu' },
        { text: 'Offers a business-associate agreement' },
      ],
      versions: [{ version: '1.0.0', digest: agreed.digest }],
    });
    for (const permission of (await plugin()).permissions)
      expect([permission.data, permission.without]).not.toContain('');
    expect((await plugin()).capabilities).toContain('install');
  });
});
