import type { Client } from 'pg';
import { activeAccount } from '../people/active-account.js';
import { approveAtPortal } from '../people/staff-role.js';
import { Person } from './person.js';

/** Somebody of every role, by the role, none of whom owns a row of the story; and whoever has no role or no session. */
export async function meetEverybody(db: Client, url: string): Promise<ReadonlyMap<string, Person>> {
  const people = new Map<string, Person>();
  for (const [role, person] of [
    ['reviewer', 'reviewer'],
    ['finance', 'finance-preparer'],
    ['admin', 'admin'],
  ] as const) {
    people.set(role, await Person.demo(url, person));
  }
  const admin = people.get('admin')!;
  const phrase = 'a phrase that nobody guesses';
  const author = await Person.signIn(url, 'mallory@authors.example', phrase, 'Mallory');
  const { org_id: orgId } = await author.must<{ org_id: string }>('POST', '/api/v1/applications', {
    company_name: 'Other Works',
    drive_slug: 'other-works',
  });
  const { user } = await author.must<{ user: { id: string } }>('GET', '/api/v1/me');
  // An earlier version, so that her signed copy is not that of the story's author.
  await db.query(
    `insert into authors.agreement_versions (version, ordinal, text, digest, summary, effective_at)
     select 'earlier', min(ordinal) - 1, 'text', encode(sha256('text'), 'hex'), '[]', min(effective_at) - interval '1 day'
     from authors.agreement_versions`,
  );
  await activeAccount(db, orgId, user.id, 'earlier');
  people.set('author', author);
  const tenant = await admin.must<{ id: string }>('POST', '/api/v1/host/tenants', {
    name: 'Other',
    external_id: 'other',
  });
  const operator = await Person.signIn(url, 'oscar@tenants.example', phrase, 'Oscar');
  await admin.must('POST', `/api/v1/host/tenants/${tenant.id}/operators`, { email: 'oscar@tenants.example' });
  await approveAtPortal(await Person.demo(url, 'second-admin'), 'operator_invitation', tenant.id);
  await operator.operateInvited();
  people.set('operator', operator);
  people.set('nobody in particular', await Person.signIn(url, 'nora@people.example', phrase, 'Nora'));
  people.set('anonymous', new Person(url, 'anonymous'));
  people.set('a forged token', new Person(url, 'a forged token', `dpt_${'0'.repeat(49)}`));
  return people;
}
