import type { ReactNode } from 'react';
import type { Schemas } from '../api/types.js';
import { layOut } from '../lib/bars.js';
import { formatMoney } from '../lib/format.js';
import { DataTable } from './data-table.js';
import { Money } from './money.js';

type Step = Schemas['BridgeStepView'];

const WIDTH = 320;
const ROW = 18;
const BAR = 12;

/** From what tenants were charged to what was paid: a bar per step, and the same as a table. */
export function BridgePlot({ steps, currency }: { steps: readonly Step[]; currency: string }): ReactNode {
  const { bars, zero } = layOut(steps, WIDTH);
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return null;
  const height = steps.length * ROW;
  return (
    <figure className="bridge">
      <svg
        viewBox={`-2 -2 ${WIDTH + 4} ${height + 4}`}
        role="img"
        aria-label={`From ${formatMoney(first.amount_minor, currency)} charged to ${formatMoney(last.amount_minor, currency)} paid; the table has every step`}
      >
        <line className="curve-foot" x1={zero} y1={0} x2={zero} y2={height} />
        {steps.map((step, index) => (
          <rect
            key={step.code}
            className={step.kind === 'total' ? 'bridge-total' : 'bridge-step'}
            x={bars[index]!.x}
            y={index * ROW + (ROW - BAR) / 2}
            width={bars[index]!.width}
            height={BAR}
          />
        ))}
      </svg>
      <DataTable
        label="From charged to paid"
        rows={steps}
        rowKey={(step) => step.code}
        columns={[
          {
            id: 'step',
            title: 'Step',
            cell: (step) => (step.kind === 'total' ? <strong>{step.label}</strong> : step.label),
          },
          {
            id: 'amount',
            title: 'Amount',
            right: true,
            cell: (step) => <Money minor={step.amount_minor} currency={currency} />,
          },
        ]}
      />
    </figure>
  );
}
