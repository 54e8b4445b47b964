// A table's code as people write it. The server has the last word on what a code means.

import { CODE_ALPHABET } from '../net/protocol.ts';

/** Shown in two groups of four, to be read out. */
export function spelled(code: string): string {
  return code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}

const HYPHENS = '\\-‐-―';
/** Look-alikes and digits of other scripts are letters of a code too, as people write them. */
const LETTER = `[${CODE_ALPHABET}OIL٠-٩۰-۹]`;
const LINK = /\/t\/([^/?#\s]+)/;
const SPELLED = new RegExp(`(?<!\\p{L})${LETTER}{4}[${HYPHENS}]${LETTER}{4}(?!\\p{L})`, 'iu');
/** Without a hyphen a code must look like no word and no number: in capitals, with letters and digits. */
const MIXED = '(?=[A-Z]*[\\d٠-٩۰-۹])(?=[\\d٠-٩۰-۹]*[A-Z])';
const WORD = new RegExp(`(?<![\\p{L}\\d])${MIXED}${LETTER}{8}(?![\\p{L}\\d])`, 'u');

/** The code in a text that somebody was sent, or null: in a link, in two groups, or a word by itself. */
export function codeAmong(text: string): string | null {
  const found = LINK.exec(text)?.[1] ?? SPELLED.exec(text)?.[0] ?? WORD.exec(text)?.[0];
  return found ? bare(decoded(found)) : null;
}

/** What was typed or pasted, made fit for an address: of a whole message, the code in it. */
export function codeIn(typed: string): string {
  return codeAmong(typed) ?? bare(typed);
}

function bare(code: string): string {
  return code.replace(/[\s\-‐-―ـ]/gu, '').slice(0, 32);
}

/** What stands in an address; a link that somebody broke is still a link. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
