/** A reason from the service, "the endpoint responded with 410 Gone", as a sentence. */
export function asSentence(reason: string): string {
  const begun = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
