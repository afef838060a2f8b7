import { ApiError } from "./api-error.ts";

/** A part of the dashboard could not be loaded: there is no connection, or a newer version replaced it. */
export class PartNotLoaded extends ApiError {
  constructor() {
    super(0, { code: "PART_NOT_LOADED", message: "" });
  }
}

/** Loads a part of the dashboard with `load`; raises PartNotLoaded. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    throw new PartNotLoaded();
  }
}
