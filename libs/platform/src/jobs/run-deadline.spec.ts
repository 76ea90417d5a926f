import { startDeadline } from './run-deadline.js';

describe('a run of a scheduled job', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('begins nothing new after its time', () => {
    const deadline = startDeadline([], 1_000);
    jest.advanceTimersByTime(999);
    expect(deadline.signal.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(deadline.signal.aborted).toBe(true);
  });

  it('begins nothing new once the worker ends or is lost, also when that was before it began', () => {
    const [ending, lost] = [new AbortController(), new AbortController()];
    const deadline = startDeadline([ending.signal, lost.signal], 1_000);
    lost.abort();
    expect(deadline.signal.aborted).toBe(true);
    expect(startDeadline([ending.signal, lost.signal], 1_000).signal.aborted).toBe(true);
  });

  it('releases everything when it is over', () => {
    const ending = new AbortController();
    const deadline = startDeadline([ending.signal], 1_000);
    deadline.end();
    ending.abort();
    jest.advanceTimersByTime(2_000);
    expect([deadline.signal.aborted, jest.getTimerCount()]).toEqual([false, 0]);
  });
});
