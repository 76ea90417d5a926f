import type { Type } from '@nestjs/common';
import { Approvals, type ApprovalKind } from '@portal/approvals';
import { GiveBackKind, PolicyKind } from '@portal/billing';
import type { Actor } from '@portal/platform/access';

interface Queries {
  query(sql: string, params: unknown[]): Promise<{ rows: unknown[] }>;
}

interface Place {
  get<T>(token: string | (abstract new (...args: never[]) => T)): T;
}

/** These people work in finance from now on: the database asks for the role of who proposes and approves. @param owner of the tables */
export async function worksInFinance(
  owner: Queries,
  ...people: readonly Pick<Actor, 'userId' | 'name'>[]
): Promise<void> {
  for (const { userId, name } of people) {
    await owner.query(
      `insert into identity.users (id, email, name, demo_person) values ($1::uuid, $1::text || '@finance.example', $2, $1::text) on conflict do nothing`,
      [userId, name],
    );
    await owner.query(
      `insert into identity.role_grants (id, user_id, role) values (gen_random_uuid(), $1, 'finance') on conflict do nothing`,
      [userId],
    );
  }
}

/** Approves what waits, exactly as it was proposed. */
export async function approveAs(place: Place, owner: Queries, by: Actor, id: string): Promise<void> {
  const { rows } = await owner.query(`select encode(digest, 'hex') as digest from approvals.approvals where id = $1`, [
    id,
  ]);
  const [{ digest }] = rows as [{ digest: string }];
  await place.get(Approvals).approve(by, id, { digest, note: null });
}

/** One person of finance proposes it and another one approves, so that it is done. */
export async function doneByTwo<P extends object>(
  place: Place,
  owner: Queries,
  [first, second]: readonly [Actor, Actor],
  { kind, payload }: { kind: Type<ApprovalKind<P>>; payload: P },
): Promise<void> {
  await worksInFinance(owner, first, second);
  const proposal = { kind: place.get(kind), payload, reason: 'Decided by two people.' };
  await approveAs(place, owner, second, await place.get(Approvals).propose(first, proposal));
}

/** A policy has this value from then on. */
export async function putInForce(
  place: Place,
  owner: Queries,
  people: readonly [Actor, Actor],
  { key, value, validFrom }: { key: string; value: unknown; validFrom: Date },
): Promise<void> {
  const payload = await place.get(PolicyKind).payloadOf(key, value, validFrom);
  await doneByTwo(place, owner, people, { kind: PolicyKind, payload });
}

/** A refund, by the second person too when it is too much for the first. Returns its id. */
export async function refundByTwo(
  place: Place,
  owner: Queries,
  [first, second]: readonly [Actor, Actor],
  request: Parameters<GiveBackKind['refund']>[1],
): Promise<string> {
  await worksInFinance(owner, first, second);
  const asked = await place.get(GiveBackKind).refund(first, request);
  if (!('approvalId' in asked)) return asked.refundId;
  await approveAs(place, owner, second, asked.approvalId);
  const { rows } = await owner.query('select id from billing.refunds where approval_id = $1', [asked.approvalId]);
  return (rows as [{ id: string }])[0].id;
}

/** The same of a credit note. */
export async function creditByTwo(
  place: Place,
  owner: Queries,
  [first, second]: readonly [Actor, Actor],
  request: Parameters<GiveBackKind['creditNote']>[1],
): Promise<void> {
  await worksInFinance(owner, first, second);
  const asked = await place.get(GiveBackKind).creditNote(first, request);
  if ('approvalId' in asked) await approveAs(place, owner, second, asked.approvalId);
}
