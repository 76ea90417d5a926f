import { readFileSync } from 'node:fs';
import {
  codeOf,
  DAY,
  FactorRemovalsWorld,
  outcome,
  REASON,
} from '../../../../test/support/people/factor-removals-world.js';
import { grantByTwo } from '../../../../test/support/people/staff-role.js';
import { RemoveFactors } from './remove-factors.js';

let world: FactorRemovalsWorld;
beforeAll(async () => {
  world = await FactorRemovalsWorld.start();
});
afterAll(() => world.close());

describe('of concurrent actions', () => {
  it('one of two requests and one of two approvals counts', async () => {
    const person = await world.enrolled();
    const requests = await Promise.all([world.request(world.first, person.id), world.request(world.third, person.id)]);
    expect(requests.map(({ status }) => status).sort()).toEqual([201, 409]);
    const made = requests.find(({ status }) => status === 201)!;
    const others = requests[0] === made ? [world.second, world.third] : [world.first, world.second];
    const approvals = await Promise.all(others.map((as) => world.approve(as, made.data.id)));
    expect(approvals.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await world.tokensTo(person.email)).length).toBe(2);
    expect((await world.cancel(world.first, made.data.id)).status).toBe(200);
  });

  it('two workers carry out a removal once', async () => {
    const people = [await world.enrolled(), await world.enrolled(), await world.enrolled()];
    for (const person of people) await world.approved(person);
    await world.later(DAY);
    const second = await world.app.anotherInstance();
    try {
      const counts = await Promise.all([world.run(), second.get(RemoveFactors).execute()]);
      // A locked removal is skipped; the next run handles it.
      expect(counts[0]! + counts[1]! + (await world.run())).toBe(3);
    } finally {
      await second.close();
    }
    for (const { email } of people)
      expect(
        (await world.subjectsTo(email)).filter((subject) => subject === 'Your second factor was removed'),
      ).toHaveLength(1);
  });

  it('a worker that is killed in the middle leaves everything as it was, and the next one does it once', async () => {
    const person = await world.enrolled();
    const id = await world.approved(person);
    await world.later(DAY);
    await world.owner.query('begin');
    await world.owner.query('select 1 from identity.sessions where user_id = $1 for update', [person.id]);
    const killed = world.run();
    const failed = expect(killed).rejects.toThrow();
    await world.waiting();
    await world.owner.query(
      `select pg_terminate_backend(pid) from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`,
    );
    await failed;
    await world.owner.query('rollback');
    expect([await world.isOn(person.id), await world.stateOf(id)]).toEqual([true, ['approved', null]]);
    expect([await world.run(), await world.run()]).toEqual([1, 0]);
    expect((await world.trailOf(person.id)).map(([step]) => step)).toEqual(['requested', 'approved', 'done']);
  });

  it('a code that is being used as the wait ends either cancels or is refused', async () => {
    const person = await world.enrolled();
    const id = await world.approved(person);
    await world.later(DAY);
    const { challenge } = (await world.signIn(person.email)).data;
    await world.owner.query('begin');
    await world.owner.query('select 1 from identity.totp_factors where user_id = $1 for update', [person.id]);
    // Locks the removal and waits for the factor, like the job.
    const using = world.post(undefined, '/auth/second-factor', { challenge, code: codeOf(person) });
    await world.waiting();
    expect(await world.run()).toBe(0);
    await world.owner.query('rollback');
    expect((await using).status).toBe(200);
    expect([await world.run(), await world.stateOf(id)]).toEqual([0, ['cancelled', 'factor_used']]);

    const late = await world.enrolled();
    const lateId = await world.approved(late);
    await world.later(DAY);
    const begun = (await world.signIn(late.email)).data;
    await world.owner.query('begin');
    await world.owner.query('select 1 from identity.sessions where user_id = $1 for update', [late.id]);
    const removing = world.run();
    await world.waiting();
    const refused = world.post(undefined, '/auth/second-factor', { challenge: begun.challenge, code: codeOf(late) });
    await world.owner.query('rollback');
    expect(await removing).toBe(1);
    expect((await refused).status).toBeGreaterThanOrEqual(400);
    expect(await world.stateOf(lateId)).toEqual(['done', null]);
  });

  it('an approval waits for the role that is being taken from its requester, and then fails', async () => {
    const proposer = await world.app.signUp('proposer@admins.example', 'Proposer');
    await grantByTwo(world.app, await world.idOf(proposer), 'admin');
    const person = await world.enrolled();
    const { id } = (await world.request(proposer, person.id)).data;
    await world.owner.query('begin');
    await world.owner.query('delete from identity.role_grants where user_id = $1', [await world.idOf(proposer)]);
    const approving = world.approve(world.second, id);
    await world.waiting();
    await world.owner.query('commit');
    expect(outcome(await approving)).toEqual([409, 'factor_removal_stale']);
    expect((await world.cancel(world.second, id)).status).toBe(200);
  });
});

describe('one admin alone', () => {
  it('changes neither address, password nor second factor of anybody, by any route about people', async () => {
    const person = await world.enrolled();
    const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const routes = Object.keys(paths).filter(
      (path) => /^\/api\/v1\/admin\/(users|second-factor-removals)/.test(path) && 'post' in paths[path]!,
    );
    expect(routes.length).toBeGreaterThanOrEqual(7);
    const kept = () =>
      world.query(
        `select u.email, u.password_hash, f.seed, f.confirmed_at, (select count(*)::int from identity.recovery_codes c where c.user_id = u.id) as codes
         from identity.users u join identity.totp_factors f on f.user_id = u.id where u.id = $1`,
        [person.id],
      );
    const before = await kept();
    expect(before).toHaveLength(1);
    const body = { role: 'admin', reason: REASON };
    const made = {
      'second-factor-removals': await world.requested(person),
    };
    for (const path of routes) {
      const of = Object.entries(made).find(([name]) => path.includes(name))?.[1] ?? person.id;
      // In the order of the document a route that ends something may come world.first, so each is called twice.
      for (const url of [path, path])
        await world.app.call({ method: 'POST', url: url.replace('{id}', of), body, as: world.first });
    }
    await world.later(8 * DAY);
    expect(await world.run()).toBe(0);
    expect(await kept()).toEqual(before);
    await world.post(world.first, `/admin/users/${person.id}/enable`, { reason: REASON });
    const { challenge } = (await world.signIn(person.email)).data;
    expect((await world.post(undefined, '/auth/second-factor', { challenge, code: codeOf(person) })).status).toBe(200);
  });
});
