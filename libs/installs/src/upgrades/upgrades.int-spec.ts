import { randomUUID } from 'node:crypto';
import { readManifest, type CanonicalManifest } from '@portal/contract';
import { SystemIds } from '@portal/kernel';
import { withScope } from '@portal/platform/database';
import fc from 'fast-check';
import { Client } from 'pg';
import { AddEvidence } from '../../../listings/src/evidence/add-evidence.js';
import good from '../../../contract/vectors/manifests-good.json';
import { ListingsWorld, type Author } from '../../../../test/support/listings.js';
import { AnswerPrompt } from './answer-prompt.js';
import { ReconsiderPrompt } from './reconsider-prompt.js';
import { ForecastUpgrade } from './forecast-upgrade.js';
import type { AuthorInstallCountsView, AuthorInstallView } from '../install/http/author-installs.view.js';
import type { AdoptionView, ForecastView, UpgradePolicyView } from '../install/http/installs.view.js';
import { InstallsModule, InstallsWorkerModule } from '../installs.module.js';
import { OpenPrompts } from './open-prompts.js';
import { PlanUpgrades } from './plan-upgrades.js';
import { AuthorInstalls } from '../install/read/author-installs.js';
import { PromptsRepository } from './prompts.repository.js';
import { SetTenantCompliance, type ComplianceChange } from '../tenants/set-tenant-compliance.js';

type Outcome = 'alone' | 'consent' | 'blocked';
interface Version {
  version: string;
  docs: string;
  permissions: string[];
  tier: string;
  baa: boolean;
}

