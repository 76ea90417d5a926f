import { edgesOf, layOutPlot } from './plot-layout.js';

const span = { from: 0, to: 100, low: 0, high: 10 };
const size = { width: 200, height: 50 };

describe('a plot', () => {
  it('goes from the left to the right and from the bottom to the top', () => {
    const points = [
      { at: 0, value: 0 },
      { at: 50, value: 5 },
      { at: 100, value: 10 },
    ];
    expect(layOutPlot(points, span, size, 50)).toEqual({ lines: ['0,50 100,25 200,0'], bands: [] });
  });

  it('does not draw missing readings, and draws a single bin as long as it lasts', () => {
    const points = [
      { at: 0, value: 10 },
      { at: 10, value: 10 },
      { at: 60, value: 10 },
    ];
    expect(layOutPlot(points, span, size, 10).lines).toEqual(['0,0 20,0', '120,0 140,0']);
  });

  it('has a band between the least and the most', () => {
    const points = [
      { at: 0, value: 5, least: 0, most: 10 },
      { at: 100, value: 5, least: 5, most: 5 },
    ];
    expect(layOutPlot(points, span, size, 100).bands).toEqual(['0,0 200,25 200,25 0,50']);
  });

  it('draws a value that never changes in the middle, and a bin that began before it at the edge', () => {
    expect(layOutPlot([{ at: -5, value: 0 }], { ...span, high: 0 }, size, 10).lines).toEqual(['0,25 10,25']);
  });

  it('includes zero', () => {
    expect(edgesOf([{ at: 0, value: 4, least: 3, most: 6 }])).toEqual({ low: 0, high: 6 });
    expect(edgesOf([{ at: 0, value: -4 }])).toEqual({ low: -4, high: 0 });
  });
});
