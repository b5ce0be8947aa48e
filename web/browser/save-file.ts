/** Gives a file to the reader as a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has begun by the next task; until then the address must live.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
