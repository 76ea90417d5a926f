import { readFileSync } from 'node:fs';
import { UNSIGNED_VERSION } from '../database/foreign-rows.js';

/** An id that no row has. */
export const NOBODY = '00000000-0000-4000-8000-000000000000';

export interface Route {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly takesBody: boolean;
  /** A body that passes validation, so that a refusal is about the caller or the row. */
  readonly body: object;
}

/** What the ids in an address name: a row of somebody else, nothing, or they are no ids at all. */
export type Kind = 'foreign' | 'unknown' | 'broken';

const INACTIVE = { active: false, revision: '0123456789abcdef' };
/** Where the example of the description is refused for another reason than the row: its address is looked up first. */
const OTHER_BODIES: Readonly<Record<string, object>> = {
  'PATCH /api/v1/admin/webhooks/{id}': INACTIVE,
  'PATCH /api/v1/author/webhooks/{id}': INACTIVE,
};

/** Every route of docs/openapi.json. */
export function describedRoutes(): Route[] {
  const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, { example?: object }> } }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, { requestBody }]) => {
      const method = verb.toUpperCase();
      // A file is no JSON: its fields are in the query.
      const json = requestBody?.content['application/json'];
      const route = { name: `${method} ${path}`, method, path, takesBody: json !== undefined };
      const body = OTHER_BODIES[route.name] ?? json?.example ?? {};
      return { ...route, body: isAboutRow(route) ? body : {} };
    }),
  );
}

/** Routes about a row that is there or not, and those of authors. All others get an empty body, which changes nothing. */
function isAboutRow({ method, path }: Pick<Route, 'method' | 'path'>): boolean {
  const places = path.split('{').length - 1;
  // A row that gets its id from the caller is made by the first request.
  return method === 'PUT' ? places > 1 : places > 0 || path.startsWith('/api/v1/author/');
}

/** Which of the story's rows each `{}` of a route's address names. */
export function nounsOf(route: Route): { place: string; noun: string }[] {
  return [...route.path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, before = '', parameter = '']) => {
    const ofAuthor = route.path.startsWith('/api/v1/author/');
    if (parameter === 'driveId') return { place: parameter, noun: 'drives' };
    if (route.path.includes('/signed-copy/')) return { place: parameter, noun: 'signed copies' };
    if (parameter === 'userId') return { place: parameter, noun: 'members' };
    if (ofAuthor && before === 'api-tokens') return { place: parameter, noun: 'api-tokens of the organisation' };
    if (ofAuthor && before === 'invoices') return { place: parameter, noun: 'invoices of the author' };
    return { place: parameter, noun: before };
  });
}

/** Addresses of routes with the ids of somebody's rows in them. */
export class RouteAddresses {
  /** Parameters that a route requires. */
  private readonly queries: Readonly<Record<string, (kind: Kind) => string>> = {
    'GET /api/v1/author/drives/{driveId}/forecast': (kind) => `?revision_id=${this.idOf('revision', kind)}`,
    'GET /api/v1/author/drives/{driveId}/comparison': (kind) => `?to=${this.idOf('revision', kind)}`,
    'POST /api/v1/author/drives/{driveId}/evidence': () =>
      '?claim=baa&file_name=a.pdf&valid_until=2027-01-01T00:00:00Z',
  };

  /** @param ids of the foreign rows, by the kind of row they name */
  constructor(private readonly ids: ReadonlyMap<string, string>) {}

  idOf(noun: string, kind: Kind): string {
    if (kind === 'broken') return "x'%20or%201=1--";
    if (noun === 'signed copies' && kind === 'unknown') return UNSIGNED_VERSION;
    return kind === 'unknown' ? NOBODY : (this.ids.get(noun) ?? NOBODY);
  }

  of(route: Route, kind: Kind): string {
    const nouns = nounsOf(route);
    const path = route.path.replace(/\{(\w+)\}/g, (_all, parameter: string) => {
      if (parameter === 'month') return kind === 'broken' ? 'sometime' : '2099-01';
      if (parameter === 'slug') return kind === 'foreign' ? 'no-such-slug' : `nothing-${kind}`;
      return this.idOf(nouns.find(({ place }) => place === parameter)?.noun ?? '', kind);
    });
    return path + (this.queries[route.name]?.(kind) ?? '');
  }
}
