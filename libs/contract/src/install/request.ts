/** Body of `POST install`, variant 1 (contract: Install request). The brand names are wire identifiers. */
export interface InstallRequestV1 {
  readonly merkava_tenant_id: string;
  readonly merkava_venture_id: string;
  readonly venture_name: string;
  readonly operator_email: string;
  /** URL of the requesting host. */
  readonly install_origin: string;
}

/** Body of `POST install`, variant 2 (contract: Install request). */
export interface InstallRequestV2 {
  readonly tenant_id: string;
  readonly venture_id: string | null;
}

/** Data of an install request. */
export interface InstallRequestInput {
  readonly tenantId: string;
  readonly ventureId: string;
  readonly ventureName: string;
  readonly operatorEmail: string;
  readonly installOrigin: string;
  /** Values of the Drive's config form, if it has one. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Names that the operator approved. */
  readonly permissions?: readonly string[];
  /** Per-tenant key, inside a request that the Drive's own key signs. */
  readonly signingKey?: string;
}

/**
 * Builds the install body. A Drive reads its variant and ignores the rest, so the host sends both at once; `variant`
 * limits it for a stricter Drive. `config`, `permissions` and `signing_key` are optional additions.
 */
export function buildInstallRequest(
  input: InstallRequestInput,
  variant: 'both' | 1 | 2 = 'both',
): Record<string, unknown> {
  const first: InstallRequestV1 = {
    merkava_tenant_id: input.tenantId,
    merkava_venture_id: input.ventureId,
    venture_name: input.ventureName,
    operator_email: input.operatorEmail,
    install_origin: input.installOrigin,
  };
  const second: InstallRequestV2 = { tenant_id: input.tenantId, venture_id: input.ventureId };
  return {
    ...(variant === 2 ? {} : first),
    ...(variant === 1 ? {} : second),
    ...(input.config ? { config: input.config } : {}),
    ...(input.permissions ? { permissions: [...input.permissions] } : {}),
    ...(input.signingKey === undefined ? {} : { signing_key: input.signingKey }),
  };
}

/** An install body as a Drive reads it. Fields of the other variant are null. */
export interface ParsedInstallRequest {
  readonly tenantId: string;
  readonly ventureId: string | null;
  readonly ventureName: string | null;
  readonly operatorEmail: string | null;
  readonly installOrigin: string | null;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/**
 * Reads an install body of either variant, for Drives.
 * @returns the request, or the `error` of a 400 response: `missing tenant_id` (contract: Errors).
 */
export function parseInstallRequest(body: unknown): ParsedInstallRequest | { readonly error: 'missing tenant_id' } {
  const fields: Readonly<Record<string, unknown>> =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
  const tenantId = text(fields.merkava_tenant_id) ?? text(fields.tenant_id);
  if (tenantId === null) return { error: 'missing tenant_id' };
  return {
    tenantId,
    ventureId: text(fields.merkava_venture_id) ?? text(fields.venture_id),
    ventureName: text(fields.venture_name),
    operatorEmail: text(fields.operator_email),
    installOrigin: text(fields.install_origin),
  };
}
