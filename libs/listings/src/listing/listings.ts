import { Injectable } from '@nestjs/common';
import type { CanonicalManifest, JsonObject, ManifestChange } from '@portal/contract';
import { switchedOff, whyOff } from '@portal/approvals';
import { bypassRowSecurity, Database, type Tx } from '@portal/platform/database';
import { claimsOf } from '../evidence/domain/compliance-claims.js';
import { LISTING_CAPABILITIES, LISTING_SQL } from './domain/listing-capabilities.js';
import type { ListingState } from './domain/listing-state.js';
import { diffRevisions } from './domain/revision-diff.js';
import { versionStep } from './domain/version-bump.js';
import { highestPublished } from './read/highest-version.js';
import { listingsErrors } from '../errors.js';
import { CommercialTerms, type Terms } from '../pricing/commercial-terms.js';
import type { Audience, Price, Queryable } from '../pricing/prices.js';

/** An immutable manifest of a Drive. */
export interface Revision {
  revisionId: string;
  driveId: string;
  orgId: string;
  slug: string;
  /** SHA-256 of the canonical manifest, hex. */
  digest: string;
  /** The Drive's own product version. */
  version: string | null;
  /** Where its manifest was read, for example `https://drive.example.com`. */
  origin: string;
  manifest: CanonicalManifest;
}

/** A claim about regulated data; by whom its evidence was accepted, and until when it holds: null, nobody did. */
export interface Claim {
  id: string;
  text: string;
  provenUntil: Date | null;
  provenByTwo: boolean;
}

/** Ids of the claims that no reviewer has accepted, and of those that fewer than two have. */
interface Unproven {
  byOne: string[];
  byTwo: string[];
}

export const unproven = (claims: readonly Claim[]): Unproven => ({
  byOne: claims.filter(({ provenUntil }) => provenUntil === null).map(({ id }) => id),
  byTwo: claims.filter(({ provenByTwo }) => !provenByTwo).map(({ id }) => id),
});

/** One difference between two revisions. */
export type Change = ManifestChange;

const REVISIONS = `select r.id as "revisionId", r.drive_id as "driveId", l.org_id as "orgId", l.slug, r.digest, r.version, r.origin, r.manifest, r.config_schema
  from listings.revisions r join listings.listings l on l.drive_id = r.drive_id`;
/**
 * With a sunset announced installs are possible until the day of closing; a proposed removal stops them at once.
 * Approvals are readable only for staff, so this query runs with every row in reach for any caller.
 */
const TAKES_INSTALLS = `r.id = l.live_revision_id and l.state in (${LISTING_SQL.be_installed})
  and listings.removal_waits(l.drive_id) is null
  and not exists (select 1 from listings.deprecations s where s.drive_id = l.drive_id and s.withdrawn_at is null and s.closes_at <= (select platform.portal_now()))`;
const OFF = switchedOff('listing', 'be_installed', 'l.drive_id');
/**
 * Drives that went live and were not ended: operators may have it and follow links to it, also while it cannot be
 * installed.
 */
const RUNS = `r.id = l.live_revision_id and l.state in (${LISTING_SQL.run})`;

/** Listed Drives, their revisions and prices, for the features above. */
@Injectable()
export class Listings {
  constructor(
    private readonly database: Database,
    private readonly terms: CommercialTerms,
  ) {}

  /** The live revision of a Drive that takes installs; undefined when it cannot be installed now. */
  installable(driveId: string): Promise<Revision | undefined> {
    return bypassRowSecurity(() => this.one(`${TAKES_INSTALLS} and not ${OFF} and l.drive_id = $1`, driveId));
  }

