import { ApiProperty } from '@portal/platform/description';
import { AppError } from '@portal/kernel';
import {
  secretsErrors,
  type Adoption,
  type IssuedKey,
  type KeptProbe,
  type KeyView,
  type ProbeRole,
  type DryRunRow,
} from '@portal/secrets';
import { instant, maybeInstant, maybeText, maybeNumber } from '@portal/platform/http';

export class SigningKeyView {
  @ApiProperty() id: string;
  @ApiProperty() version: number;
  @ApiProperty({ description: '`v` and the version' }) label: string;
  @ApiProperty({ description: 'First 8 hex digits of the SHA-256 of the secret' }) fingerprint: string;
  @ApiProperty({ enum: ['active', 'retiring', 'retired', 'revoked'] }) state: string;
  @ApiProperty(instant) created_at: string;
  @ApiProperty(instant) not_before: string;
  @ApiProperty({ ...maybeInstant, description: 'End of validity, exclusive' }) valid_until: string | null;
  @ApiProperty(maybeInstant) revoked_at: string | null;
  @ApiProperty(maybeInstant) last_used_at: string | null;
  @ApiProperty({ ...maybeInstant, description: 'First call that the Drive accepted with this key' })
  adopted_at: string | null;
}

export class IssuedKeyView {
  @ApiProperty() key: SigningKeyView;
  @ApiProperty({ description: 'Shown only once' }) secret: string;
  @ApiProperty(maybeInstant) previous_ends_at: string | null;
}

const SCOPES = ['drive', 'tenant', 'fleet'];
const OUTCOMES = ['accepted', 'refused', 'failed', 'unreachable'];

class KeyOverlapView {
  @ApiProperty({ description: 'The older of the two valid keys' }) version: number;
  @ApiProperty() label: string;
  @ApiProperty(instant) ends_at: string;
  @ApiProperty({ description: 'The Drive would lose calls without it, as far as traffic shows' }) still_needed: boolean;
}

class InstallAdoptionView {
  @ApiProperty() install_id: string;
  @ApiProperty({ ...maybeText, description: 'Key of the last accepted call; null before the first' })
  label: string | null;
  @ApiProperty({ nullable: true, type: String, enum: SCOPES }) scope: string | null;
  @ApiProperty(maybeInstant) last_accepted_at: string | null;
}

export class KeyAdoptionView {
  @ApiProperty({ enum: SCOPES, description: 'Whose keys sign for new installs' }) scope: string;
  @ApiProperty({ nullable: true, type: KeyOverlapView }) overlap: KeyOverlapView | null;
  @ApiProperty({ type: [InstallAdoptionView] }) installs: InstallAdoptionView[];
}

export class KeyChangeView {
  @ApiProperty() id: string;
  @ApiProperty(instant) at: string;
  @ApiProperty({ example: 'signing_key.rotated' }) action: string;
  @ApiProperty() actor: string;
  @ApiProperty(maybeText) label: string | null;
  @ApiProperty(maybeText) fingerprint: string | null;
  @ApiProperty({ description: 'Allows a second rotation during an overlap' }) forced: boolean;
  @ApiProperty(maybeText) reason: string | null;
}

class KeyProbeView {
  @ApiProperty() label: string;
  @ApiProperty({ enum: SCOPES }) scope: string;
  @ApiProperty({ enum: OUTCOMES }) outcome: string;
  @ApiProperty({ ...maybeNumber, description: 'HTTP status' }) status: number | null;
  @ApiProperty() ms: number;
}

class DryRunInstallView {
  @ApiProperty() install_id: string;
  @ApiProperty({ nullable: true, type: KeyProbeView }) newest: KeyProbeView | null;
  @ApiProperty({ nullable: true, type: KeyProbeView, description: 'Null without a second valid key' })
  previous: KeyProbeView | null;
}

export class DryRunView {
  @ApiProperty({ enum: ['none', 'running', 'done', 'abandoned'] }) state: string;
  @ApiProperty(maybeText) id: string | null;
  @ApiProperty(maybeInstant) started_at: string | null;
  @ApiProperty(maybeInstant) finished_at: string | null;
  @ApiProperty({ ...maybeNumber, description: 'Installs to test; null until counted' }) installs_total: number | null;
  @ApiProperty() installs_asked: number;
  @ApiProperty({ description: 'Of those tested: installs that accept the newest key' }) accept_newest: number;
  @ApiProperty({ type: [DryRunInstallView] }) installs: DryRunInstallView[];
}

export function adoptionView({ scope, overlap, installs }: Adoption): KeyAdoptionView {
  return {
    scope,
    overlap: overlap && {
      version: overlap.version,
      label: `v${overlap.version}`,
      ends_at: overlap.endsAt.toISOString(),
      still_needed: overlap.stillNeeded,
    },
    installs: installs.map(({ installId, lastAccepted }) => ({
      install_id: installId,
      label: lastAccepted ? `v${lastAccepted.version}` : null,
      scope: lastAccepted?.scope ?? null,
      last_accepted_at: lastAccepted?.at.toISOString() ?? null,
    })),
  };
}

export function dryRunView(found: { dryRun: DryRunRow; probes: KeptProbe[] } | undefined): DryRunView {
  const probes = found?.probes ?? [];
  const byRole = new Map(probes.map((probe) => [`${probe.installId}:${probe.role}`, probe]));
  const of = (installId: string, role: ProbeRole): KeyProbeView | null => {
    const probe = byRole.get(`${installId}:${role}`);
    if (!probe) return null;
    const { version, scope, outcome, status, ms } = probe;
    return { label: `v${version}`, scope, outcome, status, ms };
  };
  const installs = [...new Set(probes.map((probe) => probe.installId))].map((installId) => ({
    install_id: installId,
    newest: of(installId, 'newest'),
    previous: of(installId, 'previous'),
  }));
  return {
    state: found?.dryRun.state ?? 'none',
    id: found?.dryRun.id ?? null,
    started_at: found?.dryRun.createdAt.toISOString() ?? null,
    finished_at: found?.dryRun.finishedAt?.toISOString() ?? null,
    installs_total: found?.dryRun.installs ?? null,
    installs_asked: installs.length,
    accept_newest: installs.filter((install) => install.newest?.outcome === 'accepted').length,
    installs,
  };
}

export function signingKeyView(key: KeyView): SigningKeyView {
  const ends = [key.notAfter, key.revokedAt].filter((at) => at !== null).sort((a, b) => a.getTime() - b.getTime());
  return {
    id: key.keyId,
    version: key.version,
    label: `v${key.version}`,
    fingerprint: key.fingerprint,
    state: key.state,
    created_at: key.createdAt.toISOString(),
    not_before: key.notBefore.toISOString(),
    valid_until: ends[0]?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    adopted_at: key.adoptedAt?.toISOString() ?? null,
  };
}

export function issuedKeyView({ issued, keys }: { issued: IssuedKey; keys: KeyView[] }): IssuedKeyView {
  const key = keys.find((k) => k.keyId === issued.keyId);
  if (!key) throw new AppError(secretsErrors.signing_key_missing);
  return {
    key: signingKeyView(key),
    secret: issued.secret.reveal(),
    previous_ends_at: issued.previousEndsAt?.toISOString() ?? null,
  };
}
