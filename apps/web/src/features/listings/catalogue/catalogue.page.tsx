import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../../components/layout/page.js';
import { CatalogueSearch } from './catalogue-search.js';
import { common } from '../../../text/common.js';

/** Every live plugin, from which an operator can install one. */
export function CataloguePage(): ReactNode {
  return (
    <Page title={common.plugins}>
      <CatalogueSearch
        title={(listing) => (
          <Link to="/plugins/$slug" params={{ slug: listing.slug }}>
            {listing.name}
          </Link>
        )}
      />
    </Page>
  );
}

/** Every live plugin, for everybody. */
export function PublicCataloguePage(): ReactNode {
  return (
    <Page title={common.catalogue}>
      <CatalogueSearch
        title={(listing) => (
          <Link to="/catalogue/$slug" params={{ slug: listing.slug }}>
            {listing.name}
          </Link>
        )}
      />
    </Page>
  );
}
