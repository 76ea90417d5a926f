import { ApiProperty } from '@nestjs/swagger';
import type { CanonicalManifest } from '@portal/contract';

/** Where to find out more about a Drive, by its manifest. */
export class AddressesView {
  @ApiProperty({ type: String, nullable: true }) homepage: string | null;
  @ApiProperty({ type: String, nullable: true }) support_url: string | null;
  @ApiProperty({ type: String, nullable: true }) support_email: string | null;
}

export const addressesView = (manifest: CanonicalManifest): AddressesView => ({
  homepage: manifest.homepage,
  support_url: manifest.supportUrl,
  support_email: manifest.supportEmail,
});
