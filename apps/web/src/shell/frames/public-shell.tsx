import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { meQuery } from '../../api/session.js';
import { common } from '../../text/common.js';
import { useFocusOnNavigation } from './focus.js';
import { useScheme } from './scheme.js';
import { texts } from '../texts/public.js';

const OwnArea = lazy(() => import('./own-area.js').then((module) => ({ default: module.OwnArea })));

type PublicLink = readonly [to: string, text: string];

const PAGES: readonly PublicLink[] = [
  ['/catalogue', common.plugins],
  ['/sell', texts.links.sell],
  ['/docs', texts.links.docs],
  ['/validate', common.checkAManifest],
];
const DOCUMENTS: readonly PublicLink[] = [
  ['/terms', texts.links.terms],
  ['/privacy', texts.links.privacy],
  ['/agreement', common.agreement],
  ['/help', texts.links.help],
  ['/status', common.status],
];

interface PublicFrameProps {
  /** The page is made of the component kit and has its sizes. */
  kit?: boolean;
  children?: ReactNode;
}

/** Skip link, header, content and footer of a page that everybody may read; it loads nothing of the component kit. */
export function PublicFrame({ kit = false, children = <Outlet /> }: PublicFrameProps) {
  const main = useFocusOnNavigation();
  return (
    <div className="site">
      <a className="skip-link" href="#main">
        {texts.skipToContent}
      </a>
      <PublicHeader />
      <main className={kit ? 'site-kit' : 'site-main'} id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <footer className="site-footer">
        <nav className="site-wrap site-footer-row" aria-label={common.documents}>
          <span className="site-brand">{common.drivePortal}</span>
          <Links of={DOCUMENTS} />
          <a href="/api/docs">{texts.links.api}</a>
        </nav>
      </footer>
    </div>
  );
}

function Links({ of }: { of: readonly PublicLink[] }) {
  return of.map(([to, text]) => (
    <Link key={to} to={to} activeProps={{ 'aria-current': 'page' }}>
      {text}
    </Link>
  ));
}

function PublicHeader() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <header className="site-header">
      <div className="site-wrap site-header-row">
        <Link to="/" className="site-brand">
          <img src="/assets/icon-2.svg" alt="" width={24} height={24} />
          {common.drivePortal}
        </Link>
        <nav className="site-nav" aria-label={texts.publicPagesLabel}>
          <Links of={PAGES} />
        </nav>
        <SchemeButton />
        <Account />
        {/* Another page folds it again. */}
        <details className="site-menu" key={pathname}>
          <summary className="site-button">{common.menu}</summary>
          <nav aria-label={common.menu}>
            <Links of={[...PAGES, ['/apply', texts.publish]]} />
          </nav>
        </details>
      </div>
    </header>
  );
}

function SchemeButton() {
  const { dark, toggle } = useScheme();
  const label = dark ? texts.useLightColours : texts.useDarkColours;
  return (
    <button type="button" className="site-icon-button" aria-label={label} title={label} onClick={toggle}>
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" strokeWidth="1.6" />
        <path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor" />
      </svg>
    </button>
  );
}

/** The ways in of a visitor, or the way on of who is signed in; nothing before that is known. */
function Account() {
  const me = useQuery(meQuery).data;
  if (me === undefined) return null;
  if (me) {
    return (
      <Suspense fallback={null}>
        <OwnArea me={me} />
      </Suspense>
    );
  }
  return (
    <>
      <Link to="/sign-in" className="site-account">
        {common.signIn}
      </Link>
      <Link to="/sign-up" search={{ to: '/apply' }} className="site-button site-publish" data-look="primary">
        {texts.publish}
      </Link>
    </>
  );
}
