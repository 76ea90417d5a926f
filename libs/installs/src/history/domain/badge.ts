import { OBJECTIVE, type Objective } from './objective.js';

const LABEL = `answers, ${OBJECTIVE.days} days`;
/** Width of a letter at 11 px, on the average; the text is fitted to its box. */
const LETTER = 6.5;
const COLOURS = { unknown: '#5c6470', met: '#1b6e3a', missed: '#a3211c' } as const;

/** Text of the badge: the share in percent, rounded down, or that it is too early. */
export function badgeText(objective: Objective): string {
  if (objective.share === null) return 'not enough data yet';
  return `${(Math.floor(objective.share * 10_000) / 100).toFixed(2)} %`;
}

/**
 * An SVG picture of how the public health endpoint answered, which is self-contained and runs no script.
 * @param accepted what a person accepted though checks failed; null: nothing
 */
export function badgeSvg(objective: Objective, accepted: string | null = null): string {
  const value = [badgeText(objective), ...(accepted === null ? [] : [accepted])].join('; ');
  const { share } = objective;
  const colour = COLOURS[share === null ? 'unknown' : share >= OBJECTIVE.target ? 'met' : 'missed'];
  const [left, right] = [LABEL, value].map((text) => Math.round(text.length * LETTER) + 10) as [number, number];
  const width = left + right;
  const part = (text: string, x: number, length: number): string =>
    `<text x="${x + 5}" y="14" textLength="${length - 10}" lengthAdjust="spacingAndGlyphs">${text}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${LABEL}: ${value}">` +
    `<title>${LABEL}: ${value}</title><rect width="${width}" height="20" rx="3" fill="#333a45"/>` +
    `<rect x="${left}" width="${right}" height="20" rx="3" fill="${colour}"/>` +
    `<g fill="#fff" font-family="Verdana, Arial, sans-serif" font-size="11">${part(LABEL, 0, left)}${part(value, left, right)}</g></svg>`
  );
}
