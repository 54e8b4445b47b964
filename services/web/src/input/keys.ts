// Single letters as commands, wherever the focus is, but where one types or in a dialog.

/** Which key was meant: its letter, or on a keyboard of other letters the one that stands there on a Latin one. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key === '?' || key === '؟') return '?';
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : '';
}

/** Whether a key press is a command at all. */
export function isCommand(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented)
    return false;
  const at = event.target instanceof Element ? event.target : null;
  return !at?.closest('input:not([type=radio], [type=checkbox]), textarea, select, dialog');
}
