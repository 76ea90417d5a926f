import { MantineProvider } from '@mantine/core';
import { renderToString } from 'react-dom/server';
import { Chart } from './chart.js';

// The library that draws is for browsers, and loaded by them only.
jest.mock('./chart-drawing.js', () => ({ default: () => null }));

const shown = (rows: { at: string; value: number | null }[]): string =>
  renderToString(
    <MantineProvider>
      <Chart
        title="Installs"
        kind="bars"
        step="month"
        unit="count"
        rows={rows}
        series={[{ label: 'Active', value: (row) => row.value }]}
        empty="No installs yet."
      />
    </MantineProvider>,
  ).replace(/<!--.*?-->/g, '');

it('a plot reads its last point until another is chosen', () => {
  const page = shown([
    { at: '2026-10', value: 3 },
    { at: '2026-11', value: 5 },
  ]);
  expect(page).toMatch(/role="status".*November 2026.*>5</);
  expect(page).not.toContain('No installs yet.');
});

it('a plot of months with zero is drawn, one without any value says so', () => {
  expect(shown([{ at: '2026-10', value: 0 }])).toContain('October 2026');
  expect(shown([{ at: '2026-10', value: null }])).toContain('No installs yet.');
  expect(shown([])).toContain('No installs yet.');
});
