import { randomUUID } from 'node:crypto';
import { readManifest, type CanonicalManifest } from '@portal/contract';
import { InstallsModule, InstallsWorkerModule } from '@portal/installs';
import { SystemIds } from '@portal/kernel';
import good from '../../../libs/contract/vectors/manifests-good.json';
import { OpenPrompts } from '../../../libs/installs/src/upgrades/open-prompts.js';
import type { TestApp } from '../http/http-app.js';
import { insertListing, insertRevision, putLive } from '../database/inserted-drives.js';
import { insertVenture, type InsertedVenture } from '../database/inserted-installs.js';
import { ListingsWorld, type Author } from './listings.js';
import { World } from '../world.js';

export type Outcome = 'alone' | 'consent' | 'blocked';

interface Version {
  version: string;
  docs: string;
  permissions: string[];
  tier: string;
  baa: boolean;
}

interface Listed {
  driveId: string;
  slug: string;
  revisionId: string;
}

export const V1: Version = {
  version: '1.0.0',
  docs: 'first',
  permissions: ['venture.read'],
  tier: 'starter',
  baa: false,
};

/** What tenants may have on file. */
const FILES = {
  nothing: null,
  agreement: `'MSA-7', now() + interval '1 year', null, false`,
  ended: `'MSA-6', now() - interval '1 second', null, false`,
  elsewhere: `null, null, 'us', false`,
  here: `null, null, 'EU', true`,
} as const;
export type File = keyof typeof FILES;

function manifestOf(slug: string, one: Version): CanonicalManifest {
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

/**
 * Drives of one author that are installed many times and publish versions, written past the checks. What it offers as
 * functions may be taken out before it has started.
 */
export class UpgradingWorld extends World {
  world!: ListingsWorld;
  ada!: Author;
  /** Drives made so far. */
  slugs = 0;
  /** Those of all installs, in their order. */
  readonly tenants: string[] = [];
  /** Two publications of one millisecond are in the order of their ids, as the product gives them. */
  private readonly ids = new SystemIds();

  async begin(): Promise<void> {
    this.world = await ListingsWorld.start({}, [InstallsModule, InstallsWorkerModule]);
    this.ada = await this.world.author('ada');
  }

  protected cleanUp(): Promise<void> {
    return this.world.close();
  }

  get app(): TestApp {
    return this.world.app;
  }

  sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
    this.world.db.query<T>(text, params);

  /** The id of a version that is not published. */
  keep = (driveId: string, slug: string, one: Version): Promise<string> =>
    insertRevision(this.app, driveId, { version: one.version, manifest: manifestOf(slug, one) });

  /** As publishing does: the listing points at it and the publication says whether installs are asked. */
  publish = async (driveId: string, revisionId: string, from: string | null): Promise<void> => {
    await putLive(this.app, driveId, revisionId);
    await this.sql(
      `insert into listings.publications (id, drive_id, revision_id, from_revision_id, prompts, published_at) values ($1, $2, $3, $4, $5, platform.portal_now())`,
      [this.ids.next(), driveId, revisionId, from, from !== null],
    );
  };

  listed = async (first: Version): Promise<Listed> => {
    const owned = await this.world.reserve(this.ada, `upgrade-${++this.slugs}`, false);
    const { driveId, slug } = owned;
    await insertListing(this.app, this.ada.orgId, owned);
    const revisionId = await this.keep(driveId, slug, first);
    await this.publish(driveId, revisionId, null);
    return { driveId, slug, revisionId };
  };

  /** @param accepts its upgrade policy; null: none */
  tenant = async (accepts: string | null, file: File = 'nothing'): Promise<InsertedVenture> => {
    const made = await insertVenture(this.app);
    const { tenantId } = made;
    this.tenants.push(tenantId);
    if (FILES[file])
      await this.app.byOwner(
        `insert into installs.tenant_compliance (tenant_id, baa_reference, baa_until, residency, regulated, revision, changed_at) values ($1, ${FILES[file]}, 1, now())`,
        [tenantId],
      );
    if (accepts)
      await this.sql(`insert into installs.upgrade_policies (tenant_id, accepts) values ($1, $2)`, [tenantId, accepts]);
    return made;
  };

  /**
   * The id of an install in a tenant of its own.
   * @param accepts the tenant's upgrade policy; null: none
   * @param amount cents a month
   */
  install = async (
    driveId: string,
    revisionId: string,
    accepts: string | null,
    amount: number,
    state = 'active',
    file: File = 'nothing',
  ): Promise<string> => {
    const { tenantId, ventureId } = await this.tenant(accepts, file);
    const id = randomUUID();
    await this.app.byOwner(
      `insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, version, origin, permissions, config,
         price_id, amount, currency, operator_email, scoped_token, drive_install_id, activated_at)
       select $1, $2, $3, $4, $5, $6, r.id, r.digest, r.version, r.origin, '{}', '{}', $8::uuid, $9::bigint, $10::text, 'o@x.example',
         case $6 when 'active' then 'v1.x' end, 'i', case $6 when 'active' then now() end from listings.revisions r where r.id = $7`,
      [
        id,
        tenantId,
        ventureId,
        driveId,
        this.ada.orgId,
        state,
        revisionId,
        amount > 0 ? randomUUID() : null,
        amount,
        amount > 0 ? 'usd' : null,
      ],
    );
    return id;
  };

  /** Open prompts for a version, by their outcome. */
  counted = async (revisionId: string): Promise<Record<Outcome, number>> => {
    const rows = await this.sql<{ outcome: Outcome; n: number }>(
      `select outcome, count(*)::int as n from installs.upgrade_prompts where to_revision_id = $1 group by 1`,
      [revisionId],
    );
    const of = (outcome: Outcome) => rows.find((row) => row.outcome === outcome)?.n ?? 0;
    return { alone: of('alone'), consent: of('consent'), blocked: of('blocked') };
  };

  /** Asks the installs of a Drive about a version. */
  open = (driveId: string, revisionId: string) => this.app.get(OpenPrompts).execute(driveId, revisionId);

  /** The id of a version that is published over the first one and offered. */
  offer = async ({ driveId, slug, revisionId }: Listed, one: Version): Promise<string> => {
    const next = await this.keep(driveId, slug, one);
    await this.publish(driveId, next, revisionId);
    await this.open(driveId, next);
    return next;
  };
}
