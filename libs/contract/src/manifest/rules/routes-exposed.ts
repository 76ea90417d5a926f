import type { ManifestRule } from '../rule.js';

/** First segments of paths that the host itself uses, in lower case. */
export const HOST_ROUTES: ReadonlySet<string> = new Set([
  '',
  'api',
  'admin',
  'settings',
  'billing',
  'login',
  'logout',
  'dashboard',
  'plugins',
]);

/** A dot segment or a backslash would lead a browser from the Drive's namespace to the host's own routes. */
function isRoutePath(path: string): boolean {
  return /^\/(?!\/)[^\s\\\p{Cc}]*$/u.test(path) && !/^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(path);
}

/** Pages inside the host: path, label and icon of each. */
export const routesExposed: ManifestRule = {
  id: 'routes-exposed',
  clause: 'Manifest shape A: routes_exposed; Do-not rules',
  shapes: ['flat', 'structured'],
  doc: {
    number: 'C37',
    title: 'routes_exposed lists a path, a label and an icon each.',
    cause: 'A route lacks one of the three.',
    fix: 'Give all three as text.',
  },
  check(_manifest, report) {
    const form = '{ path, label, icon }';
    const how = { optional: true, fix: `List ${form}.`, element: 'A route', form };
    for (const block of report.blocks(report.root, 'routes_exposed', how)) {
      const path = report.text(block, 'path', { fix: 'Give a path under a namespace your Drive owns.' });
      report.text(block, 'label', { fix: 'Give the text of the menu entry.' });
      report.text(block, 'icon', { fix: 'Give the name of an icon.' });
      if (path !== undefined && !isRoutePath(path)) {
        report.error(
          'route_path',
          `${block.pointer}/path`,
          'A route is a path that starts with one "/", without blanks, backslashes, "." and ".." segments.',
          'For example "/content-studio/drafts".',
          path,
        );
      }
    }
  },
};
