import { Person } from '../http/person.js';
import { mailedInSandbox } from '../money/mailed-in-sandbox.js';

/** Somebody new with this address, who was invited into the owner's organisation and has accepted. */
export async function invited(
  url: string,
  owner: Person,
  { email, password, name, role }: Readonly<Record<'email' | 'password' | 'name' | 'role', string>>,
): Promise<Person> {
  const member = await Person.signIn(url, email, password, name);
  await owner.must('POST', '/api/v1/author/invitations', { email, member_role: role });
  const mails = await mailedInSandbox(owner, email);
  const [, token] = mails.map(({ text }) => /invitation\?token=(\w+)/.exec(text)).find(Boolean)!;
  await member.must('POST', '/api/v1/author/invitations/accept', { token });
  return member;
}
