import { useNavigate, useParams, useSearch } from '@tanstack/react-router';

/** Search parameters are plain texts: `?month=2026-10` stays a text and is never read as JSON. */
export type Search = Record<string, string | undefined>;

export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(key, value);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** A part of the page's address, such as `id` of `/review/submissions/$id`. */
export function useParam(name: string): string {
  const params: Record<string, string | undefined> = useParams({ strict: false });
  return params[name] ?? '';
}

/** Filters, tabs and pages live in the address, so that a copied link shows the same thing. */
export function useUrlState(key: string, otherwise = ''): [string, (value: string) => void] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (value: string): void => {
    void navigate({
      to: '.',
      search: (old: Search) => ({ ...old, [key]: value === otherwise ? undefined : value }),
      replace: true,
    });
  };
  return [search[key] ?? otherwise, set];
}

/** Takes these out of the address, all in one step; the rest of it stays. */
export function useClearUrlState(...keys: readonly string[]): () => void {
  const navigate = useNavigate();
  return () =>
    void navigate({
      to: '.',
      search: (old: Search) => Object.fromEntries(Object.entries(old).filter(([key]) => !keys.includes(key))),
      replace: true,
    });
}

/** A path of this site to go to after signing in; anything else (another host, a script) becomes the landing page. */
export function safeReturnTo(text: string | undefined): string {
  if (!text || !text.startsWith('/') || text.startsWith('//') || text.includes('\\')) return '/';
  return text;
}
