import { randomUUID } from 'node:crypto';
import { ReceiverBreaker } from '@portal/platform/jobs';
import type { InstallView } from '../../../libs/installs/src/install/read/installs.view.js';
import { MakeDueCalls } from '../../../libs/installs/src/unfinished/make-due-calls.js';
import type { Answer, TestApp } from '../http/http-app.js';
import { refused, said, type Answering } from './scripted-drive.js';
import { ScriptedWorld } from './scripted-world.js';

export const TOKEN = 'dst_a_token_of_the_drive';

/** The answer of a Drive that has made the install. */
export const gave = (id: string, more: object = {}): Answering => [
  200,
  said({ install_id: id, scoped_token: TOKEN, ...more }),
];

/** Installs whose calls to the Drive are made when a test says so. What it offers as functions may be taken out before it has started. */
export class UnfinishedWorld extends ScriptedWorld {
  admin = '';

  override async begin(): Promise<void> {
    await super.begin();
    this.admin = await this.app.demo('admin');
  }

  get app(): TestApp {
    return this.world.app;
  }

  sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
    this.world.db.query<T>(text, params);

  call = <T = InstallView>(
    method: 'GET' | 'POST',
    path: string,
    as = this.operator,
    body?: object,
  ): Promise<Answer<T>> => this.app.ask<T>(as, method, path, body);

  view = async (id: string): Promise<InstallView> => (await this.call('GET', `/operator/installs/${id}`)).data;

  /** Types of the events about an install. */
  eventsOf = (id: string): Promise<string[]> =>
    this.world.column(`select type from platform.outbox_events where payload->>'install_id' = $1`, [id]);

  uninstall = (id: string): Promise<Answer<InstallView>> =>
    this.call('POST', `/operator/installs/${id}/uninstall`, this.operator, { confirm: 'Venture' });

  /** Removes what an earlier test asked of the Drive, so that it does not delay the next test. */
  calm(): void {
    this.drive.will({});
    this.app.get(ReceiverBreaker).note(this.owned.driveId, true, 0);
  }

  /** Time passes until the next try, and it is made. */
  next = async (): Promise<void> => {
    await this.sql(
      `update platform.test_clock set offset_ms = offset_ms + greatest(0, 1 + (extract(epoch from
         coalesce((select max(next_try_at) from installs.call_plans where state = 'waiting'), platform.portal_now()) - platform.portal_now()) * 1000)::bigint)`,
    );
    await this.now();
  };

  /** What is due is done. */
  now = async (): Promise<void> => {
    await this.world.work();
    this.app.get(ReceiverBreaker).note(this.owned.driveId, true, 0);
    await this.app.get(MakeDueCalls).execute();
    await this.world.work();
  };

  /** The id of an install that the Drive has made, under `id` there. */
  active = async (id = `i-${randomUUID()}`): Promise<string> => {
    this.drive.will({ POST: [gave(id)], GET: [[200, said({})]] });
    const installId = await this.wished();
    await this.world.work();
    expect((await this.view(installId)).state).toBe('active');
    return installId;
  };

  /** Uninstalls what the Drive does not know any more. */
  end = async (id: string): Promise<void> => {
    this.drive.will({ DELETE: [[404, refused('not-found')]], GET: [[401, refused('invalid_token')]] });
    await this.uninstall(id);
    await this.now();
    expect((await this.view(id)).state).toBe('revoked');
  };

  /** That of the Drive, sealed. */
  token = (id: string): Promise<string | null> =>
    this.world.value<string | null>('select scoped_token from installs.installs where id = $1', [id]);

  audited = (id: string): Promise<string[]> =>
    this.world.column(`select action from platform.audit_log where subject_id = $1 order by seq`, [id]);
}
