/** Ways in which a text can read as something else than it is. */
export type DisguiseKind = 'control' | 'line_break' | 'direction' | 'invisible' | 'mixed_scripts';

/** The first place at which a text reads as something else than it is. */
export interface Disguise {
  readonly kind: DisguiseKind;
  /** The character as its code point, for example `U+202E`, or the word with mixed scripts. */
  readonly found: string;
}

const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/u;
const EMBEDDING = /[\u202a-\u202e\u2066-\u2069]/u;
/** Direction marks of Arabic and Hebrew keyboards; without letters of such a script they only move other text. */
const DIRECTION_MARK = /[\u061c\u200e\u200f]/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** Nothing is drawn for them: what Unicode calls ignorable, a blank Braille cell, marks of annotations, half a character. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\p{Cs}]/u;

// Invisible characters that are part of how a language or an emoji is written, with what must precede them.
const IN_PICTURES = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?\u200d(?=\p{Extended_Pictographic})/gu;
const PICTURE_STYLE = /(?<=[\p{Extended_Pictographic}\p{S}\p{P}])[\ufe0e\ufe0f]|(?<=\d)\ufe0f(?=\u20e3)/gu;
const FLAG_OF_A_REGION = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}/gu;
const JOINERS =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}][\p{M}]{0,4})[\u200c\u200d]/gu;
const VARIANT_OF_A_SIGN =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\ufe00-\ufe02\u{e0100}-\u{e01ef}]|(?<=\p{Script=Mongolian})[\u180b-\u180f]/gu;
/** Line break opportunities between words of Khmer, Thai, Lao and Burmese, which are written without spaces. */
const WORD_END = /(?<=[\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}])\u200b/gu;
const WRITTEN = [FLAG_OF_A_REGION, IN_PICTURES, PICTURE_STYLE, JOINERS, VARIANT_OF_A_SIGN, WORD_END];

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts with similar letters: no real word mixes two of them. */
const ALIKE = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  // Letters of units such as μm and kΩ are not a disguise.
  /(?![\u03a9\u03bc])\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
  /\p{Script=Deseret}/u,
  /\p{Script=Osage}/u,
];
/** Most texts: no character that could be a disguise. */
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * The first character or word in a text that hides, moves or imitates others, or null. Texts of real languages have
 * none: joiners of Persian and Indic scripts, variants of Chinese characters, joined emoji and Latin words in Japanese
 * are allowed.
 * @param lines line ends and tabs are part of the text.
 */
export function findDisguise(text: string, { lines = false }: { readonly lines?: boolean } = {}): Disguise | null {
  if (PLAIN.test(text)) return null;
  const read = lines ? text.replaceAll(/\r\n|[\n\t]/g, ' ') : text;
  const rightToLeft = RIGHT_TO_LEFT.test(read);
  for (const sign of read) {
    if (LINE_BREAK.test(sign)) return at('line_break', sign);
    if (/\p{Cc}/u.test(sign)) return at('control', sign);
    if (EMBEDDING.test(sign) || (DIRECTION_MARK.test(sign) && !rightToLeft)) return at('direction', sign);
  }
  let rest = read.replaceAll(/[\u061c\u200e\u200f]/gu, '');
  for (const written of WRITTEN) rest = rest.replaceAll(written, '');
  const [hidden] = INVISIBLE.exec(rest) ?? [];
  if (hidden !== undefined) return at('invisible', hidden);
  for (const [word] of rest.matchAll(WORD))
    if (ALIKE.filter((script) => script.test(word)).length > 1) return { kind: 'mixed_scripts', found: word };
  return null;
}

function at(kind: DisguiseKind, sign: string): Disguise {
  return { kind, found: `U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}` };
}

const PROBLEMS: Readonly<Record<DisguiseKind, string>> = {
  control: 'a control character',
  line_break: 'a line break',
  direction: 'a character that turns the direction of the text around it',
  invisible: 'a character that nobody sees',
  mixed_scripts: 'a word with letters of two scripts',
};

/** Description of a disguise, for example `a line break (U+000A)`. */
export function describeDisguise({ kind, found }: Disguise): string {
  return `${PROBLEMS[kind]} (${found.slice(0, 40)})`;
}

// A name may contain a dot, and a company's a whole domain (Booking.com B.V.); a URL that can be opened has more.
const ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{N}]\.\p{L}{2,}[/:?#]|\S@\S+\.\S|\b(?:mailto|javascript):\S/iu;
/** Case distinguishes "evil.example" from "St.John". */
const DOMAIN = /[\p{L}\p{N}-]{2,}\.(?:\p{Ll}{2,}|\p{Lu}{2,})(?![\p{L}\p{N}])/u;
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * Why a text cannot be the name of a person or a company, completing a sentence; null when it can.
 * @param of a company may be named like its domain.
 */
export function nameProblem(name: string, of: 'person' | 'company'): string | null {
  const disguise = findDisguise(name);
  if (disguise) return `holds ${describeDisguise(disguise)}`;
  if (DIRECTION.test(name)) return 'holds a character that turns the direction of the text around it';
  if (ADDRESS.test(name) || (of === 'person' && DOMAIN.test(name))) return 'holds an address';
  return null;
}

/** User-supplied names for our mails: one line, no hidden characters, nothing that a mail program turns into a link. */
export function nameInMail(name: string, length = 60): string {
  const signs = [
    ...name
      .replaceAll(/[a-z][a-z0-9+.-]*:\/\/+/gi, '')
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replaceAll(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
      .replaceAll(/(?<=[\p{L}\p{N}-]{2})\.(?=\p{L}{2})|@/gu, ' ')
      .replaceAll(/\s+/gu, ' ')
      .trim(),
  ];
  return signs.length > length ? `${signs.slice(0, length - 1).join('')}…` : signs.join('');
}
