import type { ReactNode } from 'react';
import { Kit } from './kit.js';
import { Shell } from './shell.js';

/** The frame of who is signed in, with the component kit that its pages are made of. */
export function InsideShell({ children }: { children?: ReactNode }) {
  return (
    <Kit>
      <Shell>{children}</Shell>
    </Kit>
  );
}
