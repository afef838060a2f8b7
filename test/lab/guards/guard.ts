/**
 * Something that keeps money, tenants or callers safe: the change that breaks it, and a test that then goes red. `npm
 * run guards` applies each change in a copy of the repository and runs that test there.
 */
export type Guard = {
  name: string;
  /** All are applied at once. If two guards cover each other, both must break before a test can notice. */
  breaks: readonly Break[];
  /** The test's file below test/, and a part of its title in the source. */
  red: readonly [file: string, title: string];
};

/** `file` is a name without its folders, which change. Exactly one file of that name has `from`, exactly once. */
export type Edit = { file: string; from: string; to: string };

/** An edit, or a statement that runs after the migrations, for constraints and indexes. */
export type Break = Edit | { sql: string };

export const edit = (file: string, from: string, to: string): Break => ({ file, from, to });

/** Drops a constraint of a table. */
export const without = (table: string, constraint: string): Break => ({
  sql: `alter table ${table} drop constraint ${constraint}`,
});
