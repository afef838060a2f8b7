/** A pasted text without the spaces and invisible characters around it. */
export const trimPasted = (pasted: string): string => pasted.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, "");

/** A pasted code or number without the spaces and invisible characters in it. Its dashes become hyphens. */
export const readCode = (pasted: string): string =>
  pasted.replaceAll(/[\s\p{Cf}]/gu, "").replaceAll(/\p{Pd}/gu, "-");
