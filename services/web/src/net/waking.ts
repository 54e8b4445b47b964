// When a page that slept, or had no network, is looked at again: what it holds may be long over.

/** Call `act` at each such moment, until what is returned is called. */
export function onWaking(act: () => void): () => void {
  const seen = () => {
    if (document.visibilityState === 'visible') act();
  };
  const kept = (event: PageTransitionEvent) => {
    if (event.persisted) act();
  };
  addEventListener('online', seen);
  addEventListener('pageshow', kept);
  document.addEventListener('visibilitychange', seen);
  document.addEventListener('resume', seen);
  return () => {
    removeEventListener('online', seen);
    removeEventListener('pageshow', kept);
    document.removeEventListener('visibilitychange', seen);
    document.removeEventListener('resume', seen);
  };
}
