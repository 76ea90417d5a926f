import type { ReactNode } from 'react';
import { encode } from 'uqr';

/** A text as a square of dots for a phone's camera: dark on white in both schemes, or cameras do not read it. */
export function QrPicture({ text, label }: { text: string; label: string }): ReactNode {
  const { data, size } = encode(text, { border: 2 });
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect className="qr-paper" width={size} height={size} />
      <path className="qr-dots" d={dots.join('')} />
    </svg>
  );
}
