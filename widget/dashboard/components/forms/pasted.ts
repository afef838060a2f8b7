/** A text as it was pasted, without the spaces and what cannot be seen around it. */
export const trimPasted = (pasted: string): string => pasted.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, "");

/** A code or number as it was pasted, without the spaces and what cannot be seen in it. Its dashes become hyphens. */
export const readCode = (pasted: string): string =>
  pasted.replaceAll(/[\s\p{Cf}]/gu, "").replaceAll(/\p{Pd}/gu, "-");
