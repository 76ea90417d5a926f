import type { ReactNode } from 'react';
import { ToneBadge } from './status-badge.js';

/** One permission a Drive asks for. `risk` is a word of the server, such as "New permission"; absent when there is none. */
export interface Permission {
  name: string;
  /** Plain meaning: what it lets the Drive do. */
  text: string;
  /** The author's reason. */
  reason?: string | null;
  risk?: string | null;
  /** False when the contract does not know the name. */
  known?: boolean;
}

export function PermissionList({ permissions }: { permissions: readonly Permission[] }): ReactNode {
  if (permissions.length === 0) return <p>Asks for no permission.</p>;
  return (
    <ul className="checks" aria-label="Permissions">
      {permissions.map((permission) => (
        <li key={permission.name}>
          <div className="row">
            <span>{permission.text}</span>
            <code>{permission.name}</code>
            {permission.risk ? <ToneBadge tone="warn">{permission.risk}</ToneBadge> : null}
            {permission.known === false ? <ToneBadge tone="bad">Not in the contract</ToneBadge> : null}
          </div>
          {permission.reason ? <p className="small dim">Author: “{permission.reason}”</p> : null}
        </li>
      ))}
    </ul>
  );
}
