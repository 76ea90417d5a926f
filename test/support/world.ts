/** What the tests of a file share. Its constructor only notes how it is to be; `begin` makes it, `close` ends it. */
export abstract class World {
  abstract begin(): Promise<void>;
  abstract close(): Promise<void>;

  /** A world that lives as long as the tests of the calling file or `describe`. */
  static forTests<W extends World, A extends unknown[]>(this: new (...args: A) => W, ...args: A): W {
    const world = new this(...args);
    beforeAll(() => world.begin());
    afterAll(() => world.close());
    return world;
  }

  static async start<W extends World, A extends unknown[]>(this: new (...args: A) => W, ...args: A): Promise<W> {
    const world = new this(...args);
    await world.begin();
    return world;
  }
}
