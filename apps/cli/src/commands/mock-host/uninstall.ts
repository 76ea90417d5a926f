import { eventList, isRevokeResponse, parseEventRow } from '@portal/contract';
import type { Act, Stage } from './act.js';
import { said, type MockInstall } from './host.js';

/** Ends every install of this play and looks for proof that its token is dead. */
export const uninstall: Act = {
  summary: 'end every install, and prove that its token is dead',
  async play(stage) {
    const { host, teller } = stage;
    if (host.installs.length === 0) return void teller.tell('uninstall', 'note', 'nothing is installed');
    for (const install of [...host.installs]) await end(stage, install);
  },
};

async function end(stage: Stage, install: MockInstall): Promise<void> {
  const { host, teller } = stage;
  const path = host.endpoints!.uninstall.replace(':id', encodeURIComponent(install.id));
  const before = await tokenCalls(stage, install);
  const reply = await host.call('DELETE', path, install.token === '' ? {} : { bearer: install.token });
  const gone = reply.status === 200 && isRevokeResponse(reply.data);
  if (gone || reply.status === 404) host.installs.splice(host.installs.indexOf(install), 1);
  teller.expect(
    'uninstall',
    gone,
    gone
      ? `${install.id}: revoked`
      : `${said(reply)}${reply.status === 200 ? ', but without {install_id, revoked: true}: it is sent again' : ''}`,
  );
  if (!gone) return;
  const again = await host.call('DELETE', path);
  teller.expect(
    'uninstall again',
    again.status === 404,
    `${said(again)}${again.status === 404 ? '' : ': an unknown id is 404'}`,
  );
  await revokedEvent(stage);
  const after = await tokenCalls(stage, install);
  if (before && after) judgeToken(stage, before, after);
}

interface TokenCalls {
  /** Status of a signed call for this install with its token, and with a made-up one. */
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

function judgeToken({ teller, tokenPath }: Stage, before: TokenCalls, after: TokenCalls): void {
  if (before.api !== null) {
    const opened = before.api >= 200 && before.api < 300;
    if (!opened)
      teller.tell('token is dead', 'fail', `${tokenPath} answered ${before.api} to a live token, so nothing is proved`);
    else
      teller.expect(
        'token is dead',
        isRefusal(after.api!),
        `${tokenPath} answered ${before.api} before and answers ${after.api} now${isRefusal(after.api!) ? '' : ': revoke the token with the install'}`,
      );
  }
  if (isRefusal(before.madeUp))
    teller.expect(
      'token opens no metrics',
      isRefusal(after.own),
      `signed metrics with this token: ${before.own} before, ${after.own} now${isRefusal(after.own) ? '' : ': revoke the token with the install'}`,
    );
  else if (before.api === null)
    teller.tell(
      'token is dead',
      'note',
      'not to be seen from here: metrics do not look at the token. Give --token-path with a path of your own API that it opens',
    );
}

async function revokedEvent({ host, teller }: Stage): Promise<void> {
  const reply = await host.call('GET', `${host.endpoints!.events}?since=${Math.max(0, host.cursorMs - 1)}`);
  const rows = (reply.data && eventList(reply.data)) ?? [];
  const found = rows.some((value) => {
    const parsed = parseEventRow(value);
    return parsed.ok && (parsed.row.type === 'install.revoked' || parsed.row.type === 'install_revoked');
  });
  teller.tell(
    'install.revoked',
    found ? 'ok' : 'note',
    found ? 'the event is in the log' : 'no such event yet; it should come within one poll',
  );
}
