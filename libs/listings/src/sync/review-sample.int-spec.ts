import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Global, Module } from '@nestjs/common';
import { canonicalJson, readManifestDocument, type CanonicalManifest } from '@portal/contract';
import { Config } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { ListingsWorld } from '../../../../test/support/drives/listings.js';
import { ManifestSyncWorld } from '../../../../test/support/drives/manifest-sync-world.js';
import { decideCase } from '../../../../test/support/people/review.js';
import { RevisionsRepository } from '../listing/revisions.repository.js';
import { inSample } from '../listing/domain/in-sample.js';
import { CommercialPolicy } from '../pricing/commercial-policy.js';

/** Decided by the test. */
const policy = { share: 100 };
class Policy extends CommercialPolicy {
  priceSource = () => Promise.resolve('tier' as const);
  trialDays = () => Promise.resolve(0);
  listingFee = () => Promise.resolve(undefined);
  reviewSample = () => Promise.resolve(policy.share);
}
@Global()
@Module({ providers: [{ provide: CommercialPolicy, useClass: Policy }], exports: [CommercialPolicy] })
class PolicyModule {}

class SampledWorld extends ManifestSyncWorld {
  override async begin(): Promise<void> {
    this.world = await ListingsWorld.start({ TRUSTED_PROXIES: '127.0.0.1' }, [PolicyModule]);
    this.ada = await this.world.author('ada');
    this.reviewer = await this.world.app.demo('reviewer');
  }
}

describe('a version that nothing flagged', () => {
  const following = SampledWorld.forTests();
  beforeEach(() => (policy.share = 100));

  it('of the sample waits for a reviewer while the old one serves, and a retry does not roll again', async () => {
    const { overlay, sync, live, waiting, first, view } = await following.listed();
    overlay.drive = { version: '1.0.1', docs_url: 'https://docs.example/new' };
    await sync();
    const submission = (await waiting())!;
    expect(submission.version).toBe('1.0.1');
    // Installed for the probe tenants like every version that a person decides on.
    expect(submission.checks.find(({ id }) => id === 'C80')?.state).toBe('pass');
    await sync();
    expect((await waiting())!.id).toBe(submission.id);
    expect(await live()).toEqual(first);
    const { body: asAuthor } = await following.call(following.ada.cookie, 'GET', `/submissions/${submission.id}`);
    expect(asAuthor).not.toMatch(/sample/i);
    const queue = await following.call<{ items: { id: string; risks: string[]; worst: { text: string } }[] }>(
      following.reviewer,
      'GET',
      '/review/submissions',
    );
    expect(queue.data.items.find(({ id }) => id === submission.id)).toMatchObject({
      risks: ['sampled'],
      worst: { text: 'Nothing found. It was chosen as a sample.' },
    });
    const [mail] = await following.db.query<{ body: string }>(
      `select body from platform.mail_messages where body like '%/author/submissions/' || $1 || '%'`,
      [submission.id],
    );
    expect(mail!.body).toMatch(/^A reviewer looks at it first\./);
    const reviewer = <T>(method: 'GET' | 'POST', url: string, body?: object) =>
      following.call<T>(following.reviewer, method, url, body);
    expect((await decideCase(reviewer, submission.id, 'approve', 'Looked at, and it is in order.')).status).toBe(200);
    expect((await view()).live_version).toBe('1.0.1');
  });

  it('is not evaded by withdrawing it and serving another version', async () => {
    const { overlay, sync, waiting, live, first, drive } = await following.listed();
    const { key } = following.app.get(Config).keyring[0]!;
    /** Serves a version whose digest is, or is not, in the sample of 50 of 100. */
    const serve = async (version: string, wanted: boolean): Promise<void> => {
      for (let n = 0; ; n += 1) {
        overlay.drive = { version, docs_url: `https://docs.example/${n}` };
        const body = new Uint8Array(await (await fetch(drive.manifestUrl)).arrayBuffer());
        const { digest } = readManifestDocument(body, { envelope: 'required' });
        if (inSample(key, digest!, 50) === wanted) return;
      }
    };
    policy.share = 50;
    await serve('1.0.1', true);
    await sync();
    const { id } = (await waiting())!;
    expect((await following.call(following.ada.cookie, 'POST', `/submissions/${id}/withdraw`)).status).toBe(200);
    await serve('1.0.2', false);
    await sync();
    expect((await waiting())!.version).toBe('1.0.2');
    expect(await live()).toEqual(first);
  });

  it.each([true, false])('is drawn once: %s stays so with another key and another share', async (sampled) => {
    const { driveId } = await following.listed();
    const revisions = following.app.get(RevisionsRepository);
    const { keyring } = following.app.get(Config);
    const settled = (digest: string) =>
      following.app.get(Transactor).run((tx) => revisions.settled(tx, driveId, digest));
    const [live] = await following.db.query<{ manifest: CanonicalManifest; manifestUrl: string }>(
      'select manifest, manifest_url as "manifestUrl" from listings.revisions where drive_id = $1',
      [driveId],
    );
    policy.share = sampled ? 100 : 0;
    const raw = { of: randomUUID() };
    const digest = createHash('sha256').update(canonicalJson(raw)).digest('hex');
    await following.app.get(Transactor).run((tx) => revisions.keep(tx, { driveId, raw, digest, ...live! }));
    policy.share = 50;
    for (let n = 0; n < 20; n += 1) {
      jest.replaceProperty(keyring[0]!, 'key', randomBytes(32) as never);
      expect(await settled(digest)).toBe(sampled ? 'sampled' : null);
    }
    jest.restoreAllMocks();
  });

  it('goes live at once where the share is 0', async () => {
    policy.share = 0;
    const { overlay, sync, view, waiting } = await following.listed();
    overlay.drive = { version: '1.0.1', docs_url: 'https://docs.example/new' };
    await sync();
    expect(await waiting()).toBeUndefined();
    expect((await view()).live_version).toBe('1.0.1');
  });
});
