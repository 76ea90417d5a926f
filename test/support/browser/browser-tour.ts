import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Locator, Page, Request, Response } from 'playwright-core';
import { contradictionsAt } from '../http/api-description.js';
import { record } from '../record.js';
import { eventually, TEST_TIMEOUT_MS } from '../test-timeout.js';

/** Colour schemes and widths in which every page is checked; each differs from the one before in one of both. */
const LOOKS = [
  { scheme: 'light', width: 1440 },
  { scheme: 'light', width: 390 },
  { scheme: 'dark', width: 390 },
  { scheme: 'dark', width: 1440 },
] as const;
export type Look = (typeof LOOKS)[number];
const WIDTHS = [...new Set(LOOKS.map(({ width }) => width))];

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const SHOTS = path.resolve('test-output/screenshots');
/** Every page in all schemes and widths with a screenshot; otherwise in two in rotation, with screenshots of faults. */
const ALL_LOOKS = process.env['SCREENSHOTS'] === 'all';
const HEIGHT = 900;
/** Idle work of the page is done. */
const IDLE = 'new Promise((done) => requestIdleCallback(() => done()))';
/** The rules about colours, which cost axe most of its time. */
const COLOURS = `['color-contrast', 'link-in-text-block']`;
/**
 * Styles of texts and links whose colours this file has checked: the same text in the same colours on the same
 * backgrounds is on every page. Elements that axe could not judge, because something covered them, are not among them.
 */
const judged = new Set<string>();

interface Verdict {
  readonly violations: readonly string[];
  readonly judged: readonly string[];
  /** By how many pixels the page scrolls sideways. */
  readonly sideways: number;
  /** Numbers whose digits are on several lines. */
  readonly broken: readonly string[];
}

const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Numbers whose digits are on more than one line, as a place too narrow for them breaks any word. */
const BROKEN_NUMBERS = `(() => {
  const [broken, range] = [[], document.createRange()];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    if (!/^\\s*[\\d.,]{2,}\\+?\\s*$/.test(node.data) || !node.parentElement.checkVisibility()) continue;
    range.selectNodeContents(node);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    if (lines.size > 1) broken.push(node.data.trim());
  }
  return broken;
})()`;

/**
 * Violations that axe finds. A width changes what is on a page and where; a colour scheme changes its colours. So the
 * colours are checked, in every look, for elements that are drawn in a new way.
 */
const verdict = (scheme: Look['scheme']): string =>
  `(async () => {
    const known = new Set(${JSON.stringify([...judged])});
    const ownText = (element) => [...element.childNodes].reduce((n, { nodeType, data }) => n + (nodeType === 3 ? data.trim().length : 0), 0);
    const exempt = (element) => element.matches(':disabled, [aria-disabled="true"]') || element.control?.disabled === true;
    const ways = new Map([[null, '']]);
    const wayOf = (element) => {
      if (ways.has(element)) return ways.get(element);
      const style = getComputedStyle(element);
      const way = hash([
        wayOf(element.parentElement), element.tagName, element.type, exempt(element), Math.min(ownText(element), 2),
        style.color, style.background, style.opacity, style.position, style.filter, style.mixBlendMode,
        style.fontSize, style.fontWeight, style.textDecoration, style.textShadow,
      ].join());
      ways.set(element, way);
      return way;
    };
    const hash = (text) => {
      let [a, b] = [0x811c9dc5, 0x01000193];
      for (let at = 0; at < text.length; at += 1) {
        a = Math.imul(a ^ text.charCodeAt(at), 0x01000193);
        b = Math.imul(b ^ text.charCodeAt(at), 0x5bd1e995);
      }
      return (a >>> 0).toString(36) + (b >>> 0).toString(36);
    };
    const found = new Map();
    const collect = () => {
      found.clear();
      for (const element of document.querySelectorAll('body, body *')) {
        if (ownText(element) === 0 && !element.matches('a[href], input, select, textarea')) continue;
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const way = wayOf(element);
        if (!known.has(way) && !found.has(way)) found.set(way, element);
      }
    };
    // What is in a frame is somebody else's, and the browser refuses the messages by which axe would ask for it.
    const frames = { iframes: false };
    const rules = { ...frames, resultTypes: ['violations'] };
    const results = [
      ${scheme === 'light' ? `await axe.run(document, { ...rules, rules: Object.fromEntries(${COLOURS}.map((id) => [id, { enabled: false }])) }),` : ''}
    ];
    // After the run above, during which the page may have replaced elements; and again when it does so in between.
    const coloursOf = async (tries) => {
      collect();
      if (found.size === 0) return undefined;
      try {
        return await axe.run({ include: [...found.values()] }, { ...frames, resultTypes: ['violations', 'incomplete'], elementRef: true, runOnly: ${COLOURS} });
      } catch (error) {
        if (tries === 0 || [...found.values()].every((element) => element.isConnected)) throw error;
        return coloursOf(tries - 1);
      }
    };
    const colours = await coloursOf(5);
    if (colours !== undefined) {
      results.push(colours);
      for (const { nodes } of colours.incomplete) for (const { element } of nodes) found.delete(wayOf(element));
    }
    return {
      violations: results.flatMap((result) => result.violations).map((violation) => violation.id + ' (' + violation.impact + '): ' +
        violation.nodes.map((node) => node.html.slice(0, 160)).join(' | ')),
      judged: [...found.keys()],
      sideways: ${SIDEWAYS},
      broken: ${BROKEN_NUMBERS},
    };
  })()`;
