import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

/** Downloads a file the server makes: a plain link, so it works without a script and leaves no copy in memory. */
export function ExportButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button component="a" href={href} variant="default" download>
      {children}
    </Button>
  );
}
