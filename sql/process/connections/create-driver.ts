import pg from "pg";
import {
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  CheckExclusionConstraintViolationError,
  CheckIntegrityConstraintViolationError,
  createDriverFactory,
  ForeignKeyIntegrityConstraintViolationError,
  IdleTransactionTimeoutError,
  NotNullIntegrityConstraintViolationError,
  StatementCancelledError,
  StatementTimeoutError,
  UniqueIntegrityConstraintViolationError,
  type DriverFactory,
  type DriverQueryResult,
} from "slonik";

/**
 * What slonik uses to connect to PostgreSQL: pg, with `config`. slonik's own driver asks PostgreSQL for the numbers of
 * the types that it parses, on a further connection for each pool that is made, used or not. They never change.
 */
export function createDriver(config: pg.ClientConfig): DriverFactory {
  return createDriverFactory(async () => ({
    createPoolClient: async ({ clientEventEmitter: events }) => {
      const client = new pg.Client({ ...config, types: { getTypeParser } });
      const report = (error: Error) => void events.emit("error", nameError(error));
      client.on("error", report);
      // Errors of a connection that is being closed concern nobody.
      const ignoreErrors = () => client.off("error", report).on("error", () => {});
      return {
        connect: async () => {
          try {
            await client.connect();
          } catch (error) {
            ignoreErrors();
            throw error;
          }
        },
        end: () => {
          ignoreErrors();
          return client.end();
        },
        query: async (text, values) => {
          const { command, fields, rowCount, rows } = await client
            .query<Record<string, unknown>>(text, values)
            .catch((error: DatabaseError) => {
              throw nameError(error);
            });
          return {
            command: command as DriverQueryResult["command"],
            fields: fields.map(({ name, dataTypeID }) => ({ name, dataTypeId: dataTypeID })),
            rowCount,
            rows,
          };
        },
        stream: () => {
          throw new Error("no query is streamed");
        },
      };
    },
  }));
}

type Parse = (text: string) => unknown;

const { builtins } = pg.types;
const INT8_ARRAY = 1016;
const TIMESTAMPTZ_ARRAY = 1185;
const TEXT_ARRAY: number = 1009;

const parseTexts = pg.types.getTypeParser(TEXT_ARRAY) as (text: string) => (string | null)[];
const eachOf =
  (parse: Parse): Parse =>
  (text) =>
    parseTexts(text).map((item) => (item === null ? null : parse(item)));
const parseTime: Parse = (text) => new Date(text);

/** int8 is a bigint, timestamptz a Date; all others are what pg makes of them. */
const parsers = new Map<number, Parse>([
  [builtins.INT8, BigInt],
  [INT8_ARRAY, eachOf(BigInt)],
  [builtins.TIMESTAMPTZ, parseTime],
  [TIMESTAMPTZ_ARRAY, eachOf(parseTime)],
]);

const getTypeParser = ((type: number, format?: "text") =>
  parsers.get(type) ?? pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser;

/** As PostgreSQL reports one. */
type DatabaseError = Error & { column?: string; constraint?: string; detail?: string; table?: string };

/** The SQLSTATEs that slonik has errors of its own for, whose messages quote nothing of the query. */
const errors: Record<string, new (error: DatabaseError) => Error> = {
  "23502": NotNullIntegrityConstraintViolationError,
  "23503": ForeignKeyIntegrityConstraintViolationError,
  "23505": UniqueIntegrityConstraintViolationError,
  "23514": CheckIntegrityConstraintViolationError,
  "23P01": CheckExclusionConstraintViolationError,
  "25P03": IdleTransactionTimeoutError,
  "57014": StatementTimeoutError,
  "57P01": BackendTerminatedError,
};

/** slonik acts on the classes of its errors: it sends nothing more on a connection that was terminated. */
function nameError(error: Error): Error {
  if (/connection terminated unexpectedly/i.test(error.message))
    return new BackendTerminatedUnexpectedlyError(error);
  if (/connection terminated/i.test(error.message)) return new BackendTerminatedError(error);
  // The code alone does not tell a time limit from a cancellation.
  if (error.message.includes("canceling statement due to user request"))
    return new StatementCancelledError(error);
  const Named = "code" in error && typeof error.code === "string" ? errors[error.code] : undefined;
  return Named === undefined ? error : new Named(error as DatabaseError);
}