const MOST_STEPS = 400;
const AT_THE_TOP = 'document.activeElement === document.body || document.activeElement === null';
const ON_SKIP_LINK = 'document.activeElement.classList.contains("skip-link")';
/** As much of a page's element as the way there needs; the tests know no browser types. */
interface Place {
  readonly tagName: string;
  readonly ownerDocument: { readonly activeElement: Place | null; querySelectorAll(selector: string): Iterable<Place> };
  compareDocumentPosition(other: Place): number;
  checkVisibility(): boolean;
}

/**
 * About how many presses of Tab lead from the focused element to a place, less than 0 with Shift; 0 is there. From
 * where nothing has the focus it is one: the page does not show from where the key continues. Runs in the page, so it
 * uses nothing from here.
 */
function stepsTo(node: Place): number {
  const { ownerDocument: page } = node;
  const at = page.activeElement;
  if (at === node) return 0;
  if (at === null || at.tagName === 'BODY') return 1;
  const [PRECEDING, FOLLOWING] = [2, 4];
  const isBack = (at.compareDocumentPosition(node) & PRECEDING) > 0;
  const [from, to] = isBack ? [node, at] : [at, node];
  const stops = page.querySelectorAll(
    ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled, [tabindex="-1"], [type="radio"]:not(:checked))',
  );
  let between = 1;
  for (const stop of stops) {
    const isAfter = (from.compareDocumentPosition(stop) & FOLLOWING) > 0;
    const isBefore = (to.compareDocumentPosition(stop) & PRECEDING) > 0;
    if (isAfter && isBefore && stop.checkVisibility()) between += 1;
  }
  return isBack ? -between : between;
}

/** Pages whose visitor has left, for the next ones: a new one starts a process, and loads and compiles the portal again. */
const vacant = new WeakMap<Browser, Page[]>();
/** Where a page waits for its next visitor: of the portal, so that the browser keeps its process. */
const PARKED = '/api/health/live';
/** Nothing of the previous user stays; only public files are in the browser's cache. */
const CLEAR = 'localStorage.clear(); sessionStorage.clear()';

/**
 * The page's own view of its settings (colours and width follow in a frame of their own), and whether it is all
 * there.
 */
const SEEN_AS = `[
  document.documentElement.dataset.mantineColorScheme,
  window.innerWidth,
  document.querySelector('main h1') !== null && document.querySelector('main [aria-busy="true"]') === null,
].join(' ')`;

/** A person at a browser. Everything the browser complains about is kept: errors, refused styles and scripts, failed requests. */
export class Visitor {
  readonly complaints: string[] = [];
  /** Answers are compared with docs/openapi.json; not where rows have what the product could never have written. */
  holdsAnswers = true;
  /** Asked and not yet answered; a stream never is. */
  private readonly asked = new Set<Request>();
  private scheme: Look['scheme'] = 'light';

