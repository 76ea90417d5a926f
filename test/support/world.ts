/** What the tests of a file share. The constructor only keeps its options; `begin` creates it. */
export abstract class World {
  private readonly endings: (() => unknown)[] = [];

  abstract begin(): Promise<void>;
  protected abstract cleanUp(): Promise<void>;

  /** For what a test file adds to it: that ends first. */
  beforeClose(end: () => unknown): void {
    this.endings.push(end);
  }

  async close(): Promise<void> {
    for (const end of this.endings.reverse()) await end();
    await this.cleanUp();
  }

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
