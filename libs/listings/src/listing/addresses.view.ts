import { ApiProperty } from '@portal/platform/description';
import type { CanonicalManifest } from '@portal/contract';
import { maybeText } from '@portal/platform/http';

type Snake<Name extends string> = Name extends `${infer Start}${'Url' | 'Email'}`
  ? Name extends `${Start}Url`
    ? `${Start}_url`
    : `${Start}_email`
  : Name;
type AddressField = Exclude<
  Extract<keyof CanonicalManifest, 'homepage' | `${string}Url` | `${string}Email`>,
  // Shown from our own address only.
  'iconUrl'
>;
/** Every address of a manifest: one that the view lacks does not compile. */
type Addresses = { readonly [Field in AddressField as Snake<Field>]: string | null };

/** Where to find out more about a Drive, by its manifest. */
export class AddressesView implements Addresses {
  @ApiProperty(maybeText) homepage: string | null;
  @ApiProperty({ ...maybeText, description: 'Documentation for operators' }) docs_url: string | null;
  @ApiProperty(maybeText) support_url: string | null;
  @ApiProperty(maybeText) support_email: string | null;
}

export const addressesView = (manifest: CanonicalManifest): AddressesView => ({
  homepage: manifest.homepage,
  docs_url: manifest.docsUrl,
  support_url: manifest.supportUrl,
  support_email: manifest.supportEmail,
});
