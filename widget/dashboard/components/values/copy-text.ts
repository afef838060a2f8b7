/**
 * Copies a text; false where the browser does not let it. Browsers have navigator.clipboard on https and localhost
 * alone: elsewhere a field is selected and copied, as by hand.
 */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const focused = document.activeElement as HTMLElement | null;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "visually-hidden";
  // A dialog keeps the focus inside.
  (focused?.closest("[role=dialog]") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  focused?.focus();
  return isCopied;
}
