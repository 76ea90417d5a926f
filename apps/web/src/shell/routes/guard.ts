import { redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, MEMBER_ROLE_MISSING, SECOND_FACTOR_REQUIRED } from '../../api/errors.js';
import { meQuery, type Area, type Me } from '../../api/session.js';
import { areaNav, roleOfArea } from '../navigation/nav.js';
import { sandboxQuery } from '../sandbox/sandbox.js';
import { texts } from '../texts.js';

export interface RouterContext {
  queryClient: QueryClient;
}

export interface GuardInput {
  context: RouterContext;
  location: { href: string };
}

/** Without a session: to the sign-in page and back afterwards. The server decides again on every call. */
export async function requireSignIn({ context, location }: GuardInput): Promise<void> {
  const me = await context.queryClient.ensureQueryData(meQuery);
  if (!me) throw redirect({ to: '/sign-in', search: { to: location.href } });
  // Months and deadlines on the pages follow the test clock, so it is known before the first of them.
  if (me.mode === 'sandbox') await context.queryClient.ensureQueryData(sandboxQuery);
}

export const NOT_YET_AUTHOR = 'not_yet_author';

/**
 * Who signed up may look around the author's area, but secrets, Drives and money begin with an approved application. An
 * approval may have come since the last look, so a missing role is looked up afresh.
 */
export async function requireAuthor(input: GuardInput): Promise<void> {
  await requireArea('author')(input);
  const { queryClient } = input.context;
  const mayEnter = (me: Me | null): boolean => me?.roles.some(({ role }) => role === 'author') ?? false;
  if (mayEnter(await queryClient.ensureQueryData(meQuery))) return;
  const me = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
  if (mayEnter(me) || me?.withheld_roles.includes('author')) return;
  throw new ApiError(403, NOT_YET_AUTHOR, texts.guard.applyFirst);
}

/** Pages about an organisation's money. The role may have changed since the last look, so it is looked up afresh. */
export async function requireMoney(input: GuardInput): Promise<void> {
  await requireAuthor(input);
  const { queryClient } = input.context;
  const maySee = (me: Me | null): boolean => me?.member_may.includes('see_money') ?? false;
  if (maySee(await queryClient.ensureQueryData(meQuery))) return;
  if (maySee(await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }))) return;
  throw new ApiError(403, MEMBER_ROLE_MISSING, texts.guard.noMoney);
}

/** Signed in without the role of one of the areas: the page that names the role that is missing. */
export function requireArea(...areas: readonly [Area, ...Area[]]) {
  const [first] = areas;
  return async (input: GuardInput): Promise<void> => {
    await requireSignIn(input);
    const me = await input.context.queryClient.ensureQueryData(meQuery);
    if (areas.some((area) => me?.areas.includes(area))) return;
    const withheld = areas.find((area) => me?.withheld_roles.some((role) => role === roleOfArea[area]));
    if (withheld)
      throw new ApiError(403, SECOND_FACTOR_REQUIRED, texts.guard.needsSecondFactor(areaNav[withheld].title));
    const roles = areas.map((area) => `“${roleOfArea[area]}”`).join(texts.guard.or);
    const what = areas.length === 1 ? texts.guard.theArea(areaNav[first].title) : texts.guard.thisPage;
    const message = texts.guard.roleMissing(what, roles, me?.user.email ?? texts.guard.thisAccount);
    throw new ApiError(403, 'role_missing', message);
  };
}
