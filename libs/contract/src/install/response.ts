import type { Issue } from '../issue.js';
import { typeName } from '../json/describe.js';
import { isObject, type JsonObject } from '../json/types.js';
import { mountUrlRefusal } from './mount-url.js';

/** The stored part of an install response of either variant. */
export interface InstallResult {
  /** The id for `DELETE install/:id`: the first usable of `install_id`, `drive_workspace_id`, `metadata.install_id`. */
  readonly installId: string;
  /** All ids in the response, the one above first, without duplicates. */
  readonly ids: readonly string[];
  /** Secret: encrypt it, never log it. */
  readonly scopedToken: string;
  /** The URL of "Open plugin": https on the Drive's own origin, or on the one named in its manifest. */
  readonly mountUrl: string | null;
  /** A URL from the Drive that is only displayed and never opened. */
  readonly refusedMountUrl: string | null;
  readonly capabilities: readonly string[] | null;
  readonly metadata: JsonObject | null;
}

/** An install response, or its errors; `ids` can then still be used for a clean-up. */
export type InstallResponseResult =
  | { readonly ok: true; readonly result: InstallResult; readonly issues: readonly Issue[] }
  | { readonly ok: false; readonly ids: readonly string[]; readonly issues: readonly Issue[] };

const CLAUSE = 'Install response data';
/** Maximum length on which browsers and servers agree. */
const MAX_MOUNT_URL = 2_048;

/** Characters of a bearer token (RFC 9110, token68): safe in headers, markup and URLs. */
const TOKEN = /^[A-Za-z0-9._~+/-]{1,4096}={0,2}$/;
const MAX_ID = 512;
/** Characters that need no encoding in a path, and the ends of base64. */
const ID = /^[A-Za-z0-9._~:+=@-]{1,512}$/;

/** Why an id cannot be used for a clean-up ("." and ".." disappear from a path), after "must be"; null: it can. */
function idFault(id: unknown): string | null {
  if (typeof id !== 'string') return `a string, but it is ${typeName(id)}`;
  if (id.trim() === '') return 'a string that is not empty';
  if (id.length > MAX_ID) return `at most ${MAX_ID} characters long, but it has ${id.length}`;
  if (/^\.{1,2}$/.test(id)) return `usable in a path, but it is "${id}"`;
  try {
    return encodeURIComponent(id).length <= 3_072 ? null : 'at most 3072 bytes long when it is encoded for a path';
  } catch {
    return 'Unicode, but it holds half of a surrogate pair';
  }
}

/**
 * Reads the `data` of an install response, both variants (contract: Install response). Token and ids are limited to
 * characters in which nothing can be hidden, `mount_url` to the Drive's own origin or the named one; it and
 * `capabilities` are optional.
 * @param origin the Drive's origin, from its manifest.
 * @param named `install_returns.host_origin` of that manifest, if it has one.
 */
export function parseInstallResponse(
  data: unknown,
  origin: string,
  named: string | null = null,
): InstallResponseResult {
  const issues: Issue[] = [];
  const add = (level: Issue['level'], code: string, pointer: string, message: string, fix: string): void => {
    issues.push({ code, level, pointer, message, fix, clause: CLAUSE });
  };
  if (!isObject(data)) {
    add(
      'error',
      'install_data',
      '',
      `"data" must be an object, but it is ${typeName(data)}.`,
      'Answer with scoped_token and an id.',
    );
    return { ok: false, ids: [], issues };
  }
  const metadata = isObject(data.metadata) ? data.metadata : null;
  if (data.metadata !== undefined && !metadata) {
    add(
      'warning',
      'install_metadata',
      '/metadata',
      `"metadata" must be an object, but it is ${typeName(data.metadata)}.`,
      'Send an object or leave it out.',
    );
  }
  const { install_id, drive_workspace_id } = data;
  const places = { install_id, drive_workspace_id, 'metadata.install_id': metadata?.install_id };
  const given = Object.entries(places).filter(([, id]) => id !== undefined && id !== null);
  const ids = [...new Set(given.flatMap(([, id]) => (idFault(id) === null ? [id as string] : [])))];
  const installId = ids.find((id) => ID.test(id));
  if (ids.length > 0 && installId === undefined) {
    add(
      'error',
      'install_id_form',
      '',
      'The id of the install holds other characters than letters, digits and . _ ~ : + = @ -',
      'Answer with an id of such characters only, for example a UUID.',
    );
  }
  for (const [name, id] of given) {
    const fault = idFault(id);
    const level = ids.length === 0 ? 'error' : 'warning';
    const fix = 'Answer with the id that your DELETE install/:id takes, as a short string.';
    if (fault !== null)
      add(level, 'install_id_unusable', `/${name.replace('.', '/')}`, `"${name}" must be ${fault}.`, fix);
  }
  if (given.length === 0) {
    add(
      'error',
      'install_id_missing',
      '',
      'The answer names no install: neither install_id nor drive_workspace_id.',
      'Answer with the id that your DELETE install/:id takes.',
    );
  }
  const token = data.scoped_token;
  const tokenOk = typeof token === 'string' && TOKEN.test(token);
  if (!tokenOk) {
    const found =
      typeof token === 'string' ? 'it is empty, too long or holds other characters' : `it is ${typeName(token)}`;
    add(
      'error',
      'install_token',
      '/scoped_token',
      `"scoped_token" must be 1 to 4096 letters, digits and - . _ ~ + /, perhaps with = at its end, but ${found}.`,
      'Issue an unguessable token and return it.',
    );
  }
  const mount = readMountUrl(metadata?.mount_url ?? data.mount_url, origin, named);
  if (mount.refusal !== null) {
    add(
      'error',
      'install_mount_url',
      '/metadata/mount_url',
      `"mount_url" is never opened: ${mount.refusal}`,
      `Send an https address on ${origin}${named === null ? '' : ` or ${named}`}, or leave it out.`,
    );
  }
  let capabilities: string[] | null = null;
  if (Array.isArray(data.capabilities) && data.capabilities.every((item) => typeof item === 'string')) {
    capabilities = data.capabilities as string[];
  } else if (data.capabilities !== undefined) {
    add(
      'warning',
      'install_capabilities',
      '/capabilities',
      '"capabilities" must be an array of strings.',
      'Repeat the capabilities of your manifest.',
    );
  }
  if (!tokenOk || installId === undefined) return { ok: false, ids, issues };
  return {
    ok: true,
    result: {
      installId,
      ids: [installId, ...ids.filter((id) => id !== installId)],
      scopedToken: token,
      mountUrl: mount.refusal === null ? mount.given : null,
      refusedMountUrl: mount.refusal === null ? null : mount.given,
      capabilities,
      metadata,
    },
    issues,
  };
}

/** The URL as far as it can be displayed, and why it is not opened. */
function readMountUrl(
  value: unknown,
  origin: string,
  named: string | null,
): { given: string | null; refusal: string | null } {
  if (value === undefined || value === null) return { given: null, refusal: null };
  if (typeof value !== 'string') return { given: null, refusal: `It must be a text, but it is ${typeName(value)}.` };
  if (value.length > MAX_MOUNT_URL) return { given: null, refusal: `It has more than ${MAX_MOUNT_URL} characters.` };
  return { given: value, refusal: mountUrlRefusal(value, origin, named) };
}

/**
 * True for the `data` of a revocation response: `{ install_id: string, revoked: true }` (contract: Other data shapes).
 */
export function isRevokeResponse(data: unknown): boolean {
  return isObject(data) && data.revoked === true && typeof data.install_id === 'string';
}
