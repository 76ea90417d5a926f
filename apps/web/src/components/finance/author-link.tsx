import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** An author's name, leading to the account as finance sees it. */
export function AuthorLink({ id, name }: { id: string; name: string }): ReactNode {
  return (
    <Link to="/finance/authors/$id" params={{ id }}>
      {name}
    </Link>
  );
}
