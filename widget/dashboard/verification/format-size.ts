/** A file's size for people: 340 KB, 1.2 MB. */
export function formatSize(bytes: number): string {
  const kilo = bytes / 1024;
  return kilo < 1_000 ? `${Math.max(1, Math.round(kilo))} KB` : `${(kilo / 1024).toFixed(1)} MB`;
}
