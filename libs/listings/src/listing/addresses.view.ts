import { ApiProperty } from '@nestjs/swagger';
import type { CanonicalManifest } from '@portal/contract';

/** Where to find out more about a Drive, by its manifest. */
export class AddressesView {
  @ApiProperty({ type: String, nullable: true }) homepage: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Documentation for operators' }) docs_url: string | null;
  @ApiProperty({ type: String, nullable: true }) support_url: string | null;
  @ApiProperty({ type: String, nullable: true }) support_email: string | null;
}

/** A manifest as it is stored: one of before an optional field came lacks it. */
type Stored = Omit<CanonicalManifest, 'docsUrl'> & Partial<Pick<CanonicalManifest, 'docsUrl'>>;

export const addressesView = (manifest: Stored): AddressesView => ({
  homepage: manifest.homepage,
  docs_url: manifest.docsUrl ?? null,
  support_url: manifest.supportUrl,
  support_email: manifest.supportEmail,
});
