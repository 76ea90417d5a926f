import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createReferenceDrive, type ReferenceDrive } from '../../../apps/reference-drive/src/drive.js';
import type { SubmissionView } from '../../../libs/listings/src/submissions/submissions.view.js';
import { applicationFor, decideApplication } from '../people/applications.js';
import { eventually } from '../test-timeout.js';
import { hostAtPortal } from '../http/host-token.js';
import { Person } from '../http/person.js';
import { grantAtPortal } from '../people/staff-role.js';
import { freePort } from '../processes/processes.js';
import { decideCase, judgeAll } from '../people/review.js';
import type { World } from '../world.js';

export { eventually } from '../test-timeout.js';

const API = '/api/v1';
const REASON = 'All checks passed, and the scopes are narrow.';

/** A Drive that runs in this process; `overlay` may be changed while it runs and is merged into its manifest. */
export interface ChangingDrive {
  readonly driveId: string;
  readonly slug: string;
  readonly secret: string;
  readonly overlay: Record<string, unknown>;
  drive: ReferenceDrive;
}

/** The demo persons of a running portal, and Drives of their author that change under it. */
export class ChangingDrives {
  private readonly running: ReferenceDrive[] = [];
  /** State of each Drive, so that a restarted one knows its installs. */
  private readonly memory = mkdtempSync(path.join(tmpdir(), 'drive-portal-changing-'));
  private signed = false;
  /** The host by its token. */
  host!: Person;

  private constructor(
    readonly url: string,
    readonly author: Person,
    readonly reviewer: Person,
    /** A second reviewer, who is also the demo's finance approver. */
    readonly second: Person,
    readonly operator: Person,
    readonly admin: Person,
    readonly finance: Person,
  ) {}

  /** `SANDBOX_DRIVE_PORTS` of the portal must let it dial any port of this machine. They end before it. */
  static async of(portal: World & { readonly url: string }): Promise<ChangingDrives> {
    const { url } = portal;
    const people = ['author', 'reviewer', 'finance-approver', 'operator', 'admin', 'finance-preparer'];
    const [author, reviewer, second, operator, admin, finance] = await Promise.all(
      people.map((person) => Person.demo(url, person)),
    );
    const me = await second!.must<{ user: { id: string } }>('GET', `${API}/me`);
    await grantAtPortal(url, me.user.id, 'reviewer');
    const drives = new ChangingDrives(url, author!, reviewer!, second!, operator!, admin!, finance!);
    portal.beforeClose(() => drives.close());
    drives.host = await hostAtPortal(url);
    return drives;
  }

  /** An approved application, with the signing secret of its Drive. */
  async reserve(slug: string): Promise<{ driveId: string; secret: string }> {
    const application = applicationFor(slug);
    const { id } = await this.author.must<{ id: string }>('POST', `${API}/applications`, application);
    await this.author.must('POST', `${API}/applications/${id}/submit`);
    await decideApplication(this.as(this.reviewer), id);
    if (!this.signed) {
      const { version, digest } = await this.author.must<{ version: string; digest: string }>(
        'GET',
        `${API}/author/agreement`,
      );
      await this.author.must('POST', `${API}/author/agreement/sign`, { version, digest, signed_name: 'Ada Author' });
      this.signed = true;
    }
    const { drives } = await this.author.must<{ drives: { id: string; slug: string }[] }>(
      'GET',
      `${API}/author/account`,
    );
    const driveId = drives.find((one) => one.slug === slug)!.id;
    const issued = await this.author.must<{ secret: string }>('POST', `${API}/author/drives/${driveId}/keys/issue`, {});
    return { driveId, secret: issued.secret };
  }

  /** File of a Drive's state. */
  dataFileOf(slug: string): string {
    return path.join(this.memory, `${slug}.json`);
  }

  async serve(slug: string, secret: string, overlay: Record<string, unknown>, port?: number): Promise<ReferenceDrive> {
    const { pricing_tier: tier } = (overlay['drive'] ?? {}) as { pricing_tier?: string };
    const drive = await createReferenceDrive({
      id: slug,
      port: port ?? (await freePort()),
      secrets: [secret],
      dataFile: this.dataFileOf(slug),
      manifestOverlay: overlay,
      ...(tier === undefined ? {} : { pricingTier: tier }),
    });
    this.running.push(drive);
    return drive;
  }

