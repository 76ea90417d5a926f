import type { Locator } from 'playwright-core';
import type { Visitor } from '../support/browser/browser-tour.js';
import { describeWith } from '../support/needs.js';
import { pagesOf } from '../support/browser/portal-pages.js';
import { PortalInBrowser } from '../support/browser/portal-in-browser.js';

/** Words of a program in front of a person: validator's messages, patterns, codes of rules, pointers, JSON. */
const RAW = [
  /must be (longer|shorter|a string|an integer|one of|an email|an array|an object|a boolean|a UUID)/,
  /must (not be (less|greater)|match|contain)|should not (exist|be empty)|nested property/,
  /\/\^|\[A-Za-z0-9|\{\d+,\d+\}/,
  /\b(is|matches|min|max|array)_[a-z_]+\b|\bis_in\b/,
  /\[object Object\]|\{"[a-z_]+":|\bundefined\b|\bNaN\b/,
];
const BROKEN = ['', '<“~>'.repeat(3)];
const FIELDS = 'input:not([type="checkbox"], [type="radio"], [type="file"], [type="hidden"], [readonly]), textarea';
/** Leave the page or start what runs for long. */
const NOT_PRESSED = /sign out|continue as|fill in|advance|search|filter|download|export/i;

describeWith('browser', 'forms whose every field is wrong', () => {
  const stage = PortalInBrowser.forTests({ story: true });

  /** What a person reads in a page's or its dialogs' words that only a program should. */
  const rawWords = async ({ page }: Visitor): Promise<string[]> => {
    const text = (await page.locator('main, dialog[open], [role="dialog"]').allInnerTexts()).join('\n');
    return RAW.flatMap((form) => form.exec(text)?.[0] ?? []);
  };

  async function fill(field: Locator, value: string): Promise<void> {
    const type = (await field.getAttribute('type')) ?? 'text';
    if (['text', 'search', 'email', 'url', 'tel', 'password'].includes(type)) await field.fill(value);
    else if (value === '') await field.fill('');
  }

  /** Problems of the forms of one page, with each of the broken values in all of their fields. */
  async function breakForms(visitor: Visitor, address: string): Promise<string[]> {
    const problems: string[] = [];
    await visitor.go(address);
    // Records, such as those of the audit trail, are not what a form says.
    const before = new Set(await rawWords(visitor));
    const forms = await visitor.page.locator('main form:not([role="search"])').count();
    for (let nth = 0; nth < forms; nth += 1)
      for (const value of BROKEN) {
        const form = visitor.page.locator('main form:not([role="search"])').nth(nth);
        for (const field of await form.locator(FIELDS).all()) if (await field.isEditable()) await fill(field, value);
        const send = form.locator('button[type="submit"]:not([disabled])').first();
        // A form that was accepted has led elsewhere.
        if ((await send.count()) === 0 || NOT_PRESSED.test(await send.innerText())) continue;
        await send.click();
        await visitor.rest();
        for (const raw of await rawWords(visitor))
          if (!before.has(raw)) problems.push(`${address}, “${value}”: ${raw}`);
        const refused = await visitor.page.locator('main [aria-invalid="true"], main .alert[data-tone="bad"]').count();
        const isLost = await visitor.page.evaluate<boolean>('document.activeElement === document.body');
        if (refused > 0 && isLost) problems.push(`${address}, “${value}”: the focus is nowhere after the refusal`);
      }
    return problems;
  }

  it.each(['anybody', 'author', 'reviewer', 'operator', 'finance-preparer', 'admin'])(
    'say to %s in words what is wrong, with the focus at a mistake',
    async (person) => {
      const visitor =
        person === 'anybody'
          ? await stage.anybody()
          : person === 'author'
            ? await stage.signIn('author', stage.storyAuthor)
            : await stage.enter(person);
      const problems: string[] = [];
      for (const address of pagesOf(person)) problems.push(...(await breakForms(visitor, address)));
      await visitor.close();
      expect(problems).toEqual([]);
    },
  );
});
