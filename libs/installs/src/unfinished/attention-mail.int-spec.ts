import { randomUUID } from 'node:crypto';
import { Transactor } from '@portal/platform/database';
import { ReceiverBreaker } from '@portal/platform/jobs';
import type { ListingsWorld } from '../../../../test/support/drives/listings.js';
import { refused, said, type ScriptedDrive } from '../../../../test/support/drives/scripted-drive.js';
import { ScriptedWorld } from '../../../../test/support/drives/scripted-world.js';
import { InstallNeedsAttention } from '../events.js';
import { RefreshInstall } from '../polling/refresh-install.js';
import { ConfigUpdatesRepository } from '../settings/config-updates.repository.js';
import { MakeDueCalls } from './make-due-calls.js';

const OPERATOR = 'op@tenants.example';
const AUTHOR = 'ada@authors.example';

describe('mail about an install that needs attention', () => {
  const scripted = ScriptedWorld.forTests();
  let world: ListingsWorld;
  let drive: ScriptedDrive;

  beforeAll(() => {
    ({ world, drive } = scripted);
  });

  const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => world.db.query<T>(text, params);
  /** Mails that name the install, in their link or text. */
  const mails = (id: string) =>
    sql<{ recipient: string; subject: string; body: string; topic: string }>(
      `select recipient, subject, body, topic from platform.mail_messages where body like '%' || $1 || '%' and subject not like '%was installed%' order by recipient, created_at, id`,
      [id],
    );
  async function active(): Promise<string> {
    drive.will({
      POST: [[200, said({ install_id: `i-${randomUUID()}`, scoped_token: 'dst_1' })]],
      GET: [[200, said({})]],
    });
    const id = await scripted.wished();
    await world.work();
    return id;
  }
  async function lastTry(kind: string): Promise<void> {
    await sql(
      `update installs.call_plans set attempts = max_attempts - 1, next_try_at = platform.portal_now() where kind = $1 and state = 'waiting'`,
      [kind],
    );
    world.app.get(ReceiverBreaker).note(scripted.owned.driveId, true, 0);
    await world.app.get(MakeDueCalls).execute();
    await world.work();
  }

  it('is sent to its operators and its author after the last call failed, with the facts that concern each', async () => {
    drive.will({ POST: [[500, refused('oops')]], GET: [[500, refused('oops')]] });
    const id = await scripted.wished();
    await world.work();
    await lastTry('handshake');
    const sent = await mails(id);
    expect(sent.map(({ recipient, subject, topic }) => [recipient, subject, topic])).toEqual([
      [AUTHOR, expect.stringContaining('needs a decision'), 'checks'],
      [OPERATOR, expect.stringContaining('needs a decision'), 'installs'],
    ]);
    for (const { body } of sent) expect(body).toContain('We called it 40 times');
    expect(sent[0]!.body).not.toContain('Venture:');
    expect(sent[1]!.body).toContain(`/plugins/installed/${id}`);
  });

  it('says after a removal that nothing is billed any more, and does not mention a token that nobody needs', async () => {
    const id = await active();
    drive.will({ DELETE: [[500, refused('oops')]], GET: [[500, refused('oops')]] });
    await world.app.ask(scripted.operator, 'POST', `/operator/installs/${id}/uninstall`, { confirm: 'Venture' });
    await world.work();
    await lastTry('revoke');
    const sent = await mails(id);
    expect(sent.map(({ recipient }) => recipient)).toEqual([AUTHOR, OPERATOR]);
    expect(sent[1]!.body).toContain('Nothing is billed any more');
    const other = await active();
    drive.will({ DELETE: [[200, said({ revoked: true })]], GET: [[200, said({})]] });
    await world.app.ask(scripted.operator, 'POST', `/operator/installs/${other}/uninstall`, { confirm: 'Venture' });
    await world.work();
    await lastTry('probe');
    expect(await mails(other)).toEqual([]);
  });

  it('reports that the token of a running install is refused', async () => {
    const id = await active();
    drive.will({ GET: [[401, refused('invalid_token')]] });
    await world.app.get(RefreshInstall).execute(id);
    await world.work();
    expect((await mails(id)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('refuses its token'),
      expect.stringContaining('refuses its token'),
    ]);
  });

  it('reports once that new settings were not confirmed for a day', async () => {
    const id = await active();
    const fail = () =>
      world.app
        .get(Transactor)
        .run((tx) => world.app.get(ConfigUpdatesRepository).fail(tx, id, 2, 'The plugin answered with HTTP 500.'));
    await world.app.get(Transactor).run((tx) => world.app.get(ConfigUpdatesRepository).enqueue(tx, id, 2));
    for (let n = 0; n < 13; n += 1) await fail();
    await world.work();
    expect(await mails(id)).toEqual([]);
    for (let n = 0; n < 3; n += 1) await fail();
    await world.work();
    const sent = await mails(id);
    expect(sent.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [AUTHOR, expect.stringContaining('has not taken new settings')],
      [OPERATOR, expect.stringContaining('has not taken new settings')],
    ]);
    expect(sent[1]!.body).toContain('HTTP 500');
  });

  it('is not sent when the problem is solved', async () => {
    const id = await active();
    for (const why of ['call_tried_to_the_end', 'token_refused', 'settings_not_confirmed'] as const)
      await world.app.get(Transactor).run((tx) => tx.emit(InstallNeedsAttention, { install_id: id, why }));
    await world.work();
    expect(await mails(id)).toEqual([]);
  });
});
