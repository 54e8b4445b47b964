// The worker that keeps the page's files, so that it starts without a network. It never sees what is played.

/** Not before the page itself is there, and all that it is made of: those files come first. */
export function keepFiles(): void {
  if (!import.meta.env.PROD) return;
  if (document.readyState === 'complete') whenIdle(register);
  else addEventListener('load', () => whenIdle(register), { once: true });
}

function register(): void {
  void navigator.serviceWorker
    ?.register('/sw.js', { updateViaCache: 'none' })
    .catch(() => undefined);
}

function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act, { timeout: 5_000 });
  else setTimeout(act, 2_000);
}
