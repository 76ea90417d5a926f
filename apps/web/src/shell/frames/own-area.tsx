import { Link } from '@tanstack/react-router';
import type { Me } from '../../api/session.js';
import { areaNav } from '../navigation/nav.js';
import { texts } from '../texts/public.js';

/** From a public page to where the person works; who has no role yet applies for one. */
export function OwnArea({ me }: { me: Me }) {
  const [area] = me.areas;
  const [to, text] = area ? [areaNav[area].home, texts.openArea(areaNav[area].title)] : ['/apply', texts.publish];
  return (
    <>
      <Link to="/account" className="site-account">
        {me.user.name}
      </Link>
      <Link to={to} className="site-button" data-look="primary">
        {text}
      </Link>
    </>
  );
}
