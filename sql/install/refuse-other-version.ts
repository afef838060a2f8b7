import type { Applied, SqlFile } from "./sql-files.ts";

/**
 * The database has other tables than this version makes. Nothing turns one into the other before the first release.
 * `cause` names the migration that differs.
 */
class DatabaseOutdated extends Error {
  override name = "DatabaseOutdated";
  readonly code = "DATABASE_OUTDATED";

  constructor(difference: string) {
    super(
      "This database was made by another development version: delete DATA_DIR, or name an empty database. " +
        "(DATABASE_OUTDATED)",
      { cause: new Error(difference) },
    );
  }
}

/** Throws DatabaseOutdated if a migration that was applied has been edited since, or is gone. */
export function refuseOtherVersion(migrations: SqlFile[], applied: Applied): void {
  const present = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  for (const [name, sha256] of applied) {
    if (!name.startsWith("migrations/")) continue;
    if (!present.has(name)) throw new DatabaseOutdated(`${name} was applied, but the file is gone`);
    if (present.get(name) !== sha256)
      throw new DatabaseOutdated(`${name} was edited after it had been applied`);
  }
}
