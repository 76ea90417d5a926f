import { eventList, isRevokeResponse, parseEventRow } from '@portal/contract';
import type { Act, Stage } from './act.js';
import { outcome, type MockInstall } from './host.js';

/** Removes every install of this run and checks that its token no longer works. */
export const uninstall: Act = {
  summary: 'remove every install, and check that its token no longer works',
  async run(stage) {
    const { host, reporter } = stage;
    if (host.installs.length === 0) return reporter.note('uninstall', 'nothing is installed');
    for (const install of [...host.installs]) await end(stage, install);
  },
};

async function end(stage: Stage, install: MockInstall): Promise<void> {
  const { host, reporter } = stage;
  const path = host.endpoints!.uninstall.replace(':id', encodeURIComponent(install.id));
  const before = await tokenCalls(stage, install);
  const reply = await host.call('DELETE', path, install.token === '' ? {} : { bearer: install.token });
  const gone = reply.status === 200 && isRevokeResponse(reply.data);
  if (gone || reply.status === 404) host.installs.splice(host.installs.indexOf(install), 1);
  reporter.expect(
    'uninstall',
    gone,
    gone
      ? `${install.id}: revoked`
      : `${outcome(reply)}${reply.status === 200 ? ', but without {install_id, revoked: true}, so the host sends it again' : ''}`,
  );
  if (!gone) return;
  const again = await host.call('DELETE', path);
  reporter.expect(
    'uninstall again',
    again.status === 404,
    `${outcome(again)}${again.status === 404 ? '' : ': an unknown ID must be answered with 404'}`,
  );
  await revokedEvent(stage);
  const after = await tokenCalls(stage, install);
  if (before && after) judgeToken(stage, before, after);
}

interface TokenCalls {
  /** Status of a signed call for this install with its token, and with an invalid one. */
  readonly own: number;
  readonly madeUp: number;
  /** Status of the Drive's own API with the token; null when no path was given. */
  readonly api: number | null;
}

async function tokenCalls({ host, tokenPath }: Stage, { token }: MockInstall): Promise<TokenCalls | null> {
  if (token === '') return null;
  const { metrics } = host.endpoints!;
  return {
    own: (await host.call('GET', metrics, { bearer: token })).status,
    madeUp: (await host.call('GET', metrics, { bearer: `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}` }))
      .status,
    api: tokenPath === undefined ? null : (await host.call('GET', tokenPath, { key: null, bearer: token })).status,
  };
}

const isRefusal = (status: number): boolean => status === 401 || status === 403 || status === 410;

function judgeToken({ reporter, tokenPath }: Stage, before: TokenCalls, after: TokenCalls): void {
  if (before.api !== null) {
    const opened = before.api >= 200 && before.api < 300;
    if (!opened)
      reporter.fail('token is dead', `${tokenPath} answered ${before.api} to a valid token, so this cannot be checked`);
    else
      reporter.expect(
        'token is dead',
        isRefusal(after.api!),
        `${tokenPath} answered ${before.api} before and ${after.api} after${isRefusal(after.api!) ? '' : ': revoke the token with the install'}`,
      );
  }
  if (isRefusal(before.madeUp))
    reporter.expect(
      'token opens no metrics',
      isRefusal(after.own),
      `signed call to metrics with this token: ${before.own} before, ${after.own} after${isRefusal(after.own) ? '' : ': revoke the token with the install'}`,
    );
  else if (before.api === null)
    reporter.note(
      'token is dead',
      'cannot be checked, because metrics ignores the token. Use --token-path with a path of your own API that accepts it',
    );
}

async function revokedEvent({ host, reporter }: Stage): Promise<void> {
  const reply = await host.call('GET', `${host.endpoints!.events}?since=${Math.max(0, host.cursorMs - 1)}`);
  const rows = (reply.data && eventList(reply.data)) ?? [];
  const found = rows.some((value) => {
    const parsed = parseEventRow(value);
    return parsed.ok && (parsed.row.type === 'install.revoked' || parsed.row.type === 'install_revoked');
  });
  reporter.report(
    'install.revoked',
    found ? 'ok' : 'note',
    found ? 'the event is in the log' : 'no such event yet. It should appear in the next poll',
  );
}
