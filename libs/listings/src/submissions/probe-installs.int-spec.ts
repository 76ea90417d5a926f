import { PROBE_TENANTS } from '@portal/conformance';
import type { ConsoleView } from '../../../../apps/reference-drive/src/control-routes.js';
import type { ReferenceDrive } from '../../../../apps/reference-drive/src/drive.js';
import { ListingsWorld, type Author } from '../../../../test/support/drives/listings.js';
import type { SubmissionView } from './submissions.view.js';
import type { ReviewWorkspaceView } from '../review/http/review.view.js';
import { consoleState, control } from '../../../../test/support/drives/console.js';

const TENANTS = Object.values(PROBE_TENANTS).map(({ tenantId }) => tenantId);

describe('installs for the probe tenants before listing', () => {
  const world = ListingsWorld.forTests();
  let ada: Author;
  let ruth: string;
  let slugs = 0;

  beforeAll(async () => {
    ada = await world.author('ada');
    ruth = await world.reviewer('ruth');
  });

  const call = <T>(as: string, method: 'GET' | 'POST', url: string, body?: object) =>
    world.app.call<T>({ method, url: `/api/v1${url}`, as, ...(body === undefined ? {} : { body }) });

  async function setSwitch(drive: ReferenceDrive, name: string, on = true): Promise<void> {
    expect((await control(drive.url, 'switch', { name, on })).status).toBe(200);
  }
  const stateOf = (drive: ReferenceDrive): Promise<ConsoleView> => consoleState(drive.url);

  async function submit(...faults: string[]): Promise<{ submission: SubmissionView; drive: ReferenceDrive }> {
    const owned = await world.reserve(ada, `probed-${++slugs}`);
    const drive = await world.drive(owned);
    for (const name of faults) await setSwitch(drive, name);
    return { submission: await submitted(owned.driveId, drive.manifestUrl), drive };
  }

  async function submitted(driveId: string, manifestUrl: string): Promise<SubmissionView> {
    const { data } = await call<SubmissionView>(ada.cookie, 'POST', `/author/drives/${driveId}/submissions`, {
      manifest_url: manifestUrl,
    });
    await world.work();
    return (await call<SubmissionView>(ada.cookie, 'GET', `/submissions/${data.id}`)).data;
  }

  const statesOf = (checks: SubmissionView['checks'], ids: readonly string[]) =>
    Object.fromEntries(ids.map((id) => [id, checks.find((check) => check.id === id)?.state]));
  const criterion = async (id: string) => {
    const { data } = await call<ReviewWorkspaceView>(ruth, 'GET', `/review/submissions/${id}/workspace`);
    return data.criteria.find((one) => one.id === 'install_lifecycle')!;
  };

  it('are made for both tenants, read and removed without a trace, and the reviewer sees each check', async () => {
    const { submission, drive } = await submit();
    expect(submission.state).toBe('in_review');
    const ids = ['C80', 'C82', 'C87', 'C89', 'C93', 'C104', 'C105', 'C106', 'C153', 'C154', 'C155'];
    expect(new Set(Object.values(statesOf(submission.checks, ids)))).toEqual(new Set(['pass']));
    const { installs, events } = await stateOf(drive);
    expect(installs.filter(({ revoked_at }) => revoked_at === null)).toEqual([]);
    const tenants = new Set(events.map(({ payload }) => (payload as { tenant_id?: string }).tenant_id));
    expect([...tenants].sort()).toEqual([...TENANTS].sort());
    const { checks } = await criterion(submission.id);
    expect(checks.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect(checks.some(({ state }) => state === 'fail')).toBe(false);
  });

  it.each([
    ['install-refused', 'C80'],
    ['install-without-token', 'C82'],
    ['revoke-never', 'C89'],
    ['escaped-id-crashes', 'C92'],
  ])('that fail (%s) send a Drive back to its author', async (fault, id) => {
    const { submission } = await submit(fault);
    expect(submission.state).toBe('failed');
    expect(statesOf(submission.checks, [id])).toEqual({ [id]: 'fail' });
    const finding = submission.checks.find((check) => check.id === id)!.findings[0] as { fix: string };
    expect(finding.fix).not.toBe('');
  });

  it('show other faults to the reviewer, and count as run, not as passed', async () => {
    const { submission } = await submit('revoke-without-event', 'revoke-twice', 'tokens-ignored');
    expect(submission.state).toBe('in_review');
    const expected = { C90: 'fail', C93: 'fail', C153: 'warn' };
    expect(statesOf(submission.checks, Object.keys(expected))).toEqual(expected);
    expect(statesOf((await criterion(submission.id)).checks, Object.keys(expected))).toEqual(expected);
    const { data } = await call<{ items: { ok: boolean; failed: string[] }[] }>(
      ada.cookie,
      'GET',
      `/author/drives/${submission.drive_id}/conformance/runs`,
    );
    expect(data.items[0]).toMatchObject({ ok: true, failed: ['C90', 'C93'] });
  });

  it('name the id of an install that cannot be ended, for the author to end', async () => {
    const { submission } = await submit('revoke-never');
    expect(submission.state).toBe('failed');
    const left = submission.checks.find(({ id }) => id === 'C105')!;
    expect(left.state).toBe('fail');
    expect(JSON.stringify(left.findings)).toContain('could not be ended');
  });

  it('are made again when the checks are rerun, and a repaired install counts', async () => {
    const { submission, drive } = await submit('revoke-twice');
    expect((await criterion(submission.id)).checks.find(({ id }) => id === 'C90')?.state).toBe('fail');
    await setSwitch(drive, 'revoke-twice', false);
    expect((await call(ruth, 'POST', `/review/cases/${submission.id}/claim`, {})).status).toBe(200);
    expect((await call(ruth, 'POST', `/review/submissions/${submission.id}/recheck`, {})).status).toBeLessThan(300);
    await world.work();
    expect((await criterion(submission.id)).checks.find(({ id }) => id === 'C90')?.state).toBe('pass');
  });
});
