import type { QueryRunner } from 'typeorm';

/** A policy as it is built in: approved by nobody, for all times. */
export interface BuiltInPolicy {
  /** Of its row. */
  id: string;
  key: string;
  /** JSON text. */
  value: string;
}

/** Lets policies of a new key be proposed, with the built-in one as their first version. Landed migrations call this. */
export async function addPolicyKey(q: QueryRunner, { id, key, value }: BuiltInPolicy): Promise<void> {
  await setKeys(q, [...(await keys(q)), key]);
  await q.query(`alter table billing.policies disable trigger proposed`);
  await q.query(
    `insert into billing.policies (id, key, version, value, state, valid_from, reason, proposed_by_name, decided_by_name, decided_at)
     values ($1, $2, 1, $3::jsonb, 'approved', '2000-01-01T00:00:00Z', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now())`,
    [id, key, value],
  );
  await q.query(`alter table billing.policies enable trigger proposed`);
}

/** Takes a key and every version of its policy away. */
export async function removePolicyKey(q: QueryRunner, key: string): Promise<void> {
  await q.query(`alter table billing.policies disable trigger user`);
  await q.query(`delete from billing.policies where key = $1`, [key]);
  await q.query(`alter table billing.policies enable trigger user`);
  await setKeys(
    q,
    (await keys(q)).filter((one) => one !== key),
  );
}

/** As they stand: other migrations may have added theirs. */
async function keys(q: QueryRunner): Promise<string[]> {
  const [row] = (await q.query(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'policies_key_check'`,
  )) as { definition: string }[];
  return [...row!.definition.matchAll(/'([a-z_]+)'/g)].map((found) => found[1]!);
}

async function setKeys(q: QueryRunner, names: readonly string[]): Promise<void> {
  await q.query(`alter table billing.policies drop constraint policies_key_check`);
  await q.query(
    `alter table billing.policies add constraint policies_key_check check (key in (${names.map((name) => `'${name}'`).join(', ')}))`,
  );
}
