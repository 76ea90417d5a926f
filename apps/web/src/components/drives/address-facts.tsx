import type { ReactNode } from 'react';
import type { Schemas } from '../../api/types.js';
import { visible } from '../../lib/visible.js';

type Addresses = Schemas['AddressesView'];

/** Where to find out more about a Drive, as items of `Facts`. Text instead of links: the author chose the addresses. */
export function addressFacts(of: Addresses | null | undefined): (readonly [string, ReactNode])[] {
  const support = of?.support_email ?? of?.support_url;
  return [
    ['Documentation', of?.docs_url ? visible(of.docs_url) : null],
    ['Support', support ? visible(support) : null],
  ];
}
