import type { ReactNode } from 'react';
import { ToneBadge } from '../feedback/feedback.js';
import { texts } from '../texts/drives.js';
import { common } from '../../text/common.js';

/** One permission in plain words: `text` where reviewers look (with whether the contract knows it), `meaning` for operators. */
export interface Permission {
  name: string;
  text?: string;
  meaning?: string;
  /** The data it concerns, and what does not work without it; where a person decides whether to grant it. */
  data?: string;
  without?: string;
  known?: boolean;
}

/** Description of what it allows. */
export function permissionText(permission: Permission): string {
  return permission.text ?? permission.meaning ?? permission.name;
}

export function PermissionList({ permissions }: { permissions: readonly Permission[] }): ReactNode {
  if (permissions.length === 0) return <p>{common.requestsNoPermissions}</p>;
  return (
    <ul className="checks" aria-label={common.permissions}>
      {permissions.map((permission) => (
        <li key={permission.name}>
          <div className="row">
            <span>{permissionText(permission)}</span>
            <code>{permission.name}</code>
            {permission.known === false ? <ToneBadge tone="bad">{common.unknownPermission}</ToneBadge> : null}
          </div>
          {permission.data && permission.without ? (
            <div className="small dim">{texts.permissionList.means(permission.data, permission.without)}</div>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
