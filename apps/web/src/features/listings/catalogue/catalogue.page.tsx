import { useTabTitle } from '../../../components/layout/site.js';
import { common } from '../../../text/common.js';
import { CatalogueSearch } from './catalogue-search.js';

/** Every live plugin, for everybody. */
export function PublicCataloguePage() {
  useTabTitle(common.plugins);
  return (
    <div className="site-wrap site-section stack">
      <h1>{common.plugins}</h1>
      <CatalogueSearch to="/catalogue/$slug" />
    </div>
  );
}

/** The same for operators, who can install them. */
export function CataloguePage() {
  useTabTitle(common.plugins);
  return (
    <div className="content stack">
      <h1>{common.plugins}</h1>
      <CatalogueSearch to="/plugins/$slug" />
    </div>
  );
}
