import { isSignatureMismatch, prepareKey } from '@portal/contract';
import { randomBytes } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import type { Act, Stage } from './act.js';
import { said, type Reply } from './host.js';

const LOOK_EVERY_MS = 500;

/** A new secret beside the old one, as in the 24 hours of a rotation (contract: Authentication 4). */
export const rotate: Act = {
  summary: 'begin a rotation: a new secret, valid beside the old one',
  async play(stage) {
    const { host, teller, waitMs } = stage;
    if (host.validKeys.length > 1)
      return void teller.tell('rotation', 'note', 'a rotation is under way; end it first with rotate-end');
    const given = host.io.env.PLATFORM_AGENT_SECRET_NEXT;
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
      !teller.expect(
        'rotation, first call',
        clear && retried !== null && retried.data !== null,
        clear
          ? `the new secret is refused as "${first.error}", so the host tries the old one: ${retried?.data ? 'accepted, no call fails' : said(retried!)}`
          : `${said(first)}: say clearly that the signature is wrong, only then the host tries the old secret`,
      )
    )
      return;
    if (given)
      return void teller.tell(
        'rotation',
        'fail',
        'PLATFORM_AGENT_SECRET_NEXT is set, but the Drive does not accept it',
      );
    if (waitMs === 0)
      return void teller.tell(
        'rotation',
        'note',
        'the switch was not played: give --wait SECONDS to do it by hand, or start the Drive with both secrets and set PLATFORM_AGENT_SECRET_NEXT',
      );
    host.beginRotation(next);
    teller.tell('rotation', 'note', `switch your Drive now; waiting up to ${waitMs / 1000} s`, { next_secret: secret });
    teller.say(`PLATFORM_AGENT_SECRET=${secret}`);
    teller.say('PLATFORM_AGENT_SECRET_PREVIOUS=<the secret it has now>');
    await adoption(stage);
  },
};

/** The overlap is over: from now on only the new secret may work. */
export const rotateEnd: Act = {
  summary: 'end the overlap: the old secret must be refused from now on',
  async play(stage) {
    const { host, teller } = stage;
    const [next, old] = host.validKeys;
    if (!next || !old) return void teller.tell('rotation', 'note', 'no rotation is under way');
    const adopted = (await metrics(stage, next)).data !== null;
    host.endRotation(adopted);
    if (
      !teller.expect(
        'rotation, end',
        adopted,
        adopted ? 'the new secret works' : 'the Drive never took up the new secret: now every call fails',
      )
    )
      return;
    const late = await metrics(stage, old);
    teller.expect(
      'old secret is dead',
      late.status === 401,
      late.status === 401
        ? said(late)
        : `${said(late)}: remove PLATFORM_AGENT_SECRET_PREVIOUS when the 24 hours are over`,
    );
  },
};

const metrics = (stage: Stage, key: ReturnType<typeof prepareKey>): Promise<Reply> =>
  stage.host.call('GET', stage.host.endpoints!.metrics, { key });

/** Waits until the Drive accepts the new secret, seeing to it that no call fails meanwhile. */
async function adoption(stage: Stage): Promise<void> {
  const { host, teller, waitMs } = stage;
  const until = host.io.now() + waitMs;
  while (host.io.now() < until && !host.io.stop.aborted) {
    const reply = await host.call('GET', host.endpoints!.metrics);
    if (!reply.data && !host.io.stop.aborted && reply.status !== 0)
      return void teller.tell('rotation', 'fail', `${said(reply)}: neither secret works, calls fail while you switch`);
    const first = await metrics(stage, host.validKeys[0]!);
    if (first.data) return overlap(stage, first);
    await later(LOOK_EVERY_MS, undefined, { signal: host.io.stop }).catch(() => undefined);
  }
  host.endRotation(false);
  teller.tell('rotation', 'note', 'the Drive did not switch; the new secret is withdrawn');
}

/** The new secret works; requests that were signed before must go on working. */
async function overlap(stage: Stage, first: Reply): Promise<void> {
  const { teller, host } = stage;
  teller.expect('rotation, adopted', first.data !== null, 'the new secret is accepted');
  const late = await metrics(stage, host.validKeys[1]!);
  teller.tell(
    'rotation, overlap',
    late.data ? 'ok' : 'note',
    late.data
      ? 'the old secret is accepted beside it: requests under way do not fail'
      : `${said(late)}: requests that were signed before the switch fail; accept both for 24 hours`,
  );
}
