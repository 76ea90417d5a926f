import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { playStory } from '../support/story.js';
import { TestPortal } from '../support/test-portal.js';

const STEPS = 20;

describe('the story that must always run', () => {
  let portal: TestPortal;

  beforeAll(async () => {
    portal = await TestPortal.start({ story: true });
  });
  afterAll(() => portal?.close());

  it('holds at every step on new data, and again on the same data', async () => {
    for (const story of [portal.story, await playStory(portal.url)]) {
      expect([story.verdict, story.printed]).toEqual([
        { story: 'passed', steps: STEPS, ms: expect.any(Number) as number },
        story.printed,
      ]);
      expect(story.exitCode).toBe(0);
      expect(story.lines).toHaveLength(STEPS + 1);
    }
  });

  it('leaves no secret in any log', () => {
    const folder = path.join(portal.directory, 'logs');
    const logs = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
    expect(logs.join('').length).toBeGreaterThan(1_000);
    for (const log of logs) expect(log).not.toMatch(/\bdp[kt]_[0-9A-Za-z]{49}\b/);
  });
});
