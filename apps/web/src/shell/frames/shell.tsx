import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useMe, type Area } from '../../api/session.js';
import { Breadcrumbs } from '../navigation/breadcrumbs.js';
import { useFocusOnNavigation } from './focus.js';
import { Kit } from './kit.js';
import { Header } from '../header/header.js';
import { useShortcuts } from '../palette/keyboard.js';
import type { PaletteProps } from '../palette/palette.js';
import { SideNav } from '../navigation/side-nav.js';
import { texts } from '../texts/public.js';

const StepUpDialog = lazy(() => import('./step-up-dialog.js').then((module) => ({ default: module.StepUpDialog })));
const Menu = lazy(() => import('../navigation/menu.js').then((module) => ({ default: module.Menu })));
const loadPalette = () => import('../palette/palette.js');
const Palette = lazy(() => loadPalette().then((module) => ({ default: module.Palette })));
const noAreas: readonly Area[] = [];

/** The frame of who is signed in, with the component kit that its pages are made of. */
export const InsideShell = ({ children }: { children?: ReactNode }) => (
  <Kit>
    <Shell>{children}</Shell>
  </Kit>
);

/** Skip link, header, left navigation, content. */
function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const [open, setOpen] = useState<'menu' | 'search' | null>(null);
  const me = useMe();
  const areas = me?.areas ?? noAreas;
  const openSearch = useCallback(() => setOpen('search'), []);
  const close = useCallback(() => setOpen(null), []);
  useShortcuts(areas, openSearch);
  const signedIn = me !== null;
  const [Search, setSearch] = useState<ComponentType<PaletteProps>>(() => Palette);
  useEffect(() => {
    // A person who types at once after Ctrl K would lose the keys before the search is there: loaded on demand,
    // it also waits for React to show what was suspended.
    if (signedIn) void loadPalette().then((module) => setSearch(() => module.Palette));
  }, [signedIn]);
  const main = useFocusOnNavigation();
  return (
    <>
      <a className="skip-link" href="#main">
        {texts.skipToContent}
      </a>
      <Header onMenu={() => setOpen('menu')} onSearch={openSearch} />
      <div className="body">
        <SideNav />
        <div className="page">
          <Breadcrumbs />
          <main className="main" id="main" ref={main} tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      {open === 'menu' ? (
        <Suspense fallback={null}>
          <Menu areas={areas} onClose={close} />
        </Suspense>
      ) : null}
      {me ? (
        <Suspense fallback={null}>
          <StepUpDialog />
        </Suspense>
      ) : null}
      {open === 'search' ? (
        <Suspense fallback={null}>
          <Search areas={areas} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
