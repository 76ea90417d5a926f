import type { ReactNode } from 'react';
import type { AddressesView } from '../../api/schema.js';
import { visible } from '../../lib/visible.js';
import { texts } from '../texts/drives.js';
import { common } from '../../text/common.js';

type Addresses = Pick<AddressesView, 'docs_url' | 'support_url' | 'support_email'>;

/** Where to find out more about a Drive, as items of `NamedFacts`. Text instead of links: the author chose the addresses. */
export function addressFacts(of: Addresses | null | undefined): (readonly [string, ReactNode])[] {
  const support = of?.support_email ?? of?.support_url;
  return [
    [texts.addressFacts.documentation, of?.docs_url ? visible(of.docs_url) : null],
    [common.support, support ? visible(support) : null],
  ];
}
