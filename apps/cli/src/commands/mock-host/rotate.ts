import { isSignatureMismatch, prepareKey } from '@portal/contract';
import { randomBytes } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import type { Act, Stage } from './act.js';
import { secretIn } from '../../command.js';
import { outcome, type Reply } from './host.js';

const POLL_MS = 500;

/** Starts a rotation with two valid secrets, as in its 24 hours of overlap (contract: Authentication 4). */
export const rotate: Act = {
  summary: 'start a rotation: a new secret is valid in addition to the old one',
  async run(stage) {
    const { host, reporter, waitMs } = stage;
    if (host.validKeys.length > 1)
      return reporter.note('rotation', 'a rotation is in progress. End it first with rotate-end');
    const given = secretIn(host.io, 'PLATFORM_AGENT_SECRET_NEXT');
    const secret = given || randomBytes(32).toString('hex');
    const next = prepareKey(secret);
    const old = host.validKeys[0]!;
    const first = await metrics(stage, next);
    if (first.data) {
      host.beginRotation(next);
      return overlap(stage, first);
    }
    const clear = first.status === 401 && isSignatureMismatch(first.error);
    const retried = clear ? await metrics(stage, old) : null;
    if (
      !reporter.expect(
        'rotation, first call',
        clear && retried !== null && retried.data !== null,
        clear
          ? `the new secret is refused with "${first.error}", so the host tries the old one: ${retried?.data ? 'accepted, no call fails' : outcome(retried!)}`
          : `${outcome(first)}: answer 401 with a signature error, otherwise the host does not try the old secret`,
      )
    )
      return;
    if (given) return reporter.fail('rotation', 'PLATFORM_AGENT_SECRET_NEXT is set, but the Drive does not accept it');
    if (waitMs === 0)
      return reporter.note(
        'rotation',
        'the switch was skipped. Use --wait SECONDS to switch yourself, or start the Drive with both secrets and set PLATFORM_AGENT_SECRET_NEXT',
      );
    host.beginRotation(next);
    reporter.note('rotation', `switch your Drive to the new secret now; waiting up to ${waitMs / 1000} s`, {
      next_secret: secret,
    });
    reporter.comment(`PLATFORM_AGENT_SECRET=${secret}`);
    reporter.comment('PLATFORM_AGENT_SECRET_PREVIOUS=<the secret it has now>');
    await adoption(stage);
  },
};

/** Ends the overlap: from now on only the new secret may work. */
export const rotateEnd: Act = {
  summary: 'end the rotation: the old secret must be refused from now on',
  async run(stage) {
    const { host, reporter } = stage;
    const [next, old] = host.validKeys;
    if (!next || !old) return reporter.note('rotation', 'no rotation is in progress');
    const adopted = (await metrics(stage, next)).data !== null;
    host.endRotation(adopted);
    if (
      !reporter.expect(
        'rotation, end',
        adopted,
        adopted ? 'the new secret works' : 'the Drive never switched to the new secret, so every call fails now',
      )
    )
      return;
    const late = await metrics(stage, old);
    reporter.refused('old secret is dead', late, 'remove PLATFORM_AGENT_SECRET_PREVIOUS after the 24 hours');
  },
};

const metrics = (stage: Stage, key: ReturnType<typeof prepareKey>): Promise<Reply> =>
  stage.host.call('GET', stage.host.endpoints!.metrics, { key });

/** Waits until the Drive accepts the new secret, and checks that no call fails in the meantime. */
async function adoption(stage: Stage): Promise<void> {
  const { host, reporter, waitMs } = stage;
  const until = host.io.now() + waitMs;
  while (host.io.now() < until && !host.io.stop.aborted) {
    const reply = await host.call('GET', host.endpoints!.metrics);
    if (!reply.data && !host.io.stop.aborted && reply.status !== 0)
      return reporter.fail('rotation', `${outcome(reply)}: neither secret works, so calls fail while you switch`);
    const first = await metrics(stage, host.validKeys[0]!);
    if (first.data) return overlap(stage, first);
    await later(POLL_MS, undefined, { signal: host.io.stop }).catch(() => undefined);
  }
  host.endRotation(false);
  reporter.note('rotation', 'the Drive did not switch, so the new secret is withdrawn');
}

/** The new secret works; requests signed with the old one must still be accepted. */
async function overlap(stage: Stage, first: Reply): Promise<void> {
  const { reporter, host } = stage;
  reporter.expect('rotation, adopted', first.data !== null, 'the new secret is accepted');
  const late = await metrics(stage, host.validKeys[1]!);
  reporter.report(
    'rotation, overlap',
    late.data ? 'ok' : 'note',
    late.data
      ? 'the old secret is still accepted, so requests in flight do not fail'
      : `${outcome(late)}: requests signed before the switch fail; accept both secrets for 24 hours`,
  );
}
