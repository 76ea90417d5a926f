import { QueueLoad } from './queue-load.js';

const places = { events: 2, drives: 2, money: 2 };

describe('the progress of a worker', () => {
  it('is unknown for a queue with room, where a job that waits long was lost', () => {
    const load = new QueueLoad(places);
    load.begin('money', 50_000);
    expect(load.progress()).toEqual({});
  });

  it('reaches, for a full queue, the newest job that was started, less the possible clock difference', () => {
    const load = new QueueLoad(places);
    load.begin('money', 50_000);
    load.begin('money', 40_000);
    load.end('money');
    load.begin('money', 45_000);
    expect(load.progress()).toEqual({ money: new Date(40_000) });
  });

  it('ignores a job that was let past the others', () => {
    const load = new QueueLoad(places);
    load.begin('money', 20_000);
    load.begin('money', undefined);
    expect(load.progress()).toEqual({ money: new Date(10_000) });
  });

  it('counts a queue as full until a whole round has passed with room in it', () => {
    const load = new QueueLoad(places);
    load.begin('events', 30_000);
    load.begin('events', 30_000);
    load.end('events');
    expect(load.progress()).toEqual({ events: new Date(20_000) });
    expect(load.progress()).toEqual({});
  });

  it('is zero for a worker that has just begun and is full', () => {
    const load = new QueueLoad(places);
    load.begin('drives', undefined);
    load.begin('drives', undefined);
    expect(load.progress()).toEqual({ drives: new Date(0) });
  });
});
