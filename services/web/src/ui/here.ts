// Answers for somebody who may have gone on to another page meanwhile.

import { onDestroy } from 'svelte';

/**
 * For the component that asks: passes an answer on as long as it is shown. Once it is gone none comes any more, so
 * that what would have been done with it is not done.
 */
export function answersHere(): <T>(answer: Promise<T>) => Promise<T> {
  let gone = false;
  onDestroy(() => {
    gone = true;
  });
  return (answer) =>
    new Promise((resolve, reject) => {
      answer.then(
        (value) => gone || resolve(value),
        (error: unknown) => gone || reject(error),
      );
    });
}
