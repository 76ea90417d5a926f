import { chromium, type Browser, type Locator } from 'playwright-core';
import { assertDescribed } from '../http/api-description.js';
import { Visitor } from './browser-tour.js';
import { browser as found } from '../needs.js';
import { write } from './story-steps.js';
import { authorOf, suffixOf } from './story.js';
import { TestPortal } from './test-portal.js';

/** A running portal and a browser, with people who sit at it. */
export class PortalInBrowser extends TestPortal {
  private browser?: Browser;

  override async begin(): Promise<void> {
    await super.begin();
    this.browser = await chromium.launch(found());
  }

  protected override async cleanUp(): Promise<void> {
    await this.browser?.close();
    await super.cleanUp();
  }

  /** Suffix of the names of the story's author, Drive and tenants. */
  get suffix(): string {
    return suffixOf(this.story);
  }

  /** The mail address and password of the story's author. */
  get storyAuthor(): { email: string; password: string } {
    return authorOf(this.story);
  }

  /** Somebody who is not signed in. */
  anybody(name = 'anybody'): Promise<Visitor> {
    return Visitor.open(this.browser!, this.url, name);
  }

  /** The same, at a browser that has nothing of the portal yet. */
  newcomer(name = 'newcomer'): Promise<Visitor> {
    return Visitor.open(this.browser!, this.url, name, true);
  }

  /** A demo person, signed in and yet on no page. */
  async enter(person: string): Promise<Visitor> {
    const visitor = await this.anybody(person);
    await this.ask(visitor, 'POST', '/demo/sign-in', { person });
    return visitor;
  }

  /** A demo person, by the button on the first page, on the page where it leads. */
  async enterThroughPage(person: string): Promise<Visitor> {
    const visitor = await this.anybody(person);
    await visitor.go('/');
    await visitor.page.locator('summary', { hasText: 'Try it as' }).click();
    await visitor.page.locator(`[data-person="${person}"] button`).click();
    await visitor.page.getByRole('button', { name: /^Account of/ }).waitFor();
    return visitor;
  }

  /** Somebody with a password, signed in and yet on no page. */
  async signIn(name: string, { email, password }: { email: string; password: string }): Promise<Visitor> {
    const visitor = await this.anybody(name);
    await this.ask(visitor, 'POST', '/auth/sign-in', { email, password });
    return visitor;
  }

  /**
   * A call that the person at the browser could make as well: its status and the whole answer.
   * @throws Error when docs/openapi.json does not describe it
   */
  async call(
    visitor: Visitor,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body: object = {},
  ): Promise<{ status: number; ok: boolean; error?: string; data?: unknown }> {
    const response = await visitor.page.request.fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: { 'x-requested-with': 'drive-portal', origin: this.url },
      ...(method === 'POST' ? { data: body } : {}),
    });
    const [status, text] = [response.status(), await response.text()];
    assertDescribed(method, `/api/v1${path}`, { status, headers: response.headers(), body: text });
    return { status, ...(JSON.parse(text) as { ok: boolean }) };
  }

  /** As `call`, for preparations that must succeed. */
  async ask<T>(visitor: Visitor, method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}): Promise<T> {
    const answer = await this.call(visitor, method, path, body);
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.data as T;
  }
}

/** The rows of a table that say `text`. */
export const rowOf = (visitor: Visitor, region: string, text: string): Locator =>
  visitor.page.getByRole('region', { name: region, exact: true }).getByRole('row').filter({ hasText: text });

/** A second person approves what waits with these words. */
export async function approveInBrowser(visitor: Visitor, text: string): Promise<void> {
  await visitor.go('/approvals');
  const row = rowOf(visitor, 'Waiting', text);
  await row.getByRole('link').click();
  await visitor.page.getByRole('button', { name: /^Approve, / }).click();
  await row.waitFor({ state: 'detached' });
}

/** Searches in a combobox, and takes the first match, which shows `shown`. */
export async function pick(visitor: Visitor, name: string, text: string, shown = text): Promise<void> {
  const { page } = visitor;
  await write(visitor, page.getByRole('combobox', { name, exact: true }), text);
  const offered = page.getByRole('listbox', { name }).and(page.locator(':not([aria-busy="true"])'));
  await offered.locator('[role="option"]:first-child', { hasText: shown }).waitFor();
  await page.keyboard.press('Enter');
}

/** The explanation of a disabled button; null without one. @throws Error when it can be pressed */
export async function whyNot(visitor: Visitor, name: string): Promise<string | null> {
  const button = visitor.page.getByRole('button', { name, exact: true });
  if (!(await button.isDisabled())) throw new Error(`“${name}” can be pressed`);
  const id = await button.getAttribute('aria-describedby');
  return id === null ? null : visitor.page.locator(`[id="${id}"]`).innerText();
}

/** The browser logs every refusal; this one was expected. @throws Error when it noted anything else, or nothing */
export function refusedOnce(visitor: Visitor, status: number): void {
  const [one, ...others] = visitor.complaints.splice(0);
  if (!one?.includes(`status of ${status}`) || others.length > 0)
    throw new Error(`one refusal with ${status} was asked for: ${[one, ...others].join('\n')}`);
}
