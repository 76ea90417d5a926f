import { ApiProperty } from '@nestjs/swagger';
import type { CanonicalManifest } from '@portal/contract';
import { maybeText } from '@portal/platform/http';

/** Where to find out more about a Drive, by its manifest. */
export class AddressesView {
  @ApiProperty(maybeText) homepage: string | null;
  @ApiProperty({ ...maybeText, description: 'Documentation for operators' }) docs_url: string | null;
  @ApiProperty(maybeText) support_url: string | null;
  @ApiProperty(maybeText) support_email: string | null;
}

/** A manifest as it is stored: one of before an optional field came lacks it. */
type Stored = Omit<CanonicalManifest, 'docsUrl'> & Partial<Pick<CanonicalManifest, 'docsUrl'>>;

export const addressesView = (manifest: Stored): AddressesView => ({
  homepage: manifest.homepage,
  docs_url: manifest.docsUrl ?? null,
  support_url: manifest.supportUrl,
  support_email: manifest.supportEmail,
});
