// The worker that keeps the page's files, so that it starts without a network. It never sees what is played.

/** Not before the page itself is there: its files come first. */
export function keepFiles(): void {
  if (!import.meta.env.PROD) return;
  const register = () =>
    navigator.serviceWorker?.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  if (typeof requestIdleCallback === 'function') requestIdleCallback(register, { timeout: 5_000 });
  else setTimeout(register, 2_000);
}
