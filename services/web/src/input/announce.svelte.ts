// What is said to those who listen. The same words twice get a changing suffix, or they are not read again.

import { untrack } from 'svelte';

let polite = $state('');
let urgent = $state('');

export const spoken = {
  get polite() {
    return polite;
  },
  get urgent() {
    return urgent;
  },
};

function again(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}

export function announce(text: string): void {
  polite = again(
    untrack(() => polite),
    text,
  );
}

export function alert(text: string): void {
  urgent = again(
    untrack(() => urgent),
    text,
  );
}
