import { pageAddress } from '@portal/contract';
import { checksOf, NOTHING_TO_CHECK, type Check } from '../check.js';
import type { CheckContext } from '../probe/context.js';
import { framingOf } from '../probe/framing.js';
import { reproduceLine } from '../signing/reproduce.js';

/** Pages of one Drive mostly answer with the same headers. */
const MAX_PAGES = 3;

/** Addresses of pages that the host would frame: below where the probe install is mounted, else at the Drive's origin. */
async function pagesOf(context: CheckContext): Promise<string[]> {
  const { install } = (await context.lifecycle()) ?? {};
  const mount = install?.parsed?.ok === true ? install.parsed.result.mountUrl : null;
  const paths = context.document?.manifest?.routesExposed.slice(0, MAX_PAGES).map(({ path }) => path) ?? [];
  if (paths.length === 0) return mount === null ? [] : [mount];
  return paths.map((path) => pageAddress(mount ?? context.origin, path)).filter((page) => page !== null);
}

/** C157: what a Drive exposes inside the host may be shown there. */
export const framedPages: Check = checksOf('listing', 'public').warning(
  'C157',
  'page_refuses_frame',
  'Host-mounted UI rule; routes_exposed',
  async (context) => {
    if (!context.document?.ok) return false;
    const pages = await pagesOf(context);
    if (pages.length === 0) return NOTHING_TO_CHECK;
    let looked = false;
    for (const page of pages) {
      const framing = await framingOf(
        (url) => context.request({ method: 'GET', url, headers: { accept: 'text/html' } }, 'a page is opened'),
        page,
        context.input.host,
      );
      if ('failure' in framing) continue;
      looked = true;
      if (framing.forbiddenBy !== null)
        context.report({
          endpoint: `GET ${new URL(page).pathname}`,
          expected: `a page that ${context.input.host ?? 'the host'} may show in a frame`,
          received: framing.forbiddenBy,
          cause: `The page forbids being shown inside the host: ${framing.forbiddenBy}`,
          fix: `Send "content-security-policy: frame-ancestors ${context.input.host ?? '<origin of the host>'}" with the page, and no X-Frame-Options.`,
          reproduce: reproduceLine('GET', page, { kind: 'none' }),
        });
    }
    return looked;
  },
);