describe('upgrades of many installs', () => {
  let world: ListingsWorld;
  /** Two publications of one millisecond are in the order of their ids, as the product gives them. */
  const ids = new SystemIds();
  let ada: Author;
  let slugs = 0;
  beforeAll(async () => {
    world = await ListingsWorld.start({}, [InstallsModule, InstallsWorkerModule]);
    ada = await world.author('ada');
  });
  afterAll(() => world.close());

  const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => world.db.query<T>(text, params);

  function manifest(slug: string, one: Version): CanonicalManifest {
    const raw: { drive: object; [key: string]: unknown } = structuredClone(good.structured);
    raw.drive = {
      ...raw.drive,
      version: one.version,
      docs_url: `https://docs.example.com/${one.docs}`,
      pricing_tier: one.tier,
      id: slug,
    };
    raw['permissions_requested'] = one.permissions;
    const read = readManifest(raw as never).manifest;
    if (!read) throw new Error('the manifest of the test is not valid');
    if (!one.baa) return read;
    const compliance = {
      frameworks: [],
      dataClasses: [],
      dataResidency: [],
      subprocessorsUrl: null,
      encryptionAtRest: null,
      encryptionInTransit: null,
    };
    return { ...read, compliance: { ...compliance, baaRequired: true } };
  }

  async function keep(driveId: string, slug: string, one: Version): Promise<string> {
    const id = randomUUID();
    await sql(
      `insert into listings.revisions (id, drive_id, digest, version, shape, manifest_url, origin, canonical, manifest)
       values ($1, $2, encode(sha256(convert_to($3, 'UTF8')), 'hex'), $4, 'structured', 'https://d.example/m', 'https://d.example', convert_to($3, 'UTF8'), $5)`,
      [id, driveId, id, one.version, JSON.stringify(manifest(slug, one))],
    );
    return id;
  }

  /** As publishing does: the listing points at it and the publication says whether installs are asked. */
  async function publish(driveId: string, revisionId: string, from: string | null): Promise<void> {
    await sql(
      `update listings.listings set state = 'listed', live_revision_id = $2, listed_at = coalesce(listed_at, now()) where drive_id = $1`,
      [driveId, revisionId],
    );
    await sql(
      `insert into listings.publications (id, drive_id, revision_id, from_revision_id, prompts, published_at) values ($1, $2, $3, $4, $5, platform.portal_now())`,
      [ids.next(), driveId, revisionId, from, from !== null],
    );
  }

  async function listed(first: Version) {
    const owned = await world.reserve(ada, `upgrade-${++slugs}`, false);
    const { driveId, slug } = owned;
    await sql('insert into listings.listings (drive_id, org_id, slug, name) values ($1, $2, $3, $3)', [
      driveId,
      ada.orgId,
      slug,
    ]);
    const revisionId = await keep(driveId, slug, first);
    await publish(driveId, revisionId, null);
    return { driveId, slug, revisionId };
  }

  const tenants: string[] = [];
  /** What tenants of the tests may have on file. */
  const FILES = {
    nothing: null,
    agreement: `'MSA-7', now() + interval '1 year', null, false`,
    ended: `'MSA-6', now() - interval '1 second', null, false`,
    elsewhere: `null, null, 'us', false`,
    here: `null, null, 'EU', true`,
  } as const;
  type File = keyof typeof FILES;

  async function tenant(
    accepts: string | null,
    file: File = 'nothing',
  ): Promise<{ tenantId: string; ventureId: string }> {
    const [tenantId, ventureId] = [randomUUID(), randomUUID()];
    tenants.push(tenantId);
    await sql(`insert into installs.tenants (id, name, external_id) values ($1, 'T', $2)`, [tenantId, tenantId]);
    await sql(`insert into installs.ventures (id, tenant_id, name, external_id) values ($1, $2, 'V', 'v')`, [
      ventureId,
      tenantId,
    ]);
    if (FILES[file])
      await sql(
        `insert into installs.tenant_compliance (tenant_id, baa_reference, baa_until, residency, regulated, revision, changed_at) values ($1, ${FILES[file]}, 1, now())`,
        [tenantId],
      );
    if (accepts)
      await sql(`insert into installs.upgrade_policies (tenant_id, accepts) values ($1, $2)`, [tenantId, accepts]);
    return { tenantId, ventureId };
  }

  async function install(
    driveId: string,
    revisionId: string,
    accepts: string | null,
    amount: number,
    state = 'active',
    file: File = 'nothing',
  ): Promise<string> {
    const { tenantId, ventureId } = await tenant(accepts, file);
    const id = randomUUID();
    await sql(
      `insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, version, origin, permissions, config,
         price_id, amount, currency, operator_email, scoped_token, drive_install_id, activated_at)
       select $1, $2, $3, $4, $5, $6, r.id, r.digest, r.version, r.origin, '{}', '{}', $8::uuid, $9::bigint, $10::text, 'o@x.example',
         case $6 when 'active' then 'v1.x' end, 'i', case $6 when 'active' then now() end from listings.revisions r where r.id = $7`,
      [
        id,
        tenantId,
        ventureId,
        driveId,
        ada.orgId,
        state,
        revisionId,
        amount > 0 ? randomUUID() : null,
        amount,
        amount > 0 ? 'usd' : null,
      ],
    );
    return id;
  }

  const counted = async (revisionId: string): Promise<Record<Outcome, number>> => {
    const rows = await sql<{ outcome: Outcome; n: number }>(
      `select outcome, count(*)::int as n from installs.upgrade_prompts where to_revision_id = $1 group by 1`,
      [revisionId],
    );
    const of = (outcome: Outcome) => rows.find((row) => row.outcome === outcome)?.n ?? 0;
    return { alone: of('alone'), consent: of('consent'), blocked: of('blocked') };
  };
  const open = (driveId: string, revisionId: string) => world.app.get(OpenPrompts).execute(driveId, revisionId);
  /** As if a chunk were of `size` installs, until the function that is returned is called. */
  const inChunksOf = (size: number): (() => void) => {
    const prompts = world.app.get(PromptsRepository);
    const ranges = prompts.ranges.bind(prompts);
    const spy = jest
      .spyOn(prompts, 'ranges')
      .mockImplementation((tx, driveId, revisionId) => ranges(tx, driveId, revisionId, size));
    return () => spy.mockRestore();
  };
  const V1: Version = {
    version: '1.0.0',
    docs: 'first',
    permissions: ['venture.read'],
    tier: 'starter',
    baa: false,
  };

  const versions = fc.record({
    docs: fc.constantFrom('first', 'second'),
    permissions: fc.constantFrom<string[]>(['venture.read'], ['venture.read', 'billing.read'], []),
    tier: fc.constantFrom('free', 'starter', 'pro'),
    baa: fc.boolean(),
  });
  const fleet = fc.array(
    fc.record({
      older: fc.boolean(),
      accepts: fc.constantFrom(null, 'nothing', 'harmless'),
      amount: fc.constantFrom(0, 4900, 9900, 19900),
      state: fc.constantFrom('active', 'active', 'active', 'sending'),
      file: fc.constantFrom<File>('nothing', 'nothing', 'agreement', 'ended', 'elsewhere', 'here'),
    }),
    { minLength: 1, maxLength: 12 },
  );

  it('the forecast is what then happens, whatever runs and whatever is published', async () => {
    await fc.assert(
      fc.asyncProperty(
        versions,
        versions,
        fleet,
        fc.integer({ min: 1, max: 13 }),
        async (second, third, installs, chunk) => {
          const { driveId, slug, revisionId } = await listed(V1);
          const middle = await keep(driveId, slug, { ...second, version: '1.1.0' });
          await publish(driveId, middle, revisionId);
          for (const one of installs)
            await install(driveId, one.older ? revisionId : middle, one.accepts, one.amount, one.state, one.file);
          const next = await keep(driveId, slug, { ...third, version: '1.2.0' });
          const { asks, groups } = await world.app.get(ForecastUpgrade).execute(driveId, next);
          const forecast = { alone: 0, consent: 0, blocked: 0 };
          for (const group of groups) forecast[group.outcome] += group.count;
          expect(asks).toBe(true);
          await publish(driveId, next, middle);
          const whole = inChunksOf(chunk);
          await open(driveId, next);
          whole();
          expect(await counted(next)).toEqual(forecast);
          const [run] = await sql<{ n: number }>(
            `select count(*)::int as n from installs.installs where drive_id = $1 and revision_id = $2`,
            [driveId, next],
          );
          expect(run!.n).toBe(forecast.alone);
          expect(forecast.alone + forecast.consent + forecast.blocked).toBe(
            installs.filter((one) => one.state === 'active').length,
          );
          // Told again, it changes nothing.
          await open(driveId, next);
          expect(await counted(next)).toEqual(forecast);
        },
      ),
      { numRuns: 6 },
    );
  });

  it('upgrades alone only where the tenant lets it, at the new price, and tells billing about each', async () => {
    const { driveId, slug, revisionId } = await listed({ ...V1, tier: 'pro' });
    const lets = await install(driveId, revisionId, 'harmless', 19900);
    const asks = await install(driveId, revisionId, null, 19900);
    const next = await keep(driveId, slug, { ...V1, tier: 'starter', version: '1.1.0' });
    // A lower price is a commercial change all the same, so a person is asked; only the same tier goes alone.
    const same = await keep(driveId, slug, { ...V1, tier: 'pro', version: '1.2.0', docs: 'better' });
    await publish(driveId, next, revisionId);
    await open(driveId, next);
    expect(await counted(next)).toEqual({ alone: 0, consent: 2, blocked: 0 });
    await publish(driveId, same, next);
    await open(driveId, same);
    expect(await counted(same)).toEqual({ alone: 1, consent: 1, blocked: 0 });
    const rows = await sql(`select id, revision_id, version, amount from installs.installs where drive_id = $1`, [
      driveId,
    ]);
    expect(rows).toEqual(
      expect.arrayContaining([
        { id: lets, revision_id: same, version: '1.2.0', amount: '19900' },
        { id: asks, revision_id: revisionId, version: '1.0.0', amount: '19900' },
      ]),
    );
    const events = await sql<{ payload: object }>(
      `select payload from platform.outbox_events where type = 'install.upgraded' and payload->>'install_id' = any($1)`,
      [[lets, asks]],
    );
    expect(events.map((one) => one.payload)).toMatchObject([
      { install_id: lets, revision_id: same, amount_minor: '19900' },
    ]);
    const prompts = await sql<{ state: string }>(
      `select state from installs.upgrade_prompts where install_id = $1 order by opened_at, to_version`,
      [asks],
    );
    expect(prompts.map((one) => one.state)).toEqual(['superseded', 'open']);
  });

  it('a version that is told after a newer one is not offered any more', async () => {
    const { driveId, slug, revisionId } = await listed(V1);
    await install(driveId, revisionId, null, 4900);
    const second = await keep(driveId, slug, { ...V1, version: '1.1.0' });
    const third = await keep(driveId, slug, { ...V1, version: '1.2.0' });
    await publish(driveId, second, revisionId);
    await publish(driveId, third, second);
    await open(driveId, third);
    await open(driveId, second);
    expect([await counted(second), await counted(third)]).toEqual([
      { alone: 0, consent: 0, blocked: 0 },
      { alone: 0, consent: 1, blocked: 0 },
    ]);
  });

  it('a version that is worked out while a newer one goes live and is offered leaves that one alone', async () => {
    const { driveId, slug, revisionId } = await listed(V1);
    await install(driveId, revisionId, null, 4900);
    const alone = await install(driveId, revisionId, 'harmless', 4900);
    const second = await keep(driveId, slug, { ...V1, version: '1.1.0' });
    const third = await keep(driveId, slug, { ...V1, version: '1.2.0' });
    await publish(driveId, second, revisionId);
    const plan = world.app.get(PlanUpgrades);
    const offer = plan.offer.bind(plan);
    const slow = jest.spyOn(plan, 'offer').mockImplementationOnce(async (...question) => {
      const made = await offer(...question);
      await publish(driveId, third, second);
      await open(driveId, third);
      return made;
    });
    await open(driveId, second);
    slow.mockRestore();
    expect(await counted(second)).toEqual({ alone: 0, consent: 0, blocked: 0 });
    expect(await counted(third)).toEqual({ alone: 1, consent: 1, blocked: 0 });
    expect(await sql('select version from installs.installs where id = $1', [alone])).toEqual([{ version: '1.2.0' }]);
    const waiting = `select to_version from installs.upgrade_prompts p join installs.installs i on i.id = p.install_id where i.drive_id = $1 and p.state = 'open'`;
    expect(await sql(waiting, [driveId])).toEqual([{ to_version: '1.2.0' }]);
  });

  it('what needs an agreement that is not on file cannot be accepted by anybody, nor in the database', async () => {
    const { driveId, slug, revisionId } = await listed(V1);
    const id = await install(driveId, revisionId, 'harmless', 4900);
    const next = await keep(driveId, slug, { ...V1, version: '2.0.0', baa: true });
    await publish(driveId, next, revisionId);
    await open(driveId, next);
    expect(await counted(next)).toEqual({ alone: 0, consent: 0, blocked: 1 });
    const [row] = await sql<{ tenant_id: string; digest: string }>(
      `select i.tenant_id, p.digest from installs.installs i join installs.upgrade_prompts p on p.install_id = i.id where i.id = $1`,
      [id],
    );
    const actor = {
      kind: 'user',
      userId: ada.userId,
      name: 'O',
      email: 'o@x.example',
      roles: [{ role: 'operator', scopeId: row!.tenant_id }],
    };
    await expect(
      world.app.get(AnswerPrompt).accept(id, { digest: row!.digest, permissions: ['venture.read'] }, actor as never),
    ).rejects.toMatchObject({ code: 'baa_required' });
    await expect(
      sql(`update installs.upgrade_prompts set state = 'accepted', answered_at = now() where install_id = $1`, [id]),
    ).rejects.toThrow('upgrade_prompts_blocked_is_not_accepted');
  });

  it.each<[string, string[], string, string, string | null]>([
    ['the same rights at the same price', ['venture.read'], 'starter', 'user', null],
    ['the same for a program', ['venture.read'], 'starter', 'token', null],
    ['one right more', ['venture.read', 'billing.read'], 'starter', 'user', 'step_up_required'],
    ['one right more, by a program', ['venture.read', 'billing.read'], 'starter', 'token', 'session_required'],
    ['a higher price', ['venture.read'], 'pro', 'user', 'step_up_required'],
  ])('%s: whether accepting wants a fresh proof', async (_name, permissions, tier, kind, refused) => {
    const { driveId, slug, revisionId } = await listed(V1);
    const id = await install(driveId, revisionId, null, 4900);
    await sql(`update installs.installs set permissions = '{venture.read}' where id = $1`, [id]);
    const next = await keep(driveId, slug, { ...V1, version: '1.1.0', permissions, tier });
    await publish(driveId, next, revisionId);
    await open(driveId, next);
    const [row] = await sql<{ tenant_id: string; digest: string }>(
      `select i.tenant_id, p.digest from installs.installs i join installs.upgrade_prompts p on p.install_id = i.id where i.id = $1`,
      [id],
    );
    const accept = (recentlyAuthenticated: boolean, as = kind) => {
      const roles = [{ role: 'operator', scopeId: row!.tenant_id }];
      const actor = { kind: as, userId: ada.userId, name: 'O', email: 'o@x.example', roles, recentlyAuthenticated };
      return world.app.get(AnswerPrompt).accept(id, { digest: row!.digest, permissions }, actor as never);
    };
    const state = () => sql('select version, permissions from installs.installs where id = $1', [id]);
    if (refused !== null) {
      await expect(accept(false)).rejects.toMatchObject({ code: refused });
      expect(await state()).toEqual([{ version: '1.0.0', permissions: ['venture.read'] }]);
    }
    await accept(refused !== null, refused === null ? kind : 'user');
    expect(await state()).toEqual([{ version: '1.1.0', permissions }]);
  });

  describe('what a tenant has on file', () => {
    const HOST = { kind: 'user', userId: null, name: 'Host', email: 'host@x.example', roles: [] } as never;
    const AGREEMENT = { reference: 'MSA-7', until: new Date('2100-01-01T00:00:00Z') };
    const of = async (id: string) =>
      (
        await sql<{ tenant_id: string; digest: string; outcome: Outcome; reasons: string[]; remind_at: Date | null }>(
          `select i.tenant_id, p.digest, p.outcome, p.reasons, p.remind_at from installs.installs i join installs.upgrade_prompts p on p.install_id = i.id
           where i.id = $1 and p.state = 'open'`,
          [id],
        )
      )[0]!;
    const write = async (tenantId: string, change: Partial<ComplianceChange>): Promise<void> => {
      const nothing = { baa: null, residency: null, regulated: false, revision: 0 };
      await world.app.get(SetTenantCompliance).execute(tenantId, { ...nothing, ...change }, HOST);
      await world.work();
    };
    const accept = async (id: string) => {
      const { tenant_id, digest } = await of(id);
      const roles = [{ role: 'operator', scopeId: tenant_id }];
      const person = { kind: 'user', userId: ada.userId, name: 'O', email: 'o@x.example' };
      const actor = { ...person, roles, recentlyAuthenticated: true };
      return world.app.get(AnswerPrompt).accept(id, { digest, permissions: ['venture.read'] }, actor as never);
    };

    it('an agreement unblocks what waits: somebody is asked, reminded and may accept; taken away it blocks again', async () => {
      const { driveId, slug, revisionId } = await listed(V1);
      const [mine, other] = [
        await install(driveId, revisionId, 'harmless', 4900),
        await install(driveId, revisionId, 'harmless', 4900),
      ];
      const next = await keep(driveId, slug, { ...V1, version: '2.0.0', baa: true });
      await publish(driveId, next, revisionId);
      await open(driveId, next);
      expect(await of(mine)).toMatchObject({ outcome: 'blocked', reasons: ['baa_required'], remind_at: null });
      const { tenant_id } = await of(mine);
      await write(tenant_id, { baa: AGREEMENT });
      expect(await of(mine)).toMatchObject({
        outcome: 'consent',
        reasons: ['compliance'],
        remind_at: expect.any(Date) as Date,
      });
      expect(await of(other)).toMatchObject({ outcome: 'blocked' });
      await write(tenant_id, { revision: 1 });
      expect(await of(mine)).toMatchObject({ outcome: 'blocked', remind_at: null });
      await expect(accept(mine)).rejects.toMatchObject({ code: 'baa_required' });
      await write(tenant_id, { baa: AGREEMENT, revision: 2 });
      await accept(mine);
      const [row] = await sql(`select revision_id from installs.installs where id = $1`, [mine]);
      expect(row).toEqual({ revision_id: next });
      await expect(accept(other)).rejects.toMatchObject({ code: 'baa_required' });
    });

    it('an agreement that ends between the offer and the answer counts no more', async () => {
      const { driveId, slug, revisionId } = await listed(V1);
      const id = await install(driveId, revisionId, null, 4900, 'active', 'agreement');
      const next = await keep(driveId, slug, { ...V1, version: '2.0.0', baa: true });
      await publish(driveId, next, revisionId);
      await open(driveId, next);
      expect(await of(id)).toMatchObject({ outcome: 'consent' });
      await sql(`update installs.tenant_compliance set baa_until = now() where tenant_id = $1`, [
        (await of(id)).tenant_id,
      ]);
      await expect(accept(id)).rejects.toMatchObject({ code: 'baa_required' });
    });

    describe('that somebody declined, looked at again', () => {
      const actorOf = (tenantId: string) =>
        ({
          kind: 'user',
          userId: ada.userId,
          name: 'O',
          email: 'o@x.example',
          roles: [{ role: 'operator', scopeId: tenantId }],
        }) as never;
      const again = (id: string, tenantId: string) => world.app.get(ReconsiderPrompt).execute(id, actorOf(tenantId));
      /** An install whose operator keeps 1.0.0 while 2.0.0, which needs an agreement, is offered. */
      async function declined() {
        const { driveId, slug, revisionId } = await listed(V1);
        const id = await install(driveId, revisionId, null, 4900, 'active', 'agreement');
        const next = await keep(driveId, slug, { ...V1, version: '2.0.0', baa: true });
        await publish(driveId, next, revisionId);
        await open(driveId, next);
        const { tenant_id: tenantId } = await of(id);
        await world.app.get(AnswerPrompt).decline(id, actorOf(tenantId));
        return { driveId, slug, next, id, tenantId };
      }

      it('is decided by what is on file now, reminded of from now on, and can be accepted', async () => {
        const { id, tenantId } = await declined();
        await write(tenantId, { revision: 1 });
        await again(id, tenantId);
        expect(await of(id)).toMatchObject({ outcome: 'blocked', reasons: ['baa_required'], remind_at: null });
        await write(tenantId, { baa: AGREEMENT, revision: 2 });
        expect((await of(id)).remind_at!.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000);
        await accept(id);
        expect(await sql('select version from installs.installs where id = $1', [id])).toEqual([{ version: '2.0.0' }]);
        await expect(again(id, tenantId)).rejects.toMatchObject({ code: 'no_upgrade' });
      });

      it('is nobody else’s to open, is opened once, and not once a newer version is offered', async () => {
        const { driveId, slug, next, id, tenantId } = await declined();
        await expect(again(id, (await tenant(null)).tenantId)).rejects.toMatchObject({ code: 'install_not_found' });
        const both = await Promise.allSettled([again(id, tenantId), again(id, tenantId)]);
        expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
        await world.app.get(AnswerPrompt).decline(id, actorOf(tenantId));
        const newer = await keep(driveId, slug, { ...V1, version: '2.1.0', baa: true });
        await publish(driveId, newer, next);
        await expect(again(id, tenantId)).rejects.toMatchObject({ code: 'no_upgrade' });
        await open(driveId, newer);
        await expect(again(id, tenantId)).rejects.toMatchObject({ code: 'no_upgrade' });
        expect((await of(id)).outcome).toBe('consent');
      });
    });

    it('what was blocked never happens alone afterwards, however harmless it is', async () => {
      const { driveId, slug, revisionId } = await listed(V1);
      const id = await install(driveId, revisionId, 'harmless', 4900, 'active', 'elsewhere');
      const next = await keep(driveId, slug, { ...V1, version: '1.1.0', docs: 'second' });
      await publish(driveId, next, revisionId);
      await open(driveId, next);
      expect(await of(id)).toMatchObject({ outcome: 'blocked', reasons: ['residency_missing'] });
      const { tenant_id } = await of(id);
      // Between the change and the new decision nothing is accepted.
      await sql(`update installs.tenant_compliance set residency = 'eu' where tenant_id = $1`, [tenant_id]);
      const prove = () =>
        world.app.get(AddEvidence).execute({
          actor: { ...(HOST as object), userId: randomUUID() } as never,
          driveId,
          claim: 'residency:eu',
          validUntil: new Date(Date.now() + 30 * 86_400_000),
          fileName: 'hosting.pdf',
          mediaType: 'application/pdf',
          content: Buffer.from('%PDF-1.7\n% hosting\nstartxref\n9\n%%EOF\n'),
        });
      await expect(accept(id)).rejects.toMatchObject({
        code: 'claims_unproven',
        details: [{ message: 'No valid evidence: residency:eu' }],
      });
      await write(tenant_id, { residency: 'eu', revision: 1 });
      expect(await of(id)).toMatchObject({ outcome: 'blocked', reasons: ['claims_unproven'] });
      await prove();
      await expect(accept(id)).rejects.toMatchObject({ code: 'upgrade_in_assessment' });
      await world.work();
      expect(await of(id)).toMatchObject({ outcome: 'consent', reasons: ['asked_first'] });
      await accept(id);
    });

    it('is written against what was looked at: of two at once one wins, the other sees both', async () => {
      const { tenantId } = await tenant(null);
      const both = await Promise.allSettled([
        write(tenantId, { residency: 'eu' }),
        write(tenantId, { residency: 'us' }),
      ]);
      expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
      const [won, lost] = both[0]!.status === 'fulfilled' ? ['eu', 'us'] : ['us', 'eu'];
      await expect(write(tenantId, { residency: lost! })).rejects.toMatchObject({
        code: 'compliance_changed',
        details: [
          { message: `Now: no agreement, data in ${won}, not regulated.` },
          { message: `You wanted: no agreement, data in ${lost}, not regulated.` },
        ],
      });
      await expect(write(tenantId, { baa: { ...AGREEMENT, until: new Date() }, revision: 1 })).rejects.toMatchObject({
        code: 'agreement_end_invalid',
      });
      await expect(write(randomUUID(), {})).rejects.toMatchObject({ code: 'unknown_tenant' });
    });

    it('an offer that is opened at the moment of the change counts by what holds afterwards', async () => {
      const { driveId, slug, revisionId } = await listed(V1);
      const id = await install(driveId, revisionId, null, 4900);
      const next = await keep(driveId, slug, { ...V1, version: '2.0.0', baa: true });
      await publish(driveId, next, revisionId);
      const [row] = await sql<{ tenant_id: string }>(`select tenant_id from installs.installs where id = $1`, [id]);
      await Promise.all([
        open(driveId, next),
        world.app
          .get(SetTenantCompliance)
          .execute(row!.tenant_id, { baa: AGREEMENT, residency: null, regulated: false, revision: 0 }, HOST),
      ]);
      await world.work();
      expect(await of(id)).toMatchObject({ outcome: 'consent' });
    });
  });

  it.each([1, 2, 100])('two openings at once offer once, in chunks of %i as well', async (chunk) => {
    const { driveId, slug, revisionId } = await listed(V1);
    for (let i = 0; i < 5; i++) await install(driveId, revisionId, i % 2 ? 'harmless' : null, 4900);
    const next = await keep(driveId, slug, { ...V1, version: '1.1.0', docs: 'second' });
    await publish(driveId, next, revisionId);
    const whole = inChunksOf(chunk);
    await Promise.all([open(driveId, next), open(driveId, next), open(driveId, next)]);
    whole();
    expect(await counted(next)).toEqual({ alone: 2, consent: 3, blocked: 0 });
  });

  it('a chunk that fails is told, leaves the finished ones, and the next try offers the rest, each once', async () => {
    const { driveId, slug, revisionId } = await listed(V1);
    for (let i = 0; i < 9; i++) await install(driveId, revisionId, i % 3 ? null : 'harmless', 4900);
    const next = await keep(driveId, slug, { ...V1, version: '1.1.0', docs: 'second' });
    await publish(driveId, next, revisionId);
    const whole = inChunksOf(2);
    const prompts = world.app.get(PromptsRepository);
    const openOf = prompts.open.bind(prompts);
    let chunks = 0;
    const fails = jest.spyOn(prompts, 'open').mockImplementation(async (...given) => {
      if (++chunks === 3) throw new Error('connection lost');
      return openOf(...given);
    });
    await expect(open(driveId, next)).rejects.toThrow('connection lost');
    // The other worker may finish the chunk it was at, and takes no new one.
    expect(chunks).toBeGreaterThanOrEqual(3);
    expect(chunks).toBeLessThanOrEqual(4);
    const { alone, consent } = await counted(next);
    expect(alone + consent).toBe((chunks - 1) * 2);
    fails.mockRestore();
    await open(driveId, next);
    whole();
    expect(await counted(next)).toEqual({ alone: 3, consent: 6, blocked: 0 });
    const told = await sql<{ n: number }>(
      `select count(*)::int as n from platform.outbox_events where payload ->> 'revision_id' = $1 and type = 'install.upgraded'`,
      [next],
    );
    expect(told).toEqual([{ n: 3 }]);
  });

  it('an install is offered the version also when its tenant changes the policy at that very moment', async () => {
    const { driveId, slug, revisionId } = await listed(V1);
    await install(driveId, revisionId, 'harmless', 4900);
    const next = await keep(driveId, slug, { ...V1, version: '1.1.0', docs: 'second' });
    await publish(driveId, next, revisionId);
    const prompts = world.app.get(PromptsRepository);
    const supersede = prompts.supersede.bind(prompts);
    const [operator, watcher] = [1, 2].map(() => new Client({ connectionString: world.app.database.url }));
    await Promise.all([operator!.connect(), watcher!.connect()]);
    let changed: Promise<unknown> = Promise.resolve();
    jest.spyOn(prompts, 'supersede').mockImplementationOnce(async (...given) => {
      let done = false;
      const policy = `update installs.upgrade_policies set accepts = 'nothing' where tenant_id = $1`;
      changed = operator!.query(policy, [tenants.at(-1)]).then(() => (done = true));
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query = '${policy.replaceAll("'", "''")}'`;
      while (!done && (await watcher!.query(waits)).rows.length === 0);
      await supersede(...given);
    });
    await open(driveId, next);
    await changed;
    await Promise.all([operator!.end(), watcher!.end()]);
    expect(await counted(next)).toEqual({ alone: 1, consent: 0, blocked: 0 });
  });

  it('the author sees forecast and adoption of own Drives only; a tenant sets its policy', async () => {
    const { driveId, slug, revisionId } = await listed(V1);
    await install(driveId, revisionId, 'harmless', 4900);
    const next = await keep(driveId, slug, { ...V1, version: '1.1.0', docs: 'second' });
    const get = <T>(as: string, url: string) => world.app.call<T>({ method: 'GET', url: `/api/v1${url}`, as });
    const forecast = await get<ForecastView>(ada.cookie, `/author/drives/${driveId}/forecast?revision_id=${next}`);
    expect(forecast.data).toEqual({
      asks: true,
      alone: 1,
      consent: 0,
      blocked: 0,
      groups: [{ outcome: 'alone', reasons: [], installs: 1 }],
    });
    expect((await get(ada.cookie, `/author/drives/${driveId}/forecast?revision_id=${randomUUID()}`)).error).toBe(
      'revision_not_found',
    );
    await publish(driveId, next, revisionId);
    await open(driveId, next);
    const { data } = await get<AdoptionView>(ada.cookie, `/author/drives/${driveId}/adoption`);
    expect(data.versions).toMatchObject([
      { version: '1.1.0', running: 1, waiting: 0, declined: 0, days: [{ upgraded: 1 }] },
      { version: '1.0.0', running: 0, days: [{ upgraded: 0 }] },
    ]);
    const eve = await world.author(`eve${slugs}`);
    for (const url of [`forecast?revision_id=${next}`, 'adoption'])
      expect((await get(eve.cookie, `/author/drives/${driveId}/${url}`)).error).toBe('drive_not_found');
    const policy = (as: string, tenantId: string, accepts: string) =>
      world.app.call<UpgradePolicyView>({
        method: 'POST',
        url: `/api/v1/operator/tenants/${tenantId}/upgrade-policy`,
        as,
        body: { accepts },
      });
    expect((await policy(ada.cookie, tenants[0]!, 'harmless')).status).toBe(403);
  });

  describe('the installs of a Drive, for its author', () => {
    const get = <T>(as: string, url: string) => world.app.call<T>({ method: 'GET', url: `/api/v1${url}`, as });
    type Listed = { items: AuthorInstallView[]; next_cursor: string | null };
    let driveId: string;
    let [first, next] = ['', ''];
    let ids: { runs: string; waits: string; declined: string; ended: string; failed: string };
    const list = async (query = '') =>
      (await get<Listed>(ada.cookie, `/author/drives/${driveId}/installs?limit=100${query}`)).data.items;
    const found = async (query: string) => (await list(query)).map((one) => one.install_id).sort();

    beforeAll(async () => {
      const made = await listed(V1);
      driveId = made.driveId;
      first = made.revisionId;
      const [runs, waits, declined, ended] = [
        await install(driveId, first, 'harmless', 4900),
        await install(driveId, first, null, 0),
        await install(driveId, first, null, 4900),
        await install(driveId, first, null, 0),
      ];
      const failed = await install(driveId, first, null, 0, 'failed');
      ids = { runs, waits, declined, ended, failed };
      next = await keep(driveId, made.slug, { ...V1, version: '1.1.0', docs: 'second' });
      await publish(driveId, next, first);
      await open(driveId, next);
      const prompt = (id: string, state: string) =>
        sql(`update installs.upgrade_prompts set state = $2, answered_at = now() where install_id = $1`, [id, state]);
      await prompt(declined, 'declined');
      await prompt(ended, 'superseded');
      await sql(`update installs.installs set state = 'revoking', ended_at = now() where id = $1`, [ended]);
      await sql(`update installs.installs set polled_at = now(), unreachable_since = now() where id = $1`, [waits]);
      await sql(`update installs.installs set failure = '=1+1', drive_install_id = 'theirs-7' where id = $1`, [failed]);
    });

    it('says of each what the author may know, and nothing that is the tenant’s own', async () => {
      const rows = await list();
      expect(rows).toHaveLength(5);
      const of = (id: string) => rows.find((one) => one.install_id === id)!;
      expect(of(ids.runs)).toMatchObject({ state: 'active', version: '1.1.0', prompt: { state: 'accepted' } });
      expect(of(ids.waits)).toMatchObject({ version: '1.0.0', prompt: { state: 'open', version: '1.1.0' } });
      expect(of(ids.waits).unreachable_since).not.toBeNull();
      expect(of(ids.declined).prompt).toMatchObject({ state: 'declined' });
      expect(of(ids.ended)).toMatchObject({ state: 'revoking', prompt: null });
      expect(of(ids.failed)).toMatchObject({ state: 'failed', failure: '=1+1', last_asked_at: null });
      const { body } = await get(ada.cookie, `/author/drives/${driveId}/installs`);
      for (const theirs of ['o@x.example', '"name"', 'config', 'permissions', 'mount_url', 'scoped_token', 'metrics'])
        expect([theirs, body.includes(theirs)]).toEqual([theirs, false]);
    });

    it('narrows by state, version, prompt, answer and the beginning of an id', async () => {
      expect(await found('&status=active')).toEqual([ids.runs, ids.waits, ids.declined].sort());
      expect(await found('&status=upgrade')).toEqual([ids.waits]);
      expect(await found('&status=ended')).toEqual([ids.failed]);
      expect(await found('&status=moving')).toEqual([ids.ended]);
      expect(await found(`&revision_id=${next}`)).toEqual([ids.runs]);
      expect(await found('&prompt=declined')).toEqual([ids.declined]);
      expect(await found('&unreachable=true')).toEqual([ids.waits]);
      expect(await found(`&status=active&unreachable=false`)).toEqual([ids.runs, ids.declined].sort());
      expect(await found(`&q=${ids.runs.slice(0, 13).toUpperCase()}`)).toEqual([ids.runs]);
      expect(await found('&q=theirs-7')).toEqual([ids.failed]);
      expect(await found('&q=%25')).toEqual([]);
    });

    it('pages without a gap', async () => {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const at: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const { data }: { data: Listed } = await get(ada.cookie, `/author/drives/${driveId}/installs?limit=2${at}`);
        seen.push(...data.items.map((one) => one.install_id));
        cursor = data.next_cursor;
      }
      expect(seen).toEqual([...seen].sort().reverse());
      expect(seen).toHaveLength(5);
    });

    it('counts as the adoption does', async () => {
      const { data } = await get<AuthorInstallCountsView>(ada.cookie, `/author/drives/${driveId}/installs/counts`);
      expect(data).toMatchObject({ running: 3, moving: 1, ended: 0, failed: 1, unreachable: 1, waiting: 1 });
      const adoption = (await get<AdoptionView>(ada.cookie, `/author/drives/${driveId}/adoption`)).data.versions;
      for (const version of adoption) {
        const listed = await found(`&status=active&revision_id=${version.revision_id}`);
        expect(listed).toHaveLength(version.running);
        const counted = data.versions.find((one) => one.revision_id === version.revision_id);
        expect(counted?.running ?? 0).toBe(version.running);
      }
      expect(data.waiting).toBe(adoption.reduce((sum, one) => sum + one.waiting, 0));
      expect(data.running).toBe(adoption.reduce((sum, one) => sum + one.running, 0));
      expect(await found('&prompt=declined')).toHaveLength(adoption.reduce((sum, one) => sum + one.declined, 0));
    });

    it('is taken along as it is narrowed; a formula stays a text', async () => {
      const { body, headers } = await get(ada.cookie, `/author/drives/${driveId}/installs/csv?status=ended`);
      expect(headers['content-type']).toBe('text/csv; charset=utf-8');
      const [head, ...lines] = body.trimEnd().split('\r\n');
      expect(head).toMatch(/^install_id,tenant_id,venture_id,/);
      expect(lines).toEqual([expect.stringContaining(`'=1+1`)]);
      const all = await get(ada.cookie, `/author/drives/${driveId}/installs/csv`);
      expect(all.body.trimEnd().split('\r\n')).toHaveLength(6);
    });

    it('is nobody else’s: another author gets what no Drive gives, and the database hides the rows as well', async () => {
      const eve = await world.author(`eve-of-installs`);
      for (const path of ['', '/counts', '/csv'])
        expect((await get(eve.cookie, `/author/drives/${driveId}/installs${path}`)).error).toBe('drive_not_found');
      const reader = world.app.get(AuthorInstalls);
      const as = (owner: string) => ({ kind: 'caller' as const, personId: null, owners: [owner] });
      expect((await withScope(as(eve.orgId), () => reader.page(driveId, { limit: 10 }))).items).toEqual([]);
      expect((await withScope(as(ada.orgId), () => reader.page(driveId, { limit: 10 }))).items).toHaveLength(5);
    });
  });
});