  private constructor(
    private readonly browser: Browser,
    readonly page: Page,
    private readonly base: string,
    private readonly name: string,
  ) {}

  /** @param isNew at a browser that was never here */
  static async open(browser: Browser, base: string, name: string, isNew = false): Promise<Visitor> {
    const page = (isNew ? undefined : vacant.get(browser)?.pop()) ?? (await newPage(browser));
    const visitor = new Visitor(browser, page, base, name);
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        visitor.complain(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => visitor.complain(error.message));
    page.on('request', (request) => {
      if (request.resourceType() !== 'eventsource') visitor.asked.add(request);
    });
    page.on('requestfinished', (request) => visitor.asked.delete(request));
    page.on('requestfailed', (request) => visitor.asked.delete(request));
    page.on('response', (response) => {
      if (response.status() >= 500) visitor.complain(`${response.status()} ${response.url()}`);
      void visitor.hold(response);
    });
    return visitor;
  }

  /** Reports answers to the page that docs/openapi.json does not describe. */
  private async hold(response: Response): Promise<void> {
    const [request, { pathname }] = [response.request(), new URL(response.url())];
    if (!this.holdsAnswers || !pathname.startsWith('/api/')) return;
    const [status, headers] = [response.status(), response.headers()];
    // Of a stream there is none yet, of a download and of a page that was left none any more.
    const isStream = request.resourceType() === 'eventsource';
    const body = isStream ? undefined : await response.text().catch(() => undefined);
    for (const problem of contradictionsAt(request.method(), pathname, { status, headers, body }))
      this.complain(`${request.method()} ${pathname} ${problem}`);
  }

  private complain(text: string): void {
    this.complaints.push(`${new URL(this.page.url()).pathname}: ${text}`);
  }

  /** Opens an address of the portal and waits until nothing on it is still loading. */
  async go(address: string): Promise<void> {
    await this.page.goto(new URL(address, this.base).href);
    await this.settle();
  }

