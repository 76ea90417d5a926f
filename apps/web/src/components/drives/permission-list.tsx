import type { PermissionView } from '../../api/schema.js';
import { texts } from '../texts/drives.js';
import { common } from '../../text/common.js';
import '../../theme/public.css';

/** How sensitive what a permission allows is, least first, and the tone of it. */
const TONES = { low: 'ok', moderate: undefined, sensitive: 'warn', regulated: 'bad' } as const;
type Level = PermissionView['level'];

/** One permission in plain words; its level, and what it is for, where a person decides whether to grant it. */
type Permission = Pick<PermissionView, 'name' | 'text'> & Partial<PermissionView>;

/** The most sensitive level of them; low for none. */
export function highestLevel(permissions: readonly Permission[]): Level {
  return (Object.keys(TONES) as Level[]).findLast((one) => permissions.some(({ level }) => level === one)) ?? 'low';
}

export function PermissionList({ permissions }: { permissions: readonly Permission[] }) {
  if (permissions.length === 0) return <p>{common.requestsNoPermissions}</p>;
  return (
    <ul className="stack" aria-label={common.permissions}>
      {permissions.map(({ name, text, level, data, without, known }) => (
        <li key={name} className="site-card">
          <div className="row">
            <strong>{text}</strong>
            <code>{name}</code>
            {known === false ? <span className="site-badge">{common.unknownPermission}</span> : null}
            {level ? (
              <span className="site-badge" data-tone={TONES[level]}>
                {texts.permissionList.levels[level]}
              </span>
            ) : null}
          </div>
          {data && without ? <p className="dim">{texts.permissionList.means(data, without)}</p> : null}
        </li>
      ))}
    </ul>
  );
}
