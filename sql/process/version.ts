import manifest from "../../package.json" with { type: "json" };

/** The release that this process runs, such as 0.1.0. */
export const { version } = manifest;
