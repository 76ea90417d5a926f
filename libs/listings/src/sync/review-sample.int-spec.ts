import { Global, Module } from '@nestjs/common';
import { readManifestDocument } from '@portal/contract';
import { Config } from '@portal/platform/config';
import { ListingsWorld } from '../../../../test/support/drives/listings.js';
import { ManifestSyncWorld } from '../../../../test/support/drives/manifest-sync-world.js';
import { decideCase } from '../../../../test/support/people/review.js';
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

  it('goes live at once where the share is 0', async () => {
    policy.share = 0;
    const { overlay, sync, view, waiting } = await following.listed();
    overlay.drive = { version: '1.0.1', docs_url: 'https://docs.example/new' };
    await sync();
    expect(await waiting()).toBeUndefined();
    expect((await view()).live_version).toBe('1.0.1');
  });
});