  /**
   * As `installable`, for the use case that installs it: until `tx` ends the Drive takes installs, and that revision
   * stays the live one. Pausing, ending and publishing wait that long, and then find the install.
   * @throws AppError `capability_off` (403)
   */
  async holdInstallable(tx: Tx, driveId: string): Promise<Revision | undefined> {
    return tx.bypassRowSecurity(async () => {
      // A statement of its own: only the next statement reads what the lock waited for.
      await tx.query('select 1 from listings.listings where drive_id = $1 for key share', [driveId]);
      const found = await this.one(`${TAKES_INSTALLS} and l.drive_id = $1`, driveId, tx);
      const off = found && (await whyOff(tx, LISTING_CAPABILITIES, driveId, 'be_installed'));
      if (off) throw off;
      return found;
    });
  }

  /** The live revision of a Drive that has not ended, also while it cannot be installed. @throws AppError `capability_off` (403) */
  async running(driveId: string): Promise<Revision | undefined> {
    const off = await whyOff(this.database, LISTING_CAPABILITIES, driveId, 'run');
    if (off) throw off;
    return this.one(`${RUNS} and l.drive_id = $1`, driveId);
  }

  /** As `installable`, by the slug; also while installing it is switched off. */
  installableBySlug(slug: string): Promise<Revision | undefined> {
    return bypassRowSecurity(() => this.one(`${TAKES_INSTALLS} and l.slug = $1`, slug));
  }

  /** Name of a Drive, for people; its id when it was never listed. */
  async nameOf(driveId: string): Promise<string> {
    const [row] = await this.database.query<{ name: string }>(
      'select name from listings.listings where drive_id = $1',
      [driveId],
    );
    return row?.name ?? driveId;
  }

  /**
   * Listing status of a Drive: its state and address, with the announced end that was neither cancelled nor carried
   * out.
   */
  async status(
    q: Queryable,
    driveId: string,
  ): Promise<{ state: ListingState; origin: string | null; sunsetId: string | null } | undefined> {
    const [row] = await q.query<{ state: ListingState; origin: string | null; sunsetId: string | null }>(
      `select l.state, r.origin, s.id as "sunsetId" from listings.listings l left join listings.revisions r on r.id = l.live_revision_id
       left join listings.deprecations s on s.drive_id = l.drive_id and s.withdrawn_at is null and s.retired_at is null where l.drive_id = $1`,
      [driveId],
    );
    return row;
  }

  /** Any revision that ever was, by its id. */
  revision(revisionId: string, q: Queryable = this.database): Promise<Revision | undefined> {
    return this.one('r.id = $1', revisionId, q);
  }

  /**
   * How an install of that revision is called: at the paths of its own revision, on the origin of the Drive's live one. The
   * live origin is the only one that a reviewer approved last and whose control the sync keeps proving.
   */
  async callable(revisionId: string): Promise<{ origin: string; manifest: CanonicalManifest } | undefined> {
    const [row] = await this.database.query<{ origin: string; manifest: CanonicalManifest }>(
      `select coalesce(v.origin, r.origin) as origin, r.manifest from listings.revisions r join listings.listings l on l.drive_id = r.drive_id
       left join listings.revisions v on v.id = l.live_revision_id where r.id = $1`,
      [revisionId],
    );
    return row;
  }

  /** True when publishing this revision now would have installs asked: its version is above every published one. */
  async asksInstalls(driveId: string, revisionId: string): Promise<boolean> {
    const [live, found, highest] = await Promise.all([
      this.one('r.id = l.live_revision_id and l.drive_id = $1', driveId),
      this.revision(revisionId),
      highestPublished(this.database, driveId),
    ]);
    return live !== undefined && found !== undefined && versionStep(highest, found.version) === 'raised';
  }

  /** False when a version that installs are asked about was published after this one. */
  async isLatestOffer(driveId: string, revisionId: string, q: Queryable = this.database): Promise<boolean> {
    const [row] = await q.query<{ revision_id: string }>(
      `select revision_id from listings.publications where drive_id = $1 and prompts order by published_at desc, id desc limit 1`,
      [driveId],
    );
    return row?.revision_id === revisionId;
  }

