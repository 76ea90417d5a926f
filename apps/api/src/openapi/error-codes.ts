import type { ErrorDef } from '@portal/kernel';
import type { AccessRule } from './access-rules.js';

/** Properties of an operation that decide which refusals can come before or around its own code. */
export interface Shape {
  readonly method: string;
  readonly rule: AccessRule;
  readonly hasPathParameter: boolean;
  readonly takesIdempotencyKey: boolean;
}

/** Roles that wait until their holder has set up a second factor. */
const STAFF = ['reviewer', 'finance', 'admin'];

const isPublic = ({ rule }: Shape): boolean => rule.access.kind === 'public';
const changes = ({ method }: Shape): boolean => method !== 'get';
const rolesOf = ({ rule }: Shape): readonly string[] => (rule.access.kind === 'roles' ? rule.access.roles : []);

/** Refusals of body parsing, validation, guards and filters, each with the operations that can meet it. */
const AROUND: readonly (readonly [codes: readonly string[], applies: (shape: Shape) => boolean])[] = [
  // A request that is no HTTP, or whose address cannot be read, is refused whatever the route takes.
  [['invalid_request'], () => true],
  // Of a body that is sent, even where none is expected.
  [['invalid_json', 'payload_too_large', 'unsupported_media_type'], changes],
  [['address_too_long'], ({ hasPathParameter }) => hasPathParameter],
  [['api_token_ambiguous', 'unauthenticated'], (shape) => !isPublic(shape)],
  [['token_read_only'], (shape) => !isPublic(shape) && changes(shape)],
  [['token_scope_missing'], (shape) => rolesOf(shape).includes('host')],
  [['host_token_required'], (shape) => rolesOf(shape).join() === 'host'],
  [['forbidden'], (shape) => rolesOf(shape).length > 0],
  [['second_factor_required'], (shape) => rolesOf(shape).some((role) => STAFF.includes(role))],
  // Whatever names an organisation of whoever decides: refused in the database (db/decisions.sql).
  [['own_organization'], (shape) => changes(shape) && rolesOf(shape).some((role) => STAFF.includes(role))],
  // Whoever decides has claimed the case: refused in the database (approvals.claimed_first).
  [['case_not_claimed'], (shape) => changes(shape) && rolesOf(shape).includes('reviewer')],
  [['member_role_missing'], ({ rule }) => rule.member !== undefined],
  [['session_required', 'step_up_required'], ({ rule }) => rule.stepUp],
  [['organization_changed'], ({ rule }) => rule.access.kind === 'signed_in'],
  [['organization_changed'], (shape) => rolesOf(shape).includes('author')],
  [['foreign_origin'], changes],
  [
    ['idempotency_answer_shown', 'idempotency_in_progress', 'idempotency_key_reused'],
    ({ takesIdempotencyKey }) => takesIdempotencyKey,
  ],
  [['internal', 'too_many_requests', 'unavailable'], () => true],
];

/** Codes that an operation can answer with besides those of its own code. */
export function codesAround(shape: Shape): string[] {
  return AROUND.flatMap(([codes, applies]) => (applies(shape) ? codes : []));
}

/**
 * Codes by status, both in order.
 * @throws Error for a code that the catalogue does not have
 */
export function byStatus(codes: readonly string[], catalogue: readonly ErrorDef[]): Record<string, string[]> {
  const statuses = new Map(catalogue.map(({ code, status }) => [code, String(status)]));
  const found: Record<string, string[]> = {};
  for (const code of [...new Set(codes)].sort()) {
    const status = statuses.get(code);
    if (status === undefined) throw new Error(`${code} is no refusal of the catalogue`);
    found[status] = [...(found[status] ?? []), code];
  }
  return found;
}
