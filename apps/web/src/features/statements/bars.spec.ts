import { layOut } from './bars.js';

const span = (from: number, to: number): { from_minor: string; to_minor: string } => ({
  from_minor: String(from),
  to_minor: String(to),
});

describe('bars', () => {
  it('share one scale from zero, and a step begins where the one before ended', () => {
    expect(layOut([span(0, 100), span(100, 30), span(0, 30)], 200)).toEqual({
      zero: 0,
      bars: [
        { x: 0, width: 200 },
        { x: 60, width: 140 },
        { x: 0, width: 60 },
      ],
    });
  });

  it('keep zero on the scale when amounts are negative, and show an amount of zero as the shortest bar', () => {
    const { bars, zero } = layOut([span(0, 50), span(50, -50), span(-50, -50)], 100);
    expect(zero).toBe(50);
    expect(bars).toEqual([
      { x: 50, width: 50 },
      { x: 0, width: 100 },
      { x: 0, width: 1 },
    ]);
    expect(layOut([span(0, 0)], 100)).toEqual({ zero: 0, bars: [{ x: 0, width: 1 }] });
  });
});
