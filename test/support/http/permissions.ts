import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Who may call a route: anybody, anybody signed in, or holders of one of the roles. */
export type Allowed = 'public' | 'signed_in' | readonly string[];

/** Members of an organisation who have a capability: a second statement, which the tests compare with behaviour. */
const HOLDERS: Readonly<Record<string, readonly string[]>> = {
  '': ['owner', 'developer', 'finance', 'read_only'],
  develop: ['owner', 'developer'],
  see_money: ['owner', 'finance', 'read_only'],
  manage_money: ['owner', 'finance'],
  own: ['owner'],
};

const allowedOf = (who: string): Allowed => {
  if (who === 'anybody') return 'public';
  return who === 'signed in' ? 'signed_in' : who.split(' or ').map((role) => role.replace(/ \(.*\)$/, ''));
};

const rows = readFileSync(path.resolve(__dirname, '../../../docs/permissions.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [name, who, capability, proof, key, byPerson] = line
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''))
      .slice(1);
    const members = HOLDERS[capability!];
    if (members === undefined) throw new Error(`${name}: nobody knows the capability ${capability}`);
    return {
      name: name!,
      allowed: allowedOf(who!),
      members,
      proof: proof!,
      takesKey: key === 'yes',
      byPerson: byPerson!,
    };
  });

/** Who may use each route of the API, by its name (`GET /api/v1/me`), as docs/permissions.md says. */
export const PERMISSIONS: Readonly<Record<string, Allowed>> = Object.fromEntries(
  rows.map(({ name, allowed }) => [name, allowed]),
);

/** Whether somebody of `meetEverybody` may call the route. */
export function mayCall(route: string, person: string): boolean {
  const allowed = PERMISSIONS[route]!;
  if (allowed === 'public') return true;
  if (person === 'anonymous' || person === 'a forged token') return false;
  return allowed === 'signed_in' || allowed.includes(person);
}

/** Routes that show a secret, move money or are an act of staff: only for who has proved who they are within minutes. */
export const STEP_UP: ReadonlySet<string> = new Set(
  rows.filter(({ proof }) => proof === 'yes').map(({ name }) => name),
);

/** Why a change by staff asks for no proof of identity, by the name of its route. */
export const WITHOUT_STEP_UP: ReadonlyMap<string, string> = new Map(
  rows.flatMap(({ name, proof }) => (proof.startsWith('no: ') ? [[name, proof.slice(4)] as const] : [])),
);

/** Why a person may make a change for the host, by the name of its route. */
export const BY_PERSON: ReadonlyMap<string, string> = new Map(
  rows.flatMap(({ name, byPerson }) => (byPerson === '' ? [] : [[name, byPerson] as const])),
);

/** Routes that do nothing twice under one `Idempotency-Key`. */
export const TAKES_KEY: ReadonlySet<string> = new Set(rows.filter(({ takesKey }) => takesKey).map(({ name }) => name));

/** Which members of an author's organisation may use its routes. */
export const MEMBERS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  rows
    .filter(
      ({ name, allowed }) =>
        allowed !== 'public' && (/^\S+ \/api\/v1\/(author|applications)\b/.test(name) || allowed.includes('author')),
    )
    .map(({ name, members }) => [name, members]),
);
