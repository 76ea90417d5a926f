import type { ReactNode } from 'react';
import type { Schemas } from '../api/types.js';
import { ToneBadge } from './status-badge.js';

/** One permission in plain words; reviewers see `text` and whether the contract knows the name, operators `meaning`. */
export type Permission = Schemas['PermissionView'] | Schemas['PluginView']['permissions'][number];

/** What it lets the Drive do. */
export function permissionText(permission: Permission): string {
  return 'meaning' in permission ? permission.meaning : permission.text;
}

export function PermissionList({ permissions }: { permissions: readonly Permission[] }): ReactNode {
  if (permissions.length === 0) return <p>Asks for no permission.</p>;
  return (
    <ul className="checks" aria-label="Permissions">
      {permissions.map((permission) => (
        <li key={permission.name}>
          <div className="row">
            <span>{permissionText(permission)}</span>
            <code>{permission.name}</code>
            {'known' in permission && !permission.known ? <ToneBadge tone="bad">Not in the contract</ToneBadge> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
