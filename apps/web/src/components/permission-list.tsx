import type { ReactNode } from 'react';
import type { Schemas } from '../api/types.js';
import { ToneBadge } from './status-badge.js';

/** One permission a Drive asks for, in plain words. */
export type Permission = Schemas['PermissionView'];

export function PermissionList({ permissions }: { permissions: readonly Permission[] }): ReactNode {
  if (permissions.length === 0) return <p>Asks for no permission.</p>;
  return (
    <ul className="checks" aria-label="Permissions">
      {permissions.map((permission) => (
        <li key={permission.name}>
          <div className="row">
            <span>{permission.text}</span>
            <code>{permission.name}</code>
            {permission.known ? null : <ToneBadge tone="bad">Not in the contract</ToneBadge>}
          </div>
        </li>
      ))}
    </ul>
  );
}
