/** An error that the user can fix; printed as a code and a message, without a stack. */
export class CliError extends Error {
  override name = "CliError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
