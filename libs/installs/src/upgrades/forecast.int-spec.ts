import { randomUUID } from 'node:crypto';
import { Global, Module } from '@nestjs/common';
import { readManifest, type CanonicalManifest } from '@portal/contract';
import { SystemIds } from '@portal/kernel';
import { CommercialPolicy, type PriceSource } from '@portal/listings';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import fc from 'fast-check';
import good from '../../../contract/vectors/manifests-good.json';
import type { VersionView } from '../../../listings/src/listing/listings.view.js';
import { ListingsRepository } from '../../../listings/src/listing/listings.repository.js';
import { RevisionsRepository } from '../../../listings/src/listing/revisions.repository.js';
import { PublishRevision } from '../../../listings/src/review/publish-revision.js';
import { insertListing, insertRevision } from '../../../../test/support/database/inserted-drives.js';
import { insertVenture } from '../../../../test/support/database/inserted-installs.js';
import { ListingsWorld, type Author } from '../../../../test/support/drives/listings.js';
import { ForecastUpgrade } from './forecast-upgrade.js';
import { InstallsModule, InstallsWorkerModule } from '../installs.module.js';

/** Decision of finance, set by the test. */
const policy = { source: 'tier' as PriceSource };
class Policy extends CommercialPolicy {
  priceSource = (): Promise<PriceSource> => Promise.resolve(policy.source);
  trialDays = (): Promise<number> => Promise.resolve(0);
  reviewSample = (): Promise<number> => Promise.resolve(0);
  listingFee = (): Promise<undefined> => Promise.resolve(undefined);
}
@Global()
@Module({ providers: [{ provide: CommercialPolicy, useClass: Policy }], exports: [CommercialPolicy] })
class PolicyModule {}

interface Draft {
  docs: string;
  permissions: string[];
  /** Of the host's list; or the price of the only plan, in cents. */
  price: string | number;
  baa: boolean;
}
interface Install {
  accepts: 'nothing' | 'harmless';
  agreement: boolean;
}

