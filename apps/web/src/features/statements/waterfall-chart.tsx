import type { WaterfallStepView } from '../../api/schema.js';
import { layOut, type Bar } from './bars.js';
import { DataTable } from '../../components/tables/data-table.js';
import { Money } from '../../components/values/values.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';

const WIDTH = 320;
const HEIGHT = 16;
const BAR = 12;

/** From the charges of tenants to the payout: a step per row, its amount and, on one scale, its bar. */
export function WaterfallChart({ steps, currency }: { steps: readonly WaterfallStepView[]; currency: string }) {
  if (steps.length === 0) return null;
  const { bars, zero } = layOut(steps, WIDTH);
  const rows = steps.map((step, index) => ({ ...step, bar: bars[index]! }));
  return (
    <DataTable
      label={common.fromSalesToPaid}
      rows={rows}
      rowKey={(step) => step.code}
      titles={texts.waterfallChart.columns}
      columns={[
        { id: 'step', cell: (step) => (step.kind === 'total' ? <strong>{step.label}</strong> : step.label) },
        { id: 'amount', right: true, cell: (step) => <Money minor={step.amount_minor} currency={currency} /> },
        { id: 'bar', cell: (step) => <StepBar of={step} zero={zero} /> },
      ]}
    />
  );
}

/** Decorative: the amount is next to it. */
function StepBar({ of: { kind, bar }, zero }: { of: { kind: string; bar: Bar }; zero: number }) {
  return (
    <svg className="bridge" viewBox={`-1 0 ${WIDTH + 2} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <line className="bridge-zero" x1={zero} y1={0} x2={zero} y2={HEIGHT} />
      <rect
        className={kind === 'total' ? 'bridge-total' : 'bridge-step'}
        x={bar.x}
        y={(HEIGHT - BAR) / 2}
        width={bar.width}
        height={BAR}
      />
    </svg>
  );
}
