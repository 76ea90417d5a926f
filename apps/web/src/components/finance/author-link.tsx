import { Link } from '@tanstack/react-router';

/** An author's name, leading to the account as finance sees it. */
export function AuthorLink({ id, name }: { id: string; name: string }) {
  return (
    <Link to="/finance/authors/$id" params={{ id }}>
      {name}
    </Link>
  );
}
