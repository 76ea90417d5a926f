import type { ApprovalDetailView } from '@portal/approvals';
import type { SubmissionView } from '../../../libs/listings/src/submissions/submissions.view.js';
import type { ReviewWorkspaceView } from '../../../libs/listings/src/review/http/review.view.js';
import { ListingsWorld, type Author } from '../drives/listings.js';
import type { ReviewerCall } from './review.js';
import { World } from '../world.js';

export const REASON = 'All checks passed, and the scopes are narrow.';
export const MINUTE = 60_000;

/** Submissions of one author before two reviewers. What it offers as functions may be taken out before it has started. */
export class ReviewWorld extends World {
  world!: ListingsWorld;
  ada!: Author;
  /** Sessions of the reviewers. */
  ruth = '';
  sam = '';
  private slugs = 0;

  async begin(): Promise<void> {
    this.world = await ListingsWorld.start();
    this.ada = await this.world.author('ada');
    [this.ruth, this.sam] = [await this.world.reviewer('Ruth'), await this.world.reviewer('Sam')];
  }

  protected cleanUp(): Promise<void> {
    return this.world.close();
  }

  get db(): ListingsWorld['db'] {
    return this.world.db;
  }

  call = <T>(as: string, method: 'GET' | 'POST', url: string, body?: object) =>
    this.world.app.ask<T>(as, method, url, body);

  by =
    (as: string): ReviewerCall =>
    <T>(method: 'GET' | 'POST', url: string, body?: object) =>
      this.call<T>(as, method, url, body);

  at = (id: string, path = '') => `/review/submissions/${id}${path}`;

  look = async (id: string, as = this.ruth) =>
    (await this.call<ReviewWorkspaceView>(as, 'GET', this.at(id, '/workspace'))).data;

  /** Claims a case; with what the reviewer sees then. */
  hold = async (id: string, as = this.ruth, takeover?: boolean) => {
    const claim = takeover === undefined ? {} : { takeover };
    const claimed = await this.call<object>(as, 'POST', `/review/cases/${id}/claim`, claim);
    return { ...claimed, data: await this.look(id, as) };
  };

  judge = async (id: string, judgements: object[], as = this.ruth) =>
    this.call<ReviewWorkspaceView>(as, 'POST', this.at(id, '/judgements'), {
      digest: (await this.look(id)).digest,
      judgements,
    });

  decide = async (id: string, body: object, as = this.ruth) =>
    this.call<SubmissionView>(as, 'POST', this.at(id, '/decide'), { digest: (await this.look(id)).digest, ...body });

  /** As if everything about a case had happened so much earlier. */
  ago = async (id: string, ms: number) => {
    const by = `- ${ms} * interval '1 millisecond'`;
    await this.world.db.query(
      `update approvals.claims set held_since = held_since ${by}, held_until = held_until ${by} where subject_id = $1`,
      [id],
    );
    await this.world.db.query(`update listings.submissions set waiting_since = waiting_since ${by} where id = $1`, [
      id,
    ]);
  };

  actions = async (id: string) =>
    (
      await this.world.db.query<{ action: string }>(
        `select action from platform.audit_log where subject_id = $1 and action not like 'submission.%' order by seq`,
        [id],
      )
    ).map((row) => row.action);

  personOf = async (name: string) =>
    (await this.world.db.query<{ id: string }>('select id from identity.users where name = $1', [name]))[0]!.id;

  submitted = async (overlay: Record<string, unknown> = {}) => {
    const { world, ada } = this;
    const owned = await world.reserve(ada, `case-${++this.slugs}`);
    const drive = await world.drive(owned, overlay);
    const again = async (): Promise<string> => {
      const { data } = await this.call<SubmissionView>(
        ada.cookie,
        'POST',
        `/author/drives/${owned.driveId}/submissions`,
        {
          manifest_url: drive.manifestUrl,
        },
      );
      await world.work();
      return data.id;
    };
    return { driveId: owned.driveId, slug: owned.slug, overlay, again, id: await again() };
  };
}

/** Two reviewers let a Drive have a price of its own for a month; the first one has the case. */
export async function exceptPrice({ call, at, ruth, sam }: ReviewWorld, id: string): Promise<void> {
  const proposed = await call<ApprovalDetailView>(ruth, 'POST', at(id, '/exceptions'), {
    check_id: 'L04',
    reason: 'The price is agreed by contract with this author.',
    ends_at: new Date(Date.now() + 30 * 24 * 60 * MINUTE).toISOString(),
  });
  const { id: approval, digest } = proposed.data;
  const approved = await call(sam, 'POST', `/approvals/${approval}/approve`, { digest });
  if (approved.status !== 200) throw new Error(`no exception: ${proposed.body} ${approved.body}`);
}