describe('the forecast and the outcome', () => {
  const world = ListingsWorld.forTests({}, [PolicyModule, InstallsModule, InstallsWorkerModule]);
  let ada: Author;
  let slugs = 0;
  // They grow with time.
  const ids = new SystemIds();
  beforeAll(async () => {
    ada = await world.author('ada');
  });

  const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => world.db.query<T>(text, params);

  function manifest(slug: string, version: string, draft: Draft): CanonicalManifest {
    const plans = typeof draft.price === 'number';
    const docsUrl = `https://docs.example.com/${draft.docs}`;
    const raw = structuredClone(plans ? good.flat : good.structured) as Record<string, unknown>;
    if (plans) {
      const plan = { id: 'solo', name: 'Solo', price_cents: draft.price, interval: 'month' };
      Object.assign(raw, { version, docs_url: docsUrl });
      raw['pricing'] = { model: 'subscription', currency: 'usd', plans: [plan] };
    } else {
      const drive = { version, docs_url: docsUrl, pricing_tier: draft.price, id: slug };
      raw['drive'] = { ...(raw['drive'] as object), ...drive };
    }
    raw['permissions_requested'] = draft.permissions;
    const read = readManifest(raw as never).manifest;
    if (!read) throw new Error('the manifest of the test is not valid');
    if (!draft.baa) return read;
    const claims = { frameworks: [], dataClasses: [], dataResidency: [], subprocessorsUrl: null };
    const compliance = { ...claims, encryptionAtRest: null, encryptionInTransit: null, baaRequired: true };
    return { ...read, compliance };
  }

  function keep(drive: { driveId: string; slug: string }, version: string, draft: Draft): Promise<string> {
    const made = { id: ids.next(), version, manifest: manifest(drive.slug, version, draft) };
    return insertRevision(world.app, drive.driveId, made);
  }

  /** By the use case itself; its events are processed. */
  async function publish(driveId: string, revisionId: string): Promise<void> {
    await world.app.get(Transactor).run(async (tx) => {
      const listing = (await world.app.get(ListingsRepository).lock(tx, driveId))!;
      const revisions = world.app.get(RevisionsRepository);
      const live = listing.liveRevisionId === null ? null : await revisions.byId(tx, listing.liveRevisionId);
      const revision = await revisions.byId(tx, revisionId);
      const publication = { actor: SYSTEM_ACTOR, listing, live, revision, submissionId: null };
      await world.app.get(PublishRevision).execute(tx, publication);
    });
    await world.work();
  }

  async function drive(): Promise<{ driveId: string; slug: string }> {
    const owned = await world.reserve(ada, `forecast-${++slugs}`, false);
    await insertListing(world.app, ada.orgId, owned);
    return owned;
  }

  /** Runs the live version at `amount`. */
  async function install(driveId: string, { accepts, agreement }: Install, amount: number): Promise<void> {
    const { tenantId, ventureId } = await insertVenture(world.app);
    await sql(`insert into installs.upgrade_policies (tenant_id, accepts) values ($1, $2)`, [tenantId, accepts]);
    if (agreement)
      await world.app.byOwner(
        `insert into installs.tenant_compliance (tenant_id, baa_reference, baa_until, regulated, revision, changed_at)
         values ($1, 'MSA-7', now() + interval '1 year', false, 1, now())`,
        [tenantId],
      );
    await world.app.byOwner(
      `insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, version, origin, permissions, config,
         price_id, amount, currency, operator_email, scoped_token, drive_install_id, activated_at)
       select $1, $2, $3, l.drive_id, l.org_id, 'active', r.id, r.digest, r.version, r.origin, '{}', '{}', $5::uuid, $6::bigint, $7::text, 'o@x.example',
         'v1.x', 'i', now() from listings.listings l join listings.revisions r on r.id = l.live_revision_id where l.drive_id = $4`,
      [randomUUID(), tenantId, ventureId, driveId, amount > 0 ? randomUUID() : null, amount, amount > 0 ? 'usd' : null],
    );
  }

  /** Installs by the forecast, and by the actual state afterwards. */
  const forecast = async (driveId: string, revisionId: string) => {
    const { asks, groups } = await world.app.get(ForecastUpgrade).execute(driveId, revisionId);
    const counts: Record<string, number> = {};
    for (const { outcome, reasons, count } of groups) {
      const key = [outcome, ...reasons].join(' ');
      counts[key] = (counts[key] ?? 0) + count;
    }
    return { asks, counts };
  };
  const happened = async (revisionId: string): Promise<Record<string, number>> => {
    const rows = await sql<{ what: string; n: number }>(
      `select concat_ws(' ', p.outcome, nullif(array_to_string(p.reasons, ' '), '')) as what, count(*)::int as n
       from installs.upgrade_prompts p where p.to_revision_id = $1 group by 1`,
      [revisionId],
    );
    return Object.fromEntries(rows.map(({ what, n }) => [what, n]));
  };

  const AMOUNTS: Record<string, number> = { free: 0, starter: 4900, pro: 19900 };
  const amountOf = (price: string | number): number => (typeof price === 'number' ? price : AMOUNTS[price]!);
  const drafts = (price: fc.Arbitrary<string | number>) =>
    fc.record({
      docs: fc.constantFrom('first', 'second'),
      permissions: fc.constantFrom<string[]>(['venture.read'], ['venture.read', 'billing.read'], []),
      price,
      baa: fc.boolean(),
    });
  const step = (price: fc.Arbitrary<string | number>) =>
    fc.record({
      told: drafts(price),
      // deferred, in review or rejected: stored and never live; quiet: live without a raised version, so nobody is
      // asked.
      how: fc.constantFrom('unpublished', 'published', 'quiet'),
      installs: fc.array(
        fc.record({ accepts: fc.constantFrom<Install['accepts']>('nothing', 'harmless'), agreement: fc.boolean() }),
        { maxLength: 3 },
      ),
    });

  it.each<[string, PriceSource, fc.Arbitrary<string | number>]>([
    ['prices of the host', 'tier', fc.constantFrom('free', 'starter', 'pro')],
    ['plans of the manifest', 'plan', fc.constantFrom(0, 4900, 19900)],
  ])(
    'are the same per install and reason, whatever lies between the installed and the new version: %s',
    async (_name, source, price) => {
      policy.source = source;
      const steps = fc.array(step(price), { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(drafts(price), steps, drafts(price), fc.boolean(), async (first, between, last, raised) => {
          const at = await drive();
          let minor = 0;
          await publish(at.driveId, await keep(at, '1.0.0', first));
          await install(at.driveId, { accepts: 'harmless', agreement: true }, amountOf(first.price));
          await install(at.driveId, { accepts: 'nothing', agreement: false }, amountOf(first.price));
          for (const one of between) {
            if (one.how === 'published') minor += 1;
            const id = await keep(at, `1.${one.how === 'unpublished' ? minor + 7 : minor}.0`, one.told);
            if (one.how === 'unpublished') continue;
            await publish(at.driveId, id);
            for (const each of one.installs) await install(at.driveId, each, amountOf(one.told.price));
          }
          const next = await keep(at, raised ? '2.0.0' : `1.${minor}.0`, last);
          const before = await forecast(at.driveId, next);
          expect(before.asks).toBe(raised);
          await publish(at.driveId, next);
          expect(await happened(next)).toEqual(before.counts);
          const [run] = await sql<{ alone: number; all: number }>(
            `select count(*) filter (where revision_id = $2)::int as alone, count(*)::int as "all" from installs.installs where drive_id = $1`,
            [at.driveId, next],
          );
          expect(run!.alone).toBe(before.counts['alone'] ?? 0);
          if (raised) expect(Object.values(before.counts).reduce((sum, n) => sum + n, 0)).toBe(run!.all);
        }),
        { numRuns: 3 },
      );
    },
  );

  it('show the author the changes against the live version, however many versions were found since', async () => {
    policy.source = 'tier';
    const at = await drive();
    const same = { docs: 'first', permissions: ['venture.read'], price: 'free', baa: false };
    const [live, rejected, next] = [
      await keep(at, '1.0.0', same),
      await keep(at, '1.1.0', { ...same, permissions: ['venture.read', 'billing.read'] }),
      await keep(at, '1.2.0', { ...same, permissions: ['venture.read', 'billing.read'], docs: 'second' }),
    ];
    await publish(at.driveId, live);
    await install(at.driveId, { accepts: 'harmless', agreement: false }, 0);
    const list = async () => {
      const url = `/api/v1/author/drives/${at.driveId}/versions`;
      const { data } = await world.app.call<{ items: VersionView[] }>({ method: 'GET', url, as: ada.cookie });
      const of = (id: string) => data.items.find((one) => one.id === id)!;
      return { live: of(live), rejected: of(rejected), next: of(next) };
    };
    const before = await list();
    // Against 1.1.0, which was read last, it would be cosmetic.
    expect(before.next).toMatchObject({
      effect: 'consent',
      compared_with: { id: live, version: '1.0.0', why: 'live' },
    });
    expect(before.next.changes.map(({ kind }) => kind)).toContain('permission_added');
    expect(before.live).toMatchObject({ effect: null, compared_with: null, changes: [] });
    expect((await forecast(at.driveId, next)).counts).toEqual({ 'consent consent': 1 });
    await publish(at.driveId, next);
    const after = await list();
    expect(after.next).toMatchObject({
      state: 'live',
      effect: 'consent',
      compared_with: { id: live, why: 'replaced' },
    });
    expect(after.next.changes).toEqual(before.next.changes);
    expect(after.rejected).toMatchObject({ compared_with: { id: next, why: 'live' } });
  });
});
