import { randomUUID } from 'node:crypto';
import { readManifest } from '@portal/contract';
import { Database } from '@portal/platform/database';
import good from '../../../libs/contract/vectors/manifests-good.json';
import type { TestApp } from '../http/http-app.js';

type App = Pick<TestApp, 'get'>;

interface InsertedRevision {
  /** Default: a new one. The canonical form has nothing but this, so that no two have one digest. */
  id?: string;
  version?: string;
  origin?: string;
  /** Where the manifest is, below the origin. */
  path?: string;
  /** As `readManifest` returns it. */
  manifest?: object | null;
}

/** A listing as a first submission leaves it: nobody sees it yet. */
export async function insertListing(
  app: App,
  orgId: string,
  { driveId, slug, name = slug }: { driveId: string; slug: string; name?: string },
): Promise<void> {
  await app
    .get(Database)
    .query('insert into listings.listings (drive_id, org_id, slug, name) values ($1, $2, $3, $4)', [
      driveId,
      orgId,
      slug,
      name,
    ]);
}

/** @returns id of a revision that is not published */
export async function insertRevision(
  app: App,
  driveId: string,
  {
    id = randomUUID(),
    version = '1.0.0',
    origin = 'https://d.example',
    path = '/m',
    manifest = readManifest(good.structured as never).manifest,
  }: InsertedRevision = {},
): Promise<string> {
  await app.get(Database).query(
    `insert into listings.revisions (id, drive_id, digest, version, shape, manifest_url, origin, canonical, manifest)
     values ($1, $2, encode(sha256(convert_to($3, 'UTF8')), 'hex'), $4, 'structured', $5 || $6, $5, convert_to($3, 'UTF8'), $7)`,
    [id, driveId, JSON.stringify({ id }), version, origin, path, JSON.stringify(manifest)],
  );
  return id;
}

/** Makes a revision the live one of its Drive, without anything else that publishing does. */
export async function putLive(app: App, driveId: string, revisionId: string): Promise<void> {
  await app.get(Database).query(
    `update listings.listings set state = 'listed', live_revision_id = $2, listed_at = coalesce(listed_at, platform.portal_now())
     where drive_id = $1`,
    [driveId, revisionId],
  );
}

/** Lists a reserved Drive without checks and review; returns the id of its live revision. */
export async function insertLiveDrive(
  app: App,
  orgId: string,
  drive: { driveId: string; slug: string; name?: string },
  revision?: InsertedRevision,
): Promise<string> {
  await insertListing(app, orgId, drive);
  const revisionId = await insertRevision(app, drive.driveId, revision);
  await putLive(app, drive.driveId, revisionId);
  return revisionId;
}
