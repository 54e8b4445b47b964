// A file to keep, made by the page itself.

/** Have the browser save `content`, as JSON, under `name`. */
export function save(content: object, name: string): void {
  const file = new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url));
}