  /** A submission whose checks have run. */
  async submitted(
    slug: string,
    overlay: Record<string, unknown> = {},
  ): Promise<ChangingDrive & { submissionId: string }> {
    const { driveId, secret } = await this.reserve(slug);
    const made = { driveId, slug, secret, overlay, drive: await this.serve(slug, secret, overlay) };
    return { ...made, submissionId: await this.submit(made) };
  }

  /** Submits the manifest as it is now; returns the id of the submission when its checks have run. */
  async submit({ driveId, drive }: ChangingDrive): Promise<string> {
    const { id } = await this.author.must<{ id: string }>('POST', `${API}/author/drives/${driveId}/submissions`, {
      manifest_url: drive.manifestUrl,
    });
    const checked = await eventually(
      'the checks',
      () => this.author.must<SubmissionView>('GET', `${API}/submissions/${id}`),
      (one) => !['received', 'validating'].includes(one.state),
    );
    if (checked.state !== 'in_review')
      throw new Error(
        `the submission ${checked.state}: ${JSON.stringify(checked.checks.filter((c) => c.state === 'fail'))}`,
      );
    return id;
  }

  /** A Drive that is live. */
  async listed(slug: string, overlay: Record<string, unknown> = {}): Promise<ChangingDrive> {
    const one = await this.submitted(slug, overlay);
    await this.approve(one.submissionId);
    return one;
  }

  async approve(submissionId: string): Promise<void> {
    const decided = await decideCase(this.as(this.reviewer), submissionId, 'approve', REASON);
    if (decided.status !== 200) throw new Error(`not approved: ${JSON.stringify(decided)}`);
  }

  /** Holds the case and judges all of it, so that nothing but the decision is left. */
  async judged(submissionId: string): Promise<void> {
    await judgeAll(this.as(this.reviewer), submissionId);
  }

  /** The newest version of the Drive in the queue, once its checks have run. */
  async waiting(driveId: string): Promise<string> {
    const found = await eventually(
      'the version in the queue',
      () =>
        this.reviewer.must<{ items: { id: string; drive_id: string }[] }>('GET', `${API}/review/submissions?limit=100`),
      ({ items }) => items.some((one) => one.drive_id === driveId),
    );
    return found.items.find((one) => one.drive_id === driveId)!.id;
  }

  async publishNow(driveId: string): Promise<void> {
    await this.author.must('POST', `${API}/author/drives/${driveId}/sync`);
  }

  async ventures(): Promise<{ id: string; name: string; tenant_id: string; tenant_name: string }[]> {
    return (
      await this.operator.must<{ items: { id: string; name: string; tenant_id: string; tenant_name: string }[] }>(
        'GET',
        `${API}/operator/ventures`,
      )
    ).items;
  }

  /** An active install in that venture; returns its id. */
  async installed(slug: string, ventureId: string, config: object = {}): Promise<string> {
    const plugin = await this.operator.must<{ drive_id: string; digest: string; permissions: { name: string }[] }>(
      'GET',
      `${API}/operator/plugins/${slug}`,
    );
    const { id } = await this.operator.must<{ id: string }>('POST', `${API}/operator/installs`, {
      venture_id: ventureId,
      drive_id: plugin.drive_id,
      digest: plugin.digest,
      permissions: plugin.permissions.map(({ name }) => name),
      config: { brand_name: 'Northwind', tone: 'plain', ...config },
    });
    await eventually(
      'the install',
      () => this.operator.must<{ state: string }>('GET', `${API}/operator/installs/${id}`),
      ({ state }) => state === 'active',
    );
    return id;
  }

  private async close(): Promise<void> {
    await Promise.all(this.running.map((drive) => drive.close().catch(() => undefined)));
    rmSync(this.memory, { recursive: true, force: true });
  }

  /** Calls as the person, in the shape that `decideCase` takes. */
  as(person: Person) {
    return async <T>(method: 'GET' | 'POST', url: string, body?: object) => {
      const reply = await person.call(method, `${API}${url}`, body);
      const { data, error } = JSON.parse(reply.text) as { data: T; error?: string };
      return { status: reply.status, data, error };
    };
  }
}
