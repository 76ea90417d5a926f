import type { ReactNode } from 'react';
import type { Schemas } from '../../api/types.js';
import { visible } from '../../lib/visible.js';

type Addresses = Schemas['AddressesView'];

/** Where to find out more about a Drive, for `Facts`. Text and no links: the author chose them, and nobody visits them for us. */
export function addressFacts(of: Addresses | null | undefined): (readonly [string, ReactNode])[] {
  const support = of?.support_email ?? of?.support_url;
  return [['Support', support ? visible(support) : null]];
}
