import type { Client } from 'pg';
import type { Names } from './names.js';
import { Refused } from './stage.js';

/** Owner of a share: an author or a Drive. */
interface Scope {
  readonly orgId: string | null;
  readonly driveId: string | null;
}

/**
 * Inserts a revenue-share override of an author or a Drive directly, because no page does it.
 * @throws Refused `share_changed_twice` when it was already changed at this instant
 */
export async function setShare(
  owner: Client,
  names: Names,
  rule: { author?: string; drive?: string; basis_points: number },
  at: Date,
): Promise<void> {
  const scope: Scope = {
    orgId: rule.author === undefined ? null : names.id('author', rule.author),
    driveId: rule.drive === undefined ? null : names.id('drive', rule.drive),
  };
  const { rows } = await owner.query(
    `select 1 from billing.split_rules where ${SAME_SCOPE} and valid_from >= $3 and valid_to is null`,
    [scope.orgId, scope.driveId, at],
  );
  if (rows.length > 0) throw new Refused('share_changed_twice', 'This share was changed at the same instant already.');
  await end(owner, scope, at.toISOString());
  await insert(owner, scope, rule.basis_points, at.toISOString());
}

/**
 * Gives a Drive a share at `at` until the returned function is called, which restores the previous one. It begins a
 * second earlier, so any number of installs may begin at one instant with shares of their own.
 * @throws Refused `share_changed_twice` when the Drive's share was changed at this instant
 */
export async function shareForNow(
  owner: Client,
  names: Names,
  share: { drive: string; basis_points: number; at: Date },
): Promise<() => Promise<void>> {
  const scope: Scope = { orgId: null, driveId: names.id('drive', share.drive) };
  const { rows } = await owner.query(
    `select b.author_bps, b.id is not null as known, x.at::text as at, x.at + interval '1 microsecond' <= $3 as early
     from (select) one
     left join billing.split_rules b on b.org_id is not distinct from $1 and b.drive_id = $2 and b.valid_to is null
     cross join lateral (select greatest(
       (select max(greatest(valid_from, valid_to)) + interval '1 microsecond' from billing.split_rules
        where org_id is not distinct from $1 and drive_id = $2),
       $3::timestamptz - interval '1 second') as at) x`,
    [scope.orgId, scope.driveId, share.at],
  );
  const [before] = rows as { author_bps: number | null; known: boolean; at: string; early: boolean }[];
  if (!before!.early) throw new Refused('share_changed_twice', 'The share of the Drive was changed at this instant.');
  await end(owner, scope, before!.at);
  await insert(owner, scope, share.basis_points, before!.at);
  return async () => {
    const until = await owner.query(`select ($1::timestamptz + interval '1 microsecond')::text as at`, [before!.at]);
    const { at } = (until.rows as { at: string }[])[0]!;
    await end(owner, scope, at);
    if (before!.known) await insert(owner, scope, before!.author_bps!, at);
  };
}

const SAME_SCOPE = `org_id is not distinct from $1 and drive_id is not distinct from $2 and num_nonnulls(org_id, drive_id) = 1`;

async function end(owner: Client, scope: Scope, at: string): Promise<void> {
  await owner.query(`update billing.split_rules set valid_to = $3 where ${SAME_SCOPE} and valid_to is null`, [
    scope.orgId,
    scope.driveId,
    at,
  ]);
}

async function insert(owner: Client, scope: Scope, basisPoints: number, at: string): Promise<void> {
  await owner.query(
    `insert into billing.split_rules (author_bps, valid_from, org_id, drive_id, reason)
     values ($1, $2, $3, $4, 'As the scenario says')`,
    [basisPoints, at, scope.orgId, scope.driveId],
  );
}
