/** A reason as the service notes it, "the endpoint responded with 410 Gone", so that other sentences may follow it. */
export function asSentence(reason: string): string {
  const begun = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