  /** As `go`, but on a page of the portal as one of its links leads there: loaded data stays loaded. */
  async walk(address: string): Promise<void> {
    if (!(await this.page.evaluate<boolean>('"__TSR_ROUTER__" in window'))) return this.go(address);
    await this.page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(address)} })`);
    await this.settle();
  }

  async settle(): Promise<void> {
    await this.page.locator('main h1').first().waitFor();
    await this.page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
  }

  /** Waits until the page has received everything that it requests by itself: later requests have a cause. */
  async rest(): Promise<void> {
    await this.settle();
    for (;;) {
      await this.page.evaluate(IDLE);
      const [open] = this.asked;
      if (!open) return;
      await (await open.response())?.finished();
      this.asked.delete(open);
    }
  }

  /** Moves the focus there by the Tab key alone, past the navigation by the skip link. @throws Error where no way leads */
  async reach(target: Locator): Promise<void> {
    await target.and(this.page.locator(':not([disabled])')).waitFor();
    if (await this.page.evaluate<boolean>(AT_THE_TOP)) {
      await this.page.keyboard.press('Tab');
      if (await this.page.evaluate<boolean>(ON_SKIP_LINK)) {
        await this.page.keyboard.press('Enter');
        // The browser moves on in its own time, and would move the focus from its place.
        await this.becomes(ON_SKIP_LINK, false);
      }
    }
    let [last, overshot] = [0, false];
    for (let steps = 0; steps < MOST_STEPS;) {
      const way = await target.evaluate(stepsTo as never as (node: unknown) => number);
      if (way === 0) return;
      // The count does not always match the stops of the key: the last part is done step by step.
      overshot ||= way * last < 0;
      const presses = overshot ? 1 : Math.max(1, Math.abs(way) - 1);
      last = way;
      for (let pressed = 0; pressed < presses; pressed += 1)
        await this.page.keyboard.press(way > 0 ? 'Tab' : 'Shift+Tab');
      steps += presses;
    }
    throw new Error(`the keyboard does not reach ${target.toString()}`);
  }

  /** Checks the present page in both schemes and both widths; returns the faults and keeps a screenshot of each. */
  async inspect(label: string): Promise<string[]> {
    const problems: string[] = [];
    record('checked', new URL(this.page.url()).pathname);
    if (!(await this.page.evaluate<boolean>('"axe" in window'))) await this.page.evaluate(AXE);
    for (const look of this.nextLooks()) {
      await this.applyLook(look);
      const found = await this.problemsOf(`${label} ${look.scheme} ${look.width}`, look.scheme);
      problems.push(...found);
      if (ALL_LOOKS || found.length > 0) await this.shoot(label, look);
    }
    return problems;
  }

  /**
   * All four, back from where the last one ended; or two in rotation that have both widths and both schemes. Wide at
   * the end.
   */
  private nextLooks(): readonly Look[] {
    const isLight = this.scheme === LOOKS[0].scheme;
    if (ALL_LOOKS) return isLight ? LOOKS : LOOKS.toReversed();
    return isLight ? [LOOKS[1], LOOKS[3]] : [LOOKS[2], LOOKS[0]];
  }

  private async applyLook({ scheme, width }: Pick<Look, 'scheme' | 'width'>): Promise<void> {
    if (this.scheme !== scheme) await this.page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    this.scheme = scheme;
    if (this.page.viewportSize()?.width !== width) await this.page.setViewportSize({ width, height: HEIGHT });
    await this.becomes(SEEN_AS, `${scheme} ${width} true`);
  }

  /** At which widths the present page scrolls sideways, and by how much. */
  async beyondTheEdge(): Promise<{ width: number; beyond: number }[]> {
    const found: { width: number; beyond: number }[] = [];
    for (const width of WIDTHS) {
      await this.applyLook({ scheme: this.scheme, width });
      const beyond = await this.page.evaluate<number>(SIDEWAYS);
      if (beyond > 0) found.push({ width, beyond });
    }
    await this.page.setViewportSize({ width: LOOKS[0].width, height: HEIGHT });
    return found;
  }

  /** Asked from here: in the page a repeated question would be code from a text, which its policy refuses. */
  private async becomes(expression: string, wanted: unknown): Promise<void> {
    await eventually(
      'the page',
      () => this.page.evaluate<unknown>(expression),
      (seen) => seen === wanted,
    );
  }

  private async problemsOf(where: string, scheme: Look['scheme']): Promise<string[]> {
    const seen = await this.page.evaluate<Verdict>(verdict(scheme));
    for (const way of seen.judged) judged.add(way);
    const wide = seen.sideways > 0 ? [`scrolls sideways by ${seen.sideways} px`] : [];
    const stacked = seen.broken.map((number) => `${number} wraps over several lines`);
    return [...seen.violations, ...wide, ...stacked].map((problem) => `${where}: ${problem}`);
  }

  private async shoot(label: string, look: Look): Promise<void> {
    mkdirSync(SHOTS, { recursive: true });
    const file = `${this.name}-${label}-${look.scheme}-${look.width}`.replace(/[^a-z0-9]+/gi, '-');
    await this.page.screenshot({ path: path.join(SHOTS, `${file}.png`) });
  }

  /** Signs out; the next user starts without a session. */
  async close(): Promise<void> {
    const { page } = this;
    page.removeAllListeners();
    try {
      await page.unrouteAll();
      await page.goto(new URL(PARKED, this.base).href);
      await page.evaluate(CLEAR);
      await page.context().clearCookies();
      await page.emulateMedia({ colorScheme: LOOKS[0].scheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width: LOOKS[0].width, height: HEIGHT });
    } catch {
      // One that was about to go elsewhere.
      await page.context().close();
      return;
    }
    vacant.set(this.browser, [...(vacant.get(this.browser) ?? []), page]);
  }
}

async function newPage(browser: Browser): Promise<Page> {
  const viewport = { width: LOOKS[0].width, height: HEIGHT };
  const page = await (await browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage();
  page.setDefaultTimeout(TEST_TIMEOUT_MS);
  return page;
}
