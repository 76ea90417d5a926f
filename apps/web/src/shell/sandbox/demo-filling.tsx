import { refreshWhile, useGet, type DemoFillingView } from '../../api/hooks.js';
import { useDemo } from '../../api/session.js';
import { texts } from '../texts.js';

/** Only where there are demo persons: how far the demo's marketplace has come, until all of it is there. */
export function DemoFilling() {
  const enabled = useDemo();
  const refreshMs = refreshWhile((filling: DemoFillingView) => !filling.finished);
  const { data } = useGet('/api/v1/demo/filling', {}, { enabled, refreshMs });
  if (!data?.begun || data.finished) return null;
  return (
    <p role="status" className="demo-filling">
      {texts.demoFilling(data.listed, data.drives, data.doing)}{' '}
      <progress value={data.listed} max={data.drives} aria-label={texts.demoFillingProgress} />
    </p>
  );
}
