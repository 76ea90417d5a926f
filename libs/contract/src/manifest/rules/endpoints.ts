import { childPointer } from '../../json/pointer.js';
import { whole, type ManifestRule, type RuleReport } from '../rule.js';
import { DEFAULT_ENDPOINTS, ENDPOINT_NAMES } from '../types.js';

const SAFE_PATH = /^\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/;
const MAX_PATH = 512;

/** What is wrong with an endpoint path, as code and sentence; null when nothing is. */
export function pathProblem(name: string, path: string): { code: string; message: string; fix: string } | null {
  const example = DEFAULT_ENDPOINTS[name as keyof typeof DEFAULT_ENDPOINTS] ?? '/api/platform/receive';
  const fix = `Write a path such as "${example}".`;
  const say = (code: string, message: string, how = fix) => ({ code, message, fix: how });
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//')) {
    return say(
      'endpoint_full_url',
      'An endpoint is a path, not a full address: the host prepends the manifest’s origin.',
    );
  }
  if (!path.startsWith('/')) return say('endpoint_path', 'An endpoint path starts with "/".');
  if (path.length > MAX_PATH) return say('endpoint_path', `An endpoint path has at most ${MAX_PATH} characters.`);
  if (/[?#]/.test(path)) return say('endpoint_path', 'An endpoint path has no query string or fragment.');
  const segments = path.split('/').slice(1);
  if (/[{}<>[\]]/.test(path) || segments.some((s) => s.startsWith(':') && s !== ':id')) {
    return say(
      'endpoint_parameter',
      '":id" is the only path parameter.',
      'Write the parameter as ":id", a whole segment.',
    );
  }
  if (!SAFE_PATH.test(path)) return say('endpoint_path', 'The path holds characters that must be percent-encoded.');
  if (path.includes('//')) return say('endpoint_path', 'The path holds an empty segment ("//").');
  if (segments.some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    return say('endpoint_path', 'The path holds a "." or ".." segment.');
  const ids = segments.filter((segment) => segment === ':id').length;
  if (name === 'uninstall' && ids !== 1) {
    return say('endpoint_parameter', 'The uninstall path must hold ":id" once, where the host puts the install id.');
  }
  if (name !== 'uninstall' && ids > 0) return say('endpoint_parameter', 'Only the uninstall path takes ":id".');
  return null;
}

function checkPath(
  report: RuleReport,
  endpoints: { object: Record<string, unknown>; pointer: string },
  name: string,
): void {
  const path = endpoints.object[name];
  if (typeof path !== 'string' || path.trim() === '') return;
  const problem = pathProblem(name, path);
  if (problem) report.error(problem.code, childPointer(endpoints.pointer, name), problem.message, problem.fix, path);
}

/** The seven paths, on the manifest's own origin; `receive` is optional. */
export const endpoints: ManifestRule = {
  id: 'endpoints',
  clause: 'Manifest shape B: endpoints object',
  shapes: ['structured'],
  check(manifest, report) {
    const block = report.block(whole(manifest), 'endpoints', { fix: 'List the seven paths.' });
    if (!block) return;
    for (const name of ENDPOINT_NAMES) {
      report.text(block, name, { fix: `Add the path, for example "${DEFAULT_ENDPOINTS[name]}".` });
      checkPath(report, block, name);
    }
    report.text(block, 'receive', { optional: true, fix: 'Give a path, or leave it out.' });
    checkPath(report, block, 'receive');
  },
};
