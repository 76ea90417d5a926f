import { childPointer } from '../../json/pointer.js';
import type { Block, ManifestRule, RuleReport, TextRule } from '../rule.js';
import { isObject } from '../../json/types.js';
import {
  DEFAULT_ENDPOINTS,
  ENDPOINT_NAMES,
  OPTIONAL_ENDPOINT_NAMES,
  type EndpointName,
  type ManifestEndpoints,
} from '../types.js';

const SAFE_PATH = /^\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/;
const MAX_PATH = 512;

/** The error in an endpoint path, as code and sentence; null when there is none. */
export function pathProblem(name: string, path: string): { code: string; message: string; fix: string } | null {
  const example =
    DEFAULT_ENDPOINTS[name as keyof typeof DEFAULT_ENDPOINTS] ?? `/api/platform/${name.replaceAll('_', '-')}`;
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
  if (/[{}<>[\]]/.test(path) || segments.some((s) => s !== ':id' && /^:|:id/.test(s))) {
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

/**
 * The endpoint paths of any manifest, even an invalid one; an unusable value is replaced by the default path. So
 * endpoints can be called although something else in the manifest is wrong.
 */
export function readEndpoints(manifest: unknown): ManifestEndpoints {
  const block = isObject(manifest) && isObject(manifest.endpoints) ? manifest.endpoints : {};
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const paths = Object.fromEntries(
    ENDPOINT_NAMES.map((name) => [name, text(block[name]) ?? DEFAULT_ENDPOINTS[name]]),
  ) as Record<EndpointName, string>;
  return { ...paths, receive: text(block.receive), config_update: text(block.config_update) };
}

const HOW = Object.fromEntries(
  ENDPOINT_NAMES.map((name) => [name, { fix: `Add the path, for example "${DEFAULT_ENDPOINTS[name]}".` }]),
) as Record<EndpointName, TextRule>;

const BLOCK = { fix: 'List the seven paths.' };
const OPTIONAL = { optional: true, fix: 'Give a path, or leave it out.' };

function checkPath(report: RuleReport, endpoints: Block, name: keyof ManifestEndpoints, how: TextRule): void {
  const path = report.text(endpoints, name, how);
  if (path === undefined) return;
  const problem = pathProblem(name, path);
  if (problem) report.error(problem.code, childPointer(endpoints.pointer, name), problem.message, problem.fix, path);
}

/** The seven paths, on the manifest's own origin; the others are optional. */
export const endpoints: ManifestRule = {
  id: 'endpoints',
  clause: 'Manifest shape B: endpoints object',
  shapes: ['structured'],
  doc: {
    number: 'C25',
    title: 'The seven endpoints are paths on the manifest’s own origin.',
    cause: 'One is missing, is a full URL, or has a parameter other than :id.',
    fix: 'Write paths that begin with a slash.',
    example: { wrong: '"metrics": "https://example.com/metrics"', right: '"metrics": "/api/platform/metrics"' },
  },
  check(_manifest, report) {
    const block = report.block(report.root, 'endpoints', BLOCK);
    if (!block) return;
    for (const name of ENDPOINT_NAMES) {
      checkPath(report, block, name, HOW[name]);
    }
    for (const name of OPTIONAL_ENDPOINT_NAMES) checkPath(report, block, name, OPTIONAL);
  },
};
