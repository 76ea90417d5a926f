import { ApiProperty } from '@nestjs/swagger';
import { AppError } from '@portal/kernel';
import { secretsErrors, type IssuedKey, type KeyView } from '@portal/secrets';

export class SigningKeyView {
  @ApiProperty() id: string;
  @ApiProperty() version: number;
  @ApiProperty({ description: '`v` and the version' }) label: string;
  @ApiProperty({ description: 'First 8 hex digits of the SHA-256 of the secret' }) fingerprint: string;
  @ApiProperty({ enum: ['active', 'retiring', 'retired', 'revoked'] }) state: string;
  @ApiProperty() created_at: string;
  @ApiProperty() not_before: string;
  @ApiProperty({ nullable: true, type: String, description: 'End of validity, exclusive' }) valid_until: string | null;
  @ApiProperty({ nullable: true, type: String }) revoked_at: string | null;
  @ApiProperty({ nullable: true, type: String }) last_used_at: string | null;
  @ApiProperty({ nullable: true, type: String, description: 'First call that the Drive accepted under this key' })
  adopted_at: string | null;
}

export class IssuedKeyView {
  @ApiProperty() key: SigningKeyView;
  @ApiProperty({ description: 'Shown once' }) secret: string;
  @ApiProperty({ nullable: true, type: String }) previous_ends_at: string | null;
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
