// The page that is begun in: its elements, and how they look. Scripts wait for neither, and may be earlier.

/** Once all elements of the page stand, and its style sheet holds, or cannot be had. */
export async function pageStands(): Promise<void> {
  if (document.readyState === 'loading') await heard(document, 'readystatechange');
  const style = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  if (!style || style.sheet || document.readyState === 'complete') return;
  await Promise.race([heard(style, 'load'), heard(style, 'error'), heard(window, 'load')]);
}

function heard(target: EventTarget, event: string): Promise<Event> {
  return new Promise((resolve) => target.addEventListener(event, resolve, { once: true }));
}
