import type { ReactNode } from 'react';
import { formatMoney } from '../../lib/format.js';

/** An amount in minor units (decimal string) with its currency; always two decimals where the currency has two. */
export function Money({ minor, currency }: { minor: string | number; currency: string }): ReactNode {
  return <span className="num">{formatMoney(minor, currency)}</span>;
}

/** An amount where there may be none to show. */
export function AmountOf({ minor, currency }: { minor: string | null; currency: string }): ReactNode {
  return minor === null ? <span className="dim">–</span> : <Money minor={minor} currency={currency} />;
}

/** A named figure of a money or count strip. */
export function Figure({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <div className="figure-label">{label}</div>
      <div className="figure-value">{children}</div>
    </div>
  );
}
