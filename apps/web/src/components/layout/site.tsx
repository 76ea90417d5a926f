import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import type { ApiError } from '../../api/errors.js';
import { common } from '../../text/common.js';
import { Loading } from '../feedback/loading.js';
import '../../theme/public.css';

/** Sets the title of the browser tab. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    document.title = common.tabTitle(title);
  }, [title]);
}

interface SiteResourceProps<T> {
  of: UseQueryResult<T, ApiError>;
  children: (data: T) => ReactNode;
}

/** One resource of a page without the component kit: its content, or why there is none. */
export function SiteResource<T>({ of, children }: SiteResourceProps<T>) {
  if (of.data !== undefined) return children(of.data);
  if (!of.error) return <Loading />;
  return (
    <div className="site-note stack" data-tone="warn" role="alert">
      <p>{of.error.message}</p>
      <button type="button" className="site-button" onClick={() => void of.refetch()}>
        {common.tryAgain}
      </button>
    </div>
  );
}

/** Facts side by side, as key, value and name; what has no value is left out. */
export function SiteFacts({ items }: { items: readonly (readonly [string, ReactNode, ReactNode])[] }) {
  return (
    <ul className="site-grid site-facts">
      {items.map(([key, value, name]) =>
        value ? (
          <li key={key} className="site-card">
            <div className="strong num">{value}</div>
            <div className="dim">{name}</div>
          </li>
        ) : null,
      )}
    </ul>
  );
}
