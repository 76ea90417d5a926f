import { useMe, type Area } from '../../api/session.js';
import { Dialog } from '../../components/layout/dialog.js';
import { areaNav, groupsFor, resourcesFor } from './nav.js';
import { NavGroups } from './side-nav.js';
import { texts } from '../texts.js';
import { common } from '../../text/common.js';

/** The menu of a narrow screen: the pages of each area, then those that are open to everybody. */
export function Menu({ areas, onClose }: { areas: readonly Area[]; onClose: () => void }) {
  const me = useMe();
  return (
    <Dialog title={common.menu} onClose={onClose} className="dialog drawer drawer-left">
      <nav className="stack" aria-label={texts.sideNav.allPagesLabel}>
        {areas.map((area) => (
          <div key={area}>
            <h3>{areaNav[area].title}</h3>
            <NavGroups groups={groupsFor(area, me)} onGo={onClose} />
          </div>
        ))}
        <NavGroups groups={[resourcesFor(me)]} onGo={onClose} />
      </nav>
    </Dialog>
  );
}