  /** Changes of `to` against `from`. @throws AppError `listing_not_found` (404) for an unknown id. */
  async changes(fromRevisionId: string, toRevisionId: string): Promise<Change[]> {
    const [from, to] = await Promise.all([this.revision(fromRevisionId), this.revision(toRevisionId)]);
    if (!from || !to) throw listingsErrors.listing_not_found();
    return diffRevisions(from, to);
  }

  /**
   * Monthly price of an install for the tenant; null when the host charges nothing for it.
   * @param question.revision of which revision; the live one when absent.
   * @param question.audience whose price it is; for first-party Drives only; all others have one price.
   * @param question.ventureId for which venture, where prices are agreed one by one.
   * @param question.beforehand also for an unpublished revision: its future price, which has no id yet.
   * @throws AppError `listing_not_found` (404), `price_missing` (409)
   */
  async priceOf(
    driveId: string,
    question: {
      currency: string;
      audience: Audience;
      at: Date;
      revision?: Revision | string;
      ventureId?: string;
      beforehand?: boolean;
    },
    q: Queryable = this.database,
  ): Promise<Price | null> {
    const { revision } = question;
    const found =
      revision === undefined
        ? await this.one('r.id = l.live_revision_id and l.drive_id = $1', driveId, q)
        : typeof revision === 'string'
          ? await this.one('r.id = $1', revision, q)
          : revision;
    if (!found || found.driveId !== driveId) throw listingsErrors.listing_not_found();
    const price = await this.terms.price(q, found, question);
    if (price === undefined) throw listingsErrors.price_missing();
    return price;
  }

  /** True when the revision's price is agreed with each venture, so that there is no general price. */
  async pricedByAgreement(revision: Revision, at: Date, known?: Terms): Promise<boolean> {
    const terms = known ?? (await this.terms.at(this.database, revision.driveId, at));
    if (terms.model === 'author_billing') return false;
    return (await this.terms.rule(this.database, revision, terms, at)).kind === 'agreed';
  }

  /** Who bills for the Drive at an instant. */
  billing(q: Queryable, driveId: string, at: Date): Promise<Terms> {
    return this.terms.at(q, driveId, at);
  }

  /** The claims of a revision about regulated data that reviewers have not accepted at an instant, by the names of `claimsOf`. */
  async unprovenClaims(revision: Pick<Revision, 'driveId' | 'manifest'>, at: Date, tx?: Tx): Promise<Unproven> {
    return unproven(await this.claims(revision, at, tx));
  }

  /**
   * Claims of a revision about regulated data, and until when a reviewer accepted their evidence; null: nobody did.
   * Evidence only its author and reviewers read; whether it is accepted is public.
   */
  async claims({ driveId, manifest }: Pick<Revision, 'driveId' | 'manifest'>, at: Date, tx?: Tx): Promise<Claim[]> {
    const claims = claimsOf(manifest);
    if (claims.length === 0) return [];
    const read = (q: Queryable): Promise<{ claim: string; by_one: Date; by_two: Date | null }[]> =>
      q.query('select claim, by_one, by_two from listings.accepted_claims($1, $2)', [driveId, at]);
    const proven = await (tx ? tx.bypassRowSecurity(() => read(tx)) : bypassRowSecurity(() => read(this.database)));
    const accepted = new Map(proven.map((one) => [one.claim, one]));
    return claims.map(({ id, text }) => {
      const { by_one: provenUntil = null, by_two: second = null } = accepted.get(id) ?? {};
      return { id, text, provenUntil, provenByTwo: second !== null };
    });
  }

  private async one(condition: string, value: string, q: Queryable = this.database): Promise<Revision | undefined> {
    type Row = Revision & { config_schema: JsonObject | null };
    const [row] = await q.query<Row>(`${REVISIONS} where ${condition}`, [value]);
    if (!row) return undefined;
    const { config_schema: configSchema, ...revision } = row;
    return configSchema === null ? revision : { ...revision, manifest: { ...revision.manifest, configSchema } };
  }
}
