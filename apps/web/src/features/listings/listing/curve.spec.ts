import { cumulative, linePoints } from './curve.js';

it('adds the days up', () => {
  const days = [3, 0, 2].map((upgraded, i) => ({ day: `2026-11-0${i + 1}`, upgraded }));
  expect(cumulative(days)).toEqual([3, 3, 5]);
  expect(cumulative([])).toEqual([]);
});

it('spreads the values over the box, zero at the bottom', () => {
  expect(linePoints([0, 5, 10], { width: 100, height: 40, top: 10 })).toBe('0,40 50,20 100,0');
});

it('draws one day as a level line and only zeros at the bottom', () => {
  expect(linePoints([4], { width: 100, height: 40, top: 4 })).toBe('0,0 100,0');
  expect(linePoints([0, 0], { width: 100, height: 40, top: 0 })).toBe('0,40 100,40');
});
