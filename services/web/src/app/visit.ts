// What a page tells itself over being started anew, until its tab is closed.

const PREFIX = 'doublesix.';

export const visit = {
  read(key: string): string | null {
    try {
      return sessionStorage.getItem(PREFIX + key);
    } catch {
      return null;
    }
  },
  write(key: string, value: string): void {
    try {
      sessionStorage.setItem(PREFIX + key, value);
    } catch {
      // A tab that remembers nothing does everything for the first time.
    }
  },
};
