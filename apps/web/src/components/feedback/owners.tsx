import { useGet } from '../../api/hooks.js';
import { texts } from '../texts/feedback.js';

/** Who may change the role of a member. */
export function Owners() {
  const members = useGet('/api/v1/author/members').data?.items ?? [];
  const owners = members.filter(({ member_role, disabled }) => member_role === 'owner' && !disabled);
  if (owners.length === 0) return null;
  return (
    <>
      <p>{texts.owners.explanation(owners.length)}</p>
      <ul>
        {owners.map(({ user_id, name, email }) => (
          <li key={user_id}>{texts.owners.person(name, email)}</li>
        ))}
      </ul>
    </>
  );
}
